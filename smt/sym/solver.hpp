// SPDX-License-Identifier: MIT
// Two solvers, one question: does the goal follow from the hypotheses? The question is written once, as
// SMT-LIB; Z3 answers it in this process and cvc5 in one of its own, both within limits of time and memory.
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

/// The same from the cvc5 executable on PATH, by script. Error when it is absent or answers otherwise.
Outcome ask_cvc5(std::string const& script, Limits const& limits);

/// A model of the formulas with every integer symbol between -bound and bound, small ones first; refuted with
/// the model when there is one, proved when there is none up to the bound.
Outcome find_model(std::vector<z3::expr> const& formulas, int bound, Limits const& limits);

/// For reports, like cvc5_version().
std::string z3_version();

}  // namespace colex::sym
