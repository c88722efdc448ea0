// SPDX-License-Identifier: MIT
// Composition of unknowns where the textbook fold stops: what is decided without a search.
//
//   (M,K):(K,1) o 64:1 under M < 64 && 64 % M != 0 is refused: run_divides
//   (M,K):(K,1) o (K*M/64):64 under M > 64 && M % 64 != 0 is refused: run_divides or additive
#pragma once

#include "colex/composition.hpp"
#include "unknowns/unknown.hpp"

namespace colex::detail {

/// No layout is the function: on numbers run_divides or additive, by how a search goes on. `additive` without a witness says so.
inline Refusal<unknowns::Unknown> no_layout() { return because<unknowns::Unknown>(Condition::additive); }
inline bool is_no_layout(Refusal<unknowns::Unknown> const& why) {
  return why.condition == Condition::additive && !why.has_witness;
}

/// Chosen over the template, which looks for the carries of every mode; what is not decided here is its to decide.
Result<List<Mode<unknowns::Unknown>>, unknowns::Unknown> compose_beyond(
    Composing<unknowns::Unknown>& at, int k, Refusal<unknowns::Unknown> const& why);

/// Chosen over the template, which looks at every point: whether B's modes carry into each other inside A.
Refusal<unknowns::Unknown> compare_points(Composing<unknowns::Unknown>& at,
                                          Layout<unknowns::Unknown> const& answer);

}  // namespace colex::detail

namespace colex::unknowns {

/// Chosen over the template where A has two modes: compare_points() decides.
bool never_carries(List<Mode<Unknown>> const& a, List<Mode<Unknown>> const& b);

}  // namespace colex::unknowns
