// SPDX-License-Identifier: MIT
// Cases made fewer: two whose answers are one function become one, with the conditions that both keep.
//
//   N == 1: 192:1   and   N != 1: 192N:1   are   192N:1
#pragma once

#include "unknowns/cases.hpp"

namespace colex::unknowns {

/// The answer, where the conditions say what a name is: under D == 64, 64 for D.
void use_equations(Case& c);

/// Merges until no two cases can be.
void merge(Question const& question, std::vector<Case>& cases);

}  // namespace colex::unknowns
