// SPDX-License-Identifier: MIT
// Whether a kernel waits for what it loads, on every way through it and for any number of turns of its loops.
//
// For each register that a load may yet write, the least number of accesses of its kind that were started since holds on every way (ways.hpp). Loads from
// memory end in the order of their start, and so do a wave's accesses of LDS. Scalar loads and flat accesses end in any order; and so do stores
// beside loads, unless `stores_in_order`.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "code/ways.hpp"

namespace colex::code {

struct EarlyUse {
  std::uint32_t instruction = 0;
  std::string what{};  ///< "v5", or "LDS" at a barrier that a store to LDS passes
};

/// "v5 by a load", or "all by LDS", and how many accesses of its kind were started since, at least. Nothing is used early.
WaysInvariant wait_invariant(std::vector<Instruction> const& program, bool stores_in_order);

/// Loads to LDS, and reads of LDS that pass a barrier, which may be under way where an instruction begins, and for how many barriers, as bits; the last stands for any
/// more.
using LateAccesses = std::map<std::uint32_t, std::uint64_t>;
std::vector<LateAccesses> late_accesses(std::vector<Instruction> const& program);

/// What is used before it is there: nothing, where the waits suffice. Throws InputError at an instruction whose counting is not known.
std::vector<EarlyUse> early_uses(std::vector<Instruction> const& program, bool stores_in_order);

}  // namespace colex::code
