// SPDX-License-Identifier: MIT
// Composition of unknowns where the textbook fold stops: what is decided without a search.
//
//   (M,K):(K,1) o 64:1 under M < 64 && 64 % M != 0 is refused: run_divides
#pragma once

#include "colex/composition.hpp"
#include "unknowns/unknown.hpp"

namespace colex::detail {

/// Chosen over the template, which looks for the carries of every mode; what is not decided here is its to decide.
Result<List<Mode<unknowns::Unknown>>, unknowns::Unknown> compose_beyond(
    Composing<unknowns::Unknown>& at, int k, Refusal<unknowns::Unknown> const& why);

}  // namespace colex::detail
