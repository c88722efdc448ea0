// SPDX-License-Identifier: MIT
// Executes a kernel on the CPU, instruction by instruction, every access checked.
//
//   Launch launch;
//   std::uint64_t const a = launch.memory.add("A", bytes, Use::read);
//   execute(launch, "gfx942", kernel, {.grid = {2, 1, 1}, .block = {128, 1, 1}, .arguments = words});
//   launch.report.clean()
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "code/block.hpp"
#include "code/object.hpp"

namespace colex::code {

inline constexpr std::uint64_t kMostBudget = std::uint64_t{1} << 40;

/// How waves take turns: each as far as it gets, the first first; by chance; or the last first, which goes on before any other does.
enum class Schedule : std::uint8_t { in_order, random, adversarial };

struct LaunchShape {
  std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1};  ///< in blocks, and in threads
  std::vector<std::uint8_t> arguments{};  ///< those that are not hidden, as the kernel has them in memory
  std::uint32_t dynamic_lds = 0;          ///< bytes behind the kernel's own
  Schedule schedule = Schedule::in_order;
  std::uint64_t seed = 1;
  std::uint64_t budget = 100'000'000;  ///< instructions of waves
};

/// Throws InputError where a grid or a block is none, or has more threads than the kernel was compiled for, or not those that it was
/// compiled for. Where a number of those is 0, nothing was said.
void check_blocks(LaunchShape const& shape, std::uint32_t most_threads,
                  std::array<std::uint32_t, 3> const& required = {});

/// Disassembles the kernel, and finds the row of each instruction; execute() does it where it has not been done. One that is not known is
/// refused when it is reached. Throws InputError as disassemble() does.
void prepare(Launch& launch, std::string const& target, Kernel const& kernel);

/// Executes; the report and what the arrays hold then are in `launch`. Throws InputError with the place where an instruction is not
/// known, the budget is spent, or the shape does not suit the kernel.
void execute(Launch& launch, std::string const& target, Kernel const& kernel, LaunchShape const& shape);

}  // namespace colex::code
