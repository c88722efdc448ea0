// SPDX-License-Identifier: MIT
// Two solvers, one question: does the goal follow from the hypotheses? The question is written once, as
// SMT-LIB; Z3 answers it in this process and cvc5 in one of its own, both within limits of work and memory.
#pragma once

#include <string>
#include <vector>

#include "sym/cvc5.hpp"
#include "sym/integer.hpp"
#include "sym/verdict.hpp"

namespace colex::sym {

struct Query {
  std::string name;
  std::vector<z3::expr> hypotheses;
  z3::expr goal;
  bool as_written = false;  ///< the script is the formulas term by term; else Z3 has simplified them for it
};

/// The query as an SMT-LIB script: unsat means that the goal follows.
std::string smtlib(Query const& query);

/// proved (unsat), refuted (with a model), unknown, timeout or error.
Outcome ask_z3(Query const& query, Limits const& limits);

/// The same of a script that smtlib() has written.
Outcome ask_z3(std::string const& script, Limits const& limits);

/// The same from the cvc5 executable on PATH, by script. Error when it is absent or answers otherwise.
Outcome ask_cvc5(std::string const& script, Limits const& limits);

/// A model of the formulas with every integer symbol between -bound and bound, small ones first; refuted with
/// the model when there is one, proved when there is none up to the bound.
Outcome find_model(std::vector<z3::expr> const& formulas, int bound, Limits const& limits);

/// Some formula mentions a number, a truth value or a word of this name.
bool mentions(std::vector<z3::expr> const& formulas, std::string const& name);

/// A model in one go: of magnitudes up to `bound`, of any where that is 0. Refuted with the model when there
/// is one, proved when there is none.
Outcome find_any_model(std::vector<z3::expr> const& formulas, int bound, Limits const& limits);

/// Those of `known` from which Z3 sees that `condition` cannot hold; all of them where it does not say.
std::vector<z3::expr> contradiction(std::vector<z3::expr> const& known, z3::expr const& condition);

/// For reports, like cvc5_version().
std::string z3_version();

}  // namespace colex::sym
