// SPDX-License-Identifier: MIT
// A kernel of PTX as a program over symbols, and what is found out about it before it is walked: which registers may differ from thread to thread,
// where threads of a block may have gone apart, and for how long asynchronous copies are under way.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "code/object.hpp"
#include "code/ptx/module.hpp"
#include "code/symbols/walk.hpp"

namespace colex::code::ptx {

/// Asynchronous copies by their instructions, each with the numbers of barriers that may lie behind its start, as bits; the last bit is 63 and more.
using UnderWay = std::map<std::uint32_t, std::uint64_t>;

/// By the copy, and how many groups were closed since: what `find_copies` goes through the kernel with.
using Pending = std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t>;

/// Variables of global memory are symbols like arguments, of slots from this byte on.
inline constexpr std::uint32_t kVariables = 1u << 28;

struct SymbolicKernel {
  Entry const* entry = nullptr;
  Kernel kernel{};
  std::vector<SymbolicStep> program{};
  std::vector<bool> dependent{};  ///< of each slot: threads of a block may hold different values
  std::vector<bool>
      apart{};  ///< of each instruction: some threads of a block may come there, and others not, or less often
  bool barriers_match = true;         ///< all threads of a block come to the same barriers in the same order
  std::vector<Pending> pending{};     ///< of each instruction, when it begins
  std::vector<UnderWay> under_way{};  ///< the same, whatever was closed
};

/// Its name, arguments and sizes.
Kernel kernel_of(Module const& module, Entry const& entry);
SymbolicKernel symbolic_kernel(Module const& module, Entry const& entry);

/// Walks it through in blocks of that shape. `around` may put another machine around the one that executes.
std::unique_ptr<Walk> walk_through(
    SymbolicKernel const& of, Module const& module, std::array<std::uint32_t, 3> const& block,
    std::uint64_t budget, std::map<std::uint32_t, unsigned> const& multiples,
    std::function<std::unique_ptr<Machine>(std::unique_ptr<Machine>)> const& around = {});

/// Fills in `pending` and `under_way`.
void find_copies(SymbolicKernel& of);
/// Goes through each instruction once: whether `pending` is an invariant, and `under_way` what it says.
bool keeps_copies(SymbolicKernel const& of);

}  // namespace colex::code::ptx
