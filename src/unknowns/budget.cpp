// SPDX-License-Identifier: MIT
#include "unknowns/budget.hpp"

#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <limits>
#include <thread>

#include "sym/beside.hpp"
#include "sym/integer.hpp"
#include "sym/search.hpp"
#include "unknowns/asked_once.hpp"

namespace colex::unknowns {

namespace {

constexpr unsigned kStepsPerLook = 64;
constexpr double kSearch = 1;    // seconds of Z3, for what its steps do not count
constexpr double kGrace = 0.15;  // seconds to answer in after a question's time
double end_of_question = std::numeric_limits<double>::infinity();
thread_local double end = 0;
thread_local bool limited = false;
thread_local unsigned steps_taken = 0;
thread_local std::int64_t search_steps = 0;

/// Looks up whenever this process has computed so much more.
[[noreturn]] void end_searches() {
  for (timespec const look{0, 20'000'000};;) {
    ::clock_nanosleep(CLOCK_PROCESS_CPUTIME_ID, 0, &look, nullptr);
    double const over = computed() - end_of_question;
    if (over > kGrace) ::_exit(1);
    sym::Search::interrupt(over > 0);
  }
}

}  // namespace

double computed() { return sym::processor_seconds() + sym::computed_beside(); }

void start_question(double seconds) {
  end_of_question = computed() + seconds;
  watch_searches();
}

void watch_searches() {
  static bool const watched = (std::thread(end_searches).detach(), true);
  static_cast<void>(watched);
}

void start_budget(double seconds) {
  end = std::min(computed() + seconds, end_of_question);
  limited = true;
}

void stop_budget() { limited = false; }

void set_search_budget(std::int64_t steps) { search_steps = steps; }

Budget search_budget() { return {search_steps}; }

bool budget_ended() { return limited && computed() > end; }

unsigned milliseconds_left(unsigned most) {
  if (!limited) return most;
  double const left = std::max(end - computed(), 0.0) * 1e3;
  return left < most ? static_cast<unsigned>(left) + 1 : most;
}

void spend() {
  if (++steps_taken % kStepsPerLook == 0 && budget_ended()) throw BudgetEnded();
}

namespace {

thread_local AskedOnce asked_once;

bool search(std::vector<z3::expr> const& formulas, unsigned steps) {
  z3::solver solver(sym::context(), z3::solver::simple());
  z3::params p(sym::context());
  p.set("rlimit", steps);
  solver.set(p);
  try {
    for (auto const& f : formulas) solver.add(f);
    sym::Search const going(solver, kSearch);
    return solver.check() == z3::unsat;
  } catch (z3::exception const&) {
    return false;
  }
}

}  // namespace

bool excluded(std::vector<z3::expr> const& formulas, unsigned steps) {
  if (budget_ended()) throw BudgetEnded();
  return asked_once(steps, formulas, [&] { return search(formulas, steps); });
}

}  // namespace colex::unknowns
