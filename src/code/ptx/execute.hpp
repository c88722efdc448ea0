// SPDX-License-Identifier: MIT
// Executes a kernel of PTX on the CPU, instruction by instruction, every access checked.
//
//   PtxLaunch launch;
//   std::uint64_t const a = launch.memory.add("A", bytes, Use::read);
//   execute(launch, module, module.entry("copy"), {.grid = {2, 1, 1}, .block = {128, 1, 1}, .arguments = bytes_of(a)});
//   launch.report.clean()
#pragma once

#include "code/execute.hpp"
#include "code/ptx/warp.hpp"

namespace colex::code::ptx {

/// Executes; the report and what the arrays hold then are in `launch`. Module and kernel must outlive it. Throws InputError with the place where an
/// instruction is not known, the budget is spent, or the shape does not suit the kernel.
void execute(PtxLaunch& launch, Module const& module, Entry const& entry, LaunchShape const& shape);

/// Where the variables of shared memory lie that a kernel uses.
std::map<std::string, std::uint64_t> shared_offsets(Module const& module, Entry const& entry);

/// Bytes of shared memory that a kernel has itself.
std::uint64_t shared_bytes(Module const& module, Entry const& entry);

}  // namespace colex::code::ptx
