// SPDX-License-Identifier: MIT
// Time for a question, counted where its work is done: arithmetic and comparisons of unknowns, proofs, comparisons with
// numbers. It is the time that this process computes, so that a busy machine changes no answer. Every question ends:
// beyond its time, spend() throws, and what is left is undecided.
#pragma once

#include <z3++.h>

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "colex/budget.hpp"

namespace colex::unknowns {

struct BudgetEnded : std::runtime_error {
  BudgetEnded() : std::runtime_error("the budget ended") {}
};

/// Starts the time of one part of a question. Parts follow each other, in one thread.
void start_budget(double seconds);
/// No limit, as before the first part.
void stop_budget();
bool budget_ended();
/// What a search among numbers may take: unknowns branch where numbers count.
Budget search_budget();
void set_search_budget(std::int64_t steps);
/// Takes so much of it, which another process has computed.
void charge(double seconds);
/// A step: every so many of them the clock is looked at. Throws BudgetEnded.
void spend();

/// Whether Z3 shows, within so many of its steps and what time there is, that the formulas exclude each other.
/// Throws BudgetEnded.
bool excluded(std::vector<z3::expr> const& formulas, unsigned steps);

}  // namespace colex::unknowns
