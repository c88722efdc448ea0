// SPDX-License-Identifier: MIT
// Stating and proving a theorem. A theorem is a list of parts; a part replays shipped code on symbolic
// integers and claims something on every path; each claim is a query that both solvers must discharge.
//
//   void coalesce_step_keeps_the_map(Proof& p) {
//     Integer const s = p.integer("s"), x = p.integer("x");
//     p.part("step", {s >= Integer(1), x >= Integer(0)}, [&] {
//       auto const step = p.shipped("coalesce_step", [&] { return coalesce_step(...); });
//       p.use(p.lemmas().split.at(x, s, t));        // a hint can only be an instance of a proved lemma
//       p.claim("the map", ...);
//     });
//   }
//
// Each part is checked for vacuity (a model of the hypotheses of some path is printed), and, when it contains
// shipped code, for mutants: every arithmetic operation and comparison of that code, replaced one at a time.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "sym/explore.hpp"
#include "sym/solver.hpp"

namespace colex::sym {

/// Proved arithmetic, instantiated. Only a Lemma makes one.
class Hint {
 public:
  z3::expr const& formula() const { return formula_; }

 private:
  friend class Lemma;
  explicit Hint(z3::expr e) : formula_(std::move(e)) {}
  z3::expr formula_;
};

/// What came of a lemma, or of one theorem.
struct Report {
  std::string name, statement, source, bound, meta;
  std::string kind = "theorem";  ///< theorem, lemma or refuted
  Verdict z3 = Verdict::proved, cvc5 = Verdict::proved;
  double seconds = 0;
  int queries = 0, paths = 0;
  /// Shipped step -> for each of its operations, whether replacing it is refuted by some claim of this
  /// theorem.
  std::map<std::string, std::vector<bool>> mutants;
  std::vector<std::string> witnesses;  ///< one a part: values that satisfy its hypotheses
  std::vector<std::string> failures;   ///< one a query that was not proved by both, or a missing hypothesis
  std::string counterexample;          ///< of a refuted claim

  /// As expected by both solvers, and nothing vacuous: proved, or, for a refuted claim, refuted.
  bool green() const {
    Verdict const expected = kind == "refuted" ? Verdict::refuted : Verdict::proved;
    return z3 == expected && cvc5 == expected && failures.empty();
  }
};

/// How hard and how to try.
struct Settings {
  Limits limits;
  bool second_solver = true;
  bool mutants = true;
  /// Looks for a small counterexample to whatever Z3 does not prove; once there is one, asks nothing more.
  bool stop_at_refutation = false;
  std::string emit_directory;  ///< where the SMT-LIB of every query is written; none when empty
  std::function<void(std::string const& name, std::string const& script)>
      on_script;                                ///< called with every query
  std::function<void(Report const&)> on_query;  ///< called before every query, for progress
};

/// A fact of integer arithmetic, proved by both solvers before it can be used.
class Lemma {
 public:
  /// The fact for these values: hypotheses imply conclusion.
  template <class... Args>
  Hint at(Args const&... args) const {
    return instance({Integer(args)...});
  }

 private:
  friend class Book;
  Lemma(std::string name, z3::expr_vector variables, z3::expr statement)
      : name_(std::move(name)), variables_(std::move(variables)), statement_(std::move(statement)) {}
  Hint instance(std::vector<Integer> const& values) const;
  std::string name_;
  z3::expr_vector variables_;
  z3::expr statement_;
};

/// Proves lemmas and keeps their reports. An unproved lemma throws: nothing may rest on it.
class Book {
 public:
  explicit Book(Settings settings) : settings_(std::move(settings)) {}
  Lemma prove(std::string const& name, std::string const& statement, std::vector<Integer> const& variables,
              std::vector<Boolean> const& hypotheses, Boolean const& conclusion,
              std::vector<Hint> const& hints = {});
  std::vector<Report> const& reports() const { return reports_; }
  Settings const& settings() const { return settings_; }

 private:
  Settings settings_;
  std::vector<Report> reports_;
};

struct Lemmas;  // smt/lemmas/division.hpp

/// A theorem in the making; see the head of this file.
class Proof {
 public:
  Proof(Lemmas const& lemmas, Settings const& settings, Report& report)
      : lemmas_(lemmas), settings_(settings), report_(report) {}

  Lemmas const& lemmas() const { return lemmas_; }
  Integer integer(char const* name) const { return Integer::constant(name); }

  /// Replays `body` on every path under `given`, then replays its mutants.
  void part(std::string const& name, std::vector<Boolean> const& given, std::function<void()> const& body);

  /// Runs a shipped step, one kind a part; its operations are what mutants replace.
  template <class F>
  auto shipped(char const* step, F f) {
    step_ = step;
    return Explorer::shipped(f);
  }
  /// Adds a hypothesis from here on: an induction hypothesis at the one point where it is needed.
  void suppose(Boolean const& hypothesis) { Explorer::current().assume(hypothesis.formula()); }
  /// A name for a value. Solvers see through `v = q*a + r` far better than through q*a + r in place.
  Integer define(char const* name, Integer const& value) {
    Integer const v = integer(name);
    suppose(v == value);
    return v;
  }
  void use(Hint const& hint) { hints_.push_back(hint.formula()); }
  /// Euclid's identity and the factor-by-factor split for every division met on this path.
  void use_divisions();
  /// What must hold here, given the path, the hints in use and those for this claim alone. Conjuncts are
  /// separate queries.
  void claim(std::string const& what, Boolean const& goal, std::vector<Hint> const& hints = {});
  /// Claims, and from here on relies on it: an intermediate step.
  void have(std::string const& what, Boolean const& goal, std::vector<Hint> const& hints = {}) {
    claim(what, goal, hints);
    suppose(goal);
  }

 private:
  enum class Mode { prove, mutate };
  struct Refuted {};  ///< thrown out of a part that need not go on
  void run_path(std::function<void()> const& body);
  void discharge(std::string const& what, std::vector<z3::expr> hypotheses, z3::expr const& goal);
  bool killed(int target, std::vector<z3::expr> const& given, std::function<void()> const& body);

  Lemmas const& lemmas_;
  Settings const& settings_;
  Report& report_;
  Mode mode_ = Mode::prove;
  std::string part_, step_;
  std::vector<z3::expr> hints_;
  bool live_ = false, path_checked_ = false;
};

}  // namespace colex::sym
