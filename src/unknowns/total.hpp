// SPDX-License-Identifier: MIT
// A condition is total: read from left to right it has one value for all values of the names, and the same in C++ as in
// Python. Every divisor in it is above 0, and every dividend not below 0 or left no rest, because of what stands before.
//
//   N > 0 && 2 % N == 0       total
//   2 % N == 0                not at N = 0; nor is K/2 == 0 at K = -1, where C++ and Python round differently
#pragma once

#include "unknowns/unknown.hpp"

namespace colex::unknowns {

/// Whatever holds before a fact gives what it needs, and all of them what the numbers of the answer need: true where the
/// facts say so in so many words, else the formula that does. `before` stands in front of the facts, and is total.
z3::expr totality(std::vector<Fact> before, std::vector<Fact> const& facts,
                  std::vector<Polynomial> const& answer);

/// The fact, behind that the divisor of the remainder which it compares with 0 is above 0, where that is not known.
std::vector<Fact> guarded(Fact const& fact);

/// How wide an integer must be so that, for all names of 64 bits, nothing in the text leaves it.
int bits(std::vector<Fact> const& facts);

}  // namespace colex::unknowns
