// SPDX-License-Identifier: MIT
// How much was asked of each part and claim of a theorem, and the comparison with what smt/laws.inc declares: an engine that
// drops a path, a claim on some paths or a hypothesis, and a theorem that supposes more, have other numbers; another claim of the same
// name has another hash.
#pragma once

#include <string>
#include <vector>

#include "sym/proof.hpp"

namespace colex::sym {

/// Of a claim: its conjuncts on all paths, the queries that both solvers answered, and the hypotheses in these, added up. Of a
/// part, whose claim is empty: its paths, and the queries that are of none of its claims, nor about the paths themselves.
struct Count {
  std::string part, claim;
  int made = 0, queries = 0, hypotheses = 0;
  std::string goals = "-";  ///< a hash of what the queries ask, in order
  bool operator==(Count const&) const = default;
};

/// What ran; parts of one name are one.
std::vector<Count> counts_of(Report const& report);
/// What a declaration says; lines that do not end with " [made queries hypotheses goals]" say nothing.
std::vector<Count> parse_counts(std::string const& declaration);
/// What ran, as smt/laws.inc declares it.
std::string declaration_of(Report const& report);
/// A line without what parse_counts() reads.
std::string without_counts(std::string const& line);

/// Where what ran is not what is declared, and each claim of which fewer conjuncts were answered than evaluation left open.
std::vector<std::string> miscounts(std::string const& declaration, Report const& report);

}  // namespace colex::sym
