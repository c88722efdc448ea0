// SPDX-License-Identifier: MIT
// Time for a question, counted where its work is done: arithmetic and comparisons of unknowns, proofs, comparisons with
// numbers. It is the time that this process and its cvc5 compute, so that a busy machine changes no answer. Every question
// ends: beyond its time spend() throws, a search of Z3 is interrupted, and what is left is undecided.
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

/// Seconds that this process has computed, and cvc5 beside it.
double computed();
/// Starts the time of this process's one question, in which all parts end. Where Z3 does not look up then, the process
/// ends without an answer.
void start_question(double seconds);
/// Ends searches of Z3 that take too long, from here on, in a thread.
void watch_searches();
/// Starts the time of one part of a question. Parts follow each other, in one thread.
void start_budget(double seconds);
/// No limit, as before the first part.
void stop_budget();
bool budget_ended();
/// What a search among numbers may take: unknowns branch where numbers count.
Budget search_budget();
void set_search_budget(std::int64_t steps);
/// Milliseconds that are left of it, up to `most`.
unsigned milliseconds_left(unsigned most);
/// A step: every so many of them the clock is looked at. Throws BudgetEnded.
void spend();

/// Whether Z3 shows, within so many of its steps and what time there is, that the formulas exclude each other.
/// Throws BudgetEnded.
bool excluded(std::vector<z3::expr> const& formulas, unsigned steps);

}  // namespace colex::unknowns
