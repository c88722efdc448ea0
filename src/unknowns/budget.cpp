// SPDX-License-Identifier: MIT
#include "unknowns/budget.hpp"

#include <chrono>

#include "sym/integer.hpp"

namespace colex::unknowns {

namespace {

using Clock = std::chrono::steady_clock;
constexpr unsigned kStepsPerLook = 64;
constexpr unsigned kMilliseconds = 200;  // of Z3, for what its steps do not count
thread_local Clock::time_point end = Clock::time_point::max();
thread_local unsigned steps_taken = 0;

}  // namespace

void start_budget(double seconds) {
  end = Clock::now() + std::chrono::milliseconds(static_cast<int>(seconds * 1000));
}

void stop_budget() { end = Clock::time_point::max(); }

bool budget_ended() { return Clock::now() > end; }

void spend() {
  if (++steps_taken % kStepsPerLook == 0 && budget_ended()) throw BudgetEnded();
}

bool excluded(std::vector<z3::expr> const& formulas, unsigned steps) {
  if (budget_ended()) throw BudgetEnded();
  z3::solver solver(sym::context(), z3::solver::simple());
  z3::params p(sym::context());
  p.set("rlimit", steps);
  p.set("timeout", kMilliseconds);
  solver.set(p);
  try {
    for (auto const& f : formulas) solver.add(f);
    return solver.check() == z3::unsat;
  } catch (z3::exception const&) {
    return false;
  }
}

}  // namespace colex::unknowns
