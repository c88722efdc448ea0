// SPDX-License-Identifier: MIT
#include "sym/solver.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <set>

#include "sym/bits_solver.hpp"
#include "sym/search.hpp"

namespace colex::sym {

namespace {

using Clock = std::chrono::steady_clock;
// Z3's own steps, so that the answer is the same on every machine; a core takes 2,000 to 4,000 in a millisecond.
constexpr unsigned kCoreSteps = 200'000, kStepsOfAMillisecond = 4'000;
constexpr unsigned kMostMilliseconds = 0xffffffffu / kStepsOfAMillisecond;
// Arithmetic of large numbers counts as few steps: against what hardly counts any, so many times the limit on the clock.
constexpr unsigned kGuard = 10;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

bool about_bits(std::vector<z3::expr> const& formulas) {
  z3::goal all(context());
  for (auto const& f : formulas) all.add(f);
  return z3::probe(context(), "is-qfbv")(all) == 1;
}

/// One that has been told these formulas.
z3::solver make_solver(std::vector<z3::expr> const& formulas, unsigned milliseconds) {
  z3::solver solver = solver_of(formulas);
  z3::params p(context());
  p.set("rlimit", std::min(milliseconds, kMostMilliseconds) * kStepsOfAMillisecond);
  p.set("timeout", std::min(milliseconds, kMostMilliseconds) * kGuard);
  solver.set(p);
  for (auto const& f : formulas) solver.add(f);
  return solver;
}

Model read_model(z3::model const& model) {
  Model values;
  for (unsigned k = 0; k < model.num_consts(); ++k) {
    z3::func_decl const symbol = model.get_const_decl(k);
    values[symbol.name().str()] = model.get_const_interp(symbol).to_string();
  }
  return values;
}

Outcome check(z3::solver& solver, Limits const& limits) {
  Z3_global_param_set("memory_max_size", std::to_string(limits.megabytes).c_str());
  auto const start = Clock::now();
  Outcome r;
  try {
    Search const search(solver, std::numeric_limits<double>::infinity());  // it has limits of its own
    switch (solver.check()) {
      case z3::unsat:
        r.verdict = Verdict::proved;
        break;
      case z3::sat:
        r.verdict = Verdict::refuted;
        r.model = read_model(solver.get_model());
        break;
      case z3::unknown: {
        std::string const why = solver.reason_unknown();
        bool const ended =
            why == "timeout" || why == "canceled" || why.find("resource limit") != std::string::npos;
        r.verdict = ended ? Verdict::timeout : Verdict::unknown;
        r.detail = why;
      }
    }
  } catch (z3::exception const& e) {
    r.verdict = Verdict::error;
    r.detail = e.msg();
  }
  r.seconds = since(start);
  return r;
}

void collect_symbols(z3::expr const& e, std::set<unsigned>& seen, std::vector<z3::expr>& symbols) {
  if (!seen.insert(e.id()).second) return;
  if (e.is_const() && e.is_int() && !e.is_numeral()) symbols.push_back(e);
  if (e.is_app())
    for (unsigned k = 0; k < e.num_args(); ++k) collect_symbols(e.arg(k), seen, symbols);
}

}  // namespace

z3::solver solver_of(std::vector<z3::expr> const& formulas) {
  bool const bits = !formulas.empty() && about_bits({formulas.back()}) && about_bits(formulas);
  return bits ? z3::solver(context(), "QF_BV") : z3::solver(context(), z3::solver::simple());
}

std::string smtlib(Query const& query) {
  std::string const head =
      "; " + query.name + "\n; unsat: the goal, asserted negated and last, follows\n(set-logic ALL)\n";
  if (query.as_written) {
    std::vector<Z3_ast> given(query.hypotheses.begin(), query.hypotheses.end());
    return head + Z3_benchmark_to_smtlib_string(context(), "", "", "unknown", "",
                                                static_cast<unsigned>(given.size()), given.data(),
                                                !query.goal);
  }
  z3::solver solver(context(), z3::solver::simple());
  for (auto const& h : query.hypotheses) solver.add(h);
  solver.add(!query.goal);
  return head + solver.to_smt2();
}

Outcome ask_z3(Query const& query, Limits const& limits) {
  std::vector<z3::expr> formulas = query.hypotheses;
  formulas.push_back(!query.goal);
  z3::solver solver = make_solver(formulas, limits.milliseconds);
  return check(solver, limits);
}

Outcome ask_z3(std::string const& script, Limits const& limits) {
  std::vector<z3::expr> formulas;
  for (auto const& f : context().parse_string(script.c_str())) formulas.push_back(f);
  z3::solver solver = make_solver(formulas, limits.milliseconds);
  return check(solver, limits);
}

Outcome ask_cvc5(std::string const& script, Limits const& limits) {
  auto const start = Clock::now();
  Outcome r;
  // A process that is kept takes twice as long over bit vectors, and longer with each.
  std::string answer = script.find("BitVec") == std::string::npos ? cvc5_kept(script, limits) : "";
  if (answer != "unsat" && answer != "sat") answer = cvc5_alone(script, limits);
  r.seconds = since(start);
  if (answer == "unsat") r.verdict = Verdict::proved;
  if (answer == "sat") r.verdict = Verdict::refuted;
  if (answer == "unknown") r.verdict = Verdict::unknown;
  if (r.verdict == Verdict::error &&
      (answer.find("timeout") != std::string::npos || answer.find("interrupted") != std::string::npos))
    r.verdict = Verdict::timeout;
  if (r.verdict == Verdict::error) r.detail = answer.empty() ? "cvc5 gave no answer" : answer;
  return r;
}

Outcome find_model(std::vector<z3::expr> const& formulas, int bound, Limits const& limits) {
  std::vector<z3::expr> symbols;
  std::set<unsigned> seen;
  for (auto const& f : formulas) collect_symbols(f, seen, symbols);
  if (symbols.empty()) {  // no integers to bound: asked once
    z3::solver solver = make_solver(formulas, limits.milliseconds);
    return check(solver, limits);
  }
  z3::expr total = context().int_val(0);
  for (auto const& s : symbols) total = total + z3::ite(s >= 0, s, -s);
  Outcome last;
  last.verdict = Verdict::proved;
  for (int limit = 1; limit <= bound * static_cast<int>(symbols.size() + 1);
       limit = limit < 8 ? limit + 1 : limit * 5 / 4) {
    z3::solver solver = make_solver(formulas, limits.milliseconds);
    for (auto const& s : symbols) solver.add(s >= -bound && s <= bound);
    solver.add(total <= limit);
    last = check(solver, limits);
    if (last.verdict == Verdict::refuted) return last;
  }
  return last;
}

bool mentions(std::vector<z3::expr> const& formulas, std::string const& name) {
  std::set<unsigned> seen;
  std::vector<z3::expr> left = formulas;
  while (!left.empty()) {
    z3::expr const e = left.back();
    left.pop_back();
    if (!e.is_app() || !seen.insert(e.id()).second) continue;
    if (e.is_const() && !e.is_numeral() && e.decl().name().str() == name) return true;
    for (unsigned k = 0; k < e.num_args(); ++k) left.push_back(e.arg(k));
  }
  return false;
}

Outcome find_any_model(std::vector<z3::expr> const& formulas, int bound, Limits const& limits) {
  z3::solver solver = make_solver(formulas, limits.milliseconds);
  std::vector<z3::expr> symbols;
  std::set<unsigned> seen;
  if (bound > 0)
    for (auto const& f : formulas) collect_symbols(f, seen, symbols);
  for (auto const& s : symbols) solver.add(s >= -bound && s <= bound);
  return check(solver, limits);
}

std::vector<z3::expr> contradiction(std::vector<z3::expr> const& known, z3::expr const& condition) {
  std::vector<z3::expr> all = known;
  all.push_back(condition);
  z3::solver solver = solver_of(all);
  z3::params p(context());
  p.set("rlimit", kCoreSteps);
  solver.set(p);
  solver.add(condition);
  z3::expr_vector names(context());
  for (std::size_t k = 0; k < known.size(); ++k) {
    names.push_back(context().bool_const(("known " + std::to_string(k)).c_str()));
    solver.add(z3::implies(names.back(), known[k]));
  }
  try {
    if (solver.check(names) != z3::unsat) return known;
  } catch (z3::exception const&) {
    return known;
  }
  std::set<unsigned> used;
  for (auto const& name : solver.unsat_core()) used.insert(name.id());
  std::vector<z3::expr> needed;
  for (std::size_t k = 0; k < known.size(); ++k)
    if (used.contains(names[static_cast<int>(k)].id())) needed.push_back(known[k]);
  return needed;
}

std::string z3_version() {
  unsigned major = 0, minor = 0, build = 0, revision = 0;
  Z3_get_version(&major, &minor, &build, &revision);
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(build);
}

}  // namespace colex::sym
