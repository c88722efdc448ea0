// SPDX-License-Identifier: MIT
#include "unknowns/budget.hpp"

#include <ctime>

#include "sym/integer.hpp"

namespace colex::unknowns {

namespace {

constexpr unsigned kStepsPerLook = 64;
constexpr unsigned kMilliseconds = 1000;  // of Z3, for what its steps do not count
thread_local double end = 0;
thread_local bool limited = false;
thread_local unsigned steps_taken = 0;
thread_local std::int64_t search_steps = 0;

/// Seconds that this process has computed.
double computed() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

void start_budget(double seconds) {
  end = computed() + seconds;
  limited = true;
}

void stop_budget() { limited = false; }

void set_search_budget(std::int64_t steps) { search_steps = steps; }

Budget search_budget() { return {search_steps}; }

bool budget_ended() { return limited && computed() > end; }

void charge(double seconds) { end -= seconds; }

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
