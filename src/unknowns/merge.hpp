// SPDX-License-Identifier: MIT
// Cases made fewer: two whose answers are the same become one, with the conditions that both keep. Modes of one point
// may stand in one of them alone.
//
//   N == 1: 192:1   and   N != 1: 192N:1   are   192N:1
#pragma once

#include "unknowns/cases.hpp"

namespace colex::unknowns {

/// The answer and what it means, where the conditions say what a name is: under D == 64, 64 for D.
void use_equations(Case& c);

/// Z3 alone: the conditions are total, and the answer under them.
bool is_total(Question const& question, std::vector<Fact> const& conditions, Reply<Unknown> const& answer);

/// Puts `N == 64` in front of a case that holds for no other N; whether there is such an N.
bool pin(Question const& question, Case& c, std::vector<Values> const& values);

/// Merges until no two cases can be. Where some of the values say so, Z3 is not asked whether they cannot.
void merge(Question const& question, std::vector<Case>& cases, std::vector<Values> const& values);

}  // namespace colex::unknowns
