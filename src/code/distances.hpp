// SPDX-License-Identifier: MIT
// Whether enough wait states lie between instructions of which the hardware does not see itself that one needs the other, on every way through a kernel and
// for any number of turns of its loops. An instruction is one wait state, s_nop n is n + 1. A compiler keeps these distances, but not to what stands in
// assembly within a source.
//
// Which distances there are is LLVM's: GCNHazardRecognizer.cpp of ROCm/llvm-project, 03a23131063bd11714da369efa3754025aafa1f0, and SISchedule.td beside it
// for how many passes a product of matrices takes. They are compared by tests/kernel/wait_counts.py with what clang writes between instructions that it sees into.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "code/ways.hpp"

namespace colex::code {

struct ShortDistance {
  std::uint32_t instruction = 0, after = 0;
  unsigned what = 0;  ///< a register, as ways.hpp numbers them
  int states = 0, needed = 0;
  auto operator<=>(ShortDistance const&) const = default;
  std::string text() const;
};

/// Nothing, where the distances suffice. Throws InputError at an instruction of which none is known.
std::vector<ShortDistance> short_distances(std::string const& target,
                                           std::vector<Instruction> const& program);

/// "v5, which 0x16a4 writes", and how many wait states lie behind that, at least. No distance is short.
WaysInvariant distance_invariant(std::string const& target, std::vector<Instruction> const& program);

}  // namespace colex::code
