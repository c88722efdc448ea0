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
// With Settings::every_path the paths themselves are proved complete: each way that the explorer did not
// follow is one more query, that the paths cover the hypotheses is another, and each path with a claim is
// searched for values that reach it.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <source_location>
#include <string>
#include <vector>

#include "sym/cache.hpp"
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

/// One query: its name, and what each solver said.
struct Asked {
  std::string what;
  Verdict z3 = Verdict::unknown, cvc5 = Verdict::unknown;
  bool cached = false;  ///< every answer is from the cache
  int hypotheses = 0;   ///< that it was asked under
  std::string goal;     ///< a hash of what was to follow from them, in whatever order its operands stand
};

/// A hypothesis of a part, and what became of the part's claims without it: proved (so it is not needed),
/// refuted (with the model), or what else Z3 said.
struct Hypothesis {
  std::string part, text;
  Verdict without = Verdict::unknown;
  std::string evidence;
};

/// A claim of a part, on all its paths: how often a solver was needed, and how often evaluating the goal was
/// enough.
struct ClaimRun {
  std::string name;
  int asked = 0, evaluated = 0;
};

/// A part that has run.
struct PartRun {
  std::string name;
  int paths = 0;     ///< that were explored
  int branches = 0;  ///< ways not followed, each asked about
  int dead = 0;      ///< paths that nothing reaches: the explorer could not tell
  int unknown = 0;   ///< paths for which the search for values came to no answer
  int cases = 0;     ///< of claim_cases()
  std::vector<ClaimRun> claims;
};

/// What came of a lemma, or of one theorem.
struct Report {
  std::string name, statement, source, bound, meta;
  std::string kind = "theorem";  ///< theorem, lemma or refuted
  Verdict z3 = Verdict::proved, cvc5 = Verdict::proved;
  double seconds = 0;
  int queries = 0, paths = 0;
  int cached = 0;                      ///< queries answered from the cache
  std::vector<Asked> asked;            ///< one a query, in order
  std::vector<PartRun> parts;          ///< in order
  std::vector<Hypothesis> hypotheses;  ///< only when Settings::without_hypotheses
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

/// The name of the file in which the script of a report's `number`-th query is written, from 0.
std::string script_name(std::string const& report, int number);

/// How hard and how to try.
struct Settings {
  Limits limits;
  /// False: queries are written down and nobody is asked, so that no verdict is better than unknown.
  bool ask = true;
  bool second_solver = true;
  bool mutants = true;
  /// Both solvers are asked about each way not followed and whether the paths cover the hypotheses; each path
  /// that claims something is searched for values.
  bool every_path = false;
  /// Looks for a small counterexample to whatever Z3 does not prove; once there is one, asks nothing more.
  bool stop_at_refutation = false;
  /// Instead of proving: drops each hypothesis of each part in turn, and asks Z3 whether the claims still
  /// hold.
  bool without_hypotheses = false;
  int first_hypothesis = 0;  ///< those before it are left out, in the order in which they are met
  /// Called before each is dropped, and after.
  std::function<void(Hypothesis const&, bool finished)> on_hypothesis;
  /// Called before each part with its name; false leaves the part out. None: every part.
  std::function<bool(std::string const& part)> wants_part;
  Cache cache;  ///< off unless given a folder
  std::string
      ask_again;  ///< one in ten of the cache's verdicts, which the word draws, is asked anew; none when empty
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
  /// What shipped() has computed on this path so far: the answer of each operation.
  std::vector<Integer> intermediates() const { return Explorer::current().intermediates(); }
  /// Adds a hypothesis from here on: an induction hypothesis at the one point where it is needed.
  void suppose(Boolean const& hypothesis, std::source_location where = std::source_location::current());
  /// A name for a value. Solvers see through `v = q*a + r` far better than through q*a + r in place. Throws
  /// where something known on this path has that name, or where it was defined before on this path: that
  /// would be a hypothesis.
  template <class Number>
  Number define(char const* name, Number const& value) {
    Number const v = Number::defined(new_name(name));
    Explorer::current().assume((v == value).formula());
    return v;
  }
  void use(Hint const& hint) { hints_.push_back(hint.formula()); }
  /// Euclid's identity and the factor-by-factor split for every division met on this path.
  void use_divisions();
  /// What must hold here, given the path, the hints in use and those for this claim alone. Conjuncts are
  /// separate queries.
  void claim(std::string const& what, Boolean const& goal, std::vector<Hint> const& hints = {});
  /// What must hold in a case, and the case in words.
  struct Case {
    std::string name;
    z3::expr holds;
  };
  /// Claims each, many in one query; the first case that is false is claimed by itself before, under its
  /// name.
  void claim_cases(std::vector<Case> const& cases);
  /// Asks both solvers about each way that was not followed, and whether it and the explored paths, `leaves`,
  /// are all ways to go. part() does.
  void ask_about_branches(std::vector<Explorer::Pruned> const& pruned, std::vector<z3::expr> const& given,
                          std::vector<z3::expr> const& leaves);
  /// Claims, and from here on relies on it: an intermediate step.
  void have(std::string const& what, Boolean const& goal, std::vector<Hint> const& hints = {}) {
    claim(what, goal, hints);
    Explorer::current().assume(goal.formula());
  }

 private:
  enum class Mode { prove, mutate, list, drop };
  struct Refuted {};  ///< thrown out of a part that need not go on
  void study_hypotheses(std::vector<z3::expr> const& given, std::function<void()> const& body);
  void run_path(std::function<void()> const& body);
  std::string new_name(std::string const& name);
  void claim_all(std::string const& what, z3::expr const& goal, std::vector<Hint> const& hints,
                 ClaimRun* run);
  void look_for_values();
  void vacuous(std::string const& why);
  void discharge(std::string const& what, std::vector<z3::expr> hypotheses, z3::expr const& goal);
  bool killed(int target, std::vector<z3::expr> const& given, std::function<void()> const& body);

  Lemmas const& lemmas_;
  Settings const& settings_;
  Report& report_;
  Mode mode_ = Mode::prove;
  std::string part_, step_;
  std::map<unsigned, std::string>
      supposed_;          ///< line of a suppose() -> its text, while hypotheses are listed
  int hypothesis_ = 0;    ///< how many were met
  unsigned dropped_ = 0;  ///< the line whose suppose() is left out
  Outcome not_proved_;    ///< why a part fails without a hypothesis
  std::string not_proved_claim_;
  std::vector<z3::expr> hints_;
  std::set<std::string> defined_;                     ///< on this path
  std::set<unsigned> assumed_;                        ///< on this path, by suppose(): ids of formulas
  std::set<std::string> claimed_, reached_;           ///< claims of this path; of the part, those reached
  std::set<std::vector<unsigned>> branches_;          ///< asked about, by the ids of what is needed for them
  std::vector<std::vector<z3::expr>> branches_kept_;  ///< so that no id is given away
  bool live_ = false, path_checked_ = false;
  bool as_written_ = false;  ///< the queries of this part, from here on
};

}  // namespace colex::sym
