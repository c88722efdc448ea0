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
/// What ran, part by part: a line each of the parts and their claims with [made queries hypotheses goals], claims marked "=" where
/// evaluating the goal settles them on every path, and how many cases a part has.
std::string declaration_of(Report const& report);
/// How much that is, and its hash, as smt/laws.inc declares it.
std::string declared_as(Report const& report);

/// Where what ran is not what is declared, and each claim of which fewer conjuncts were answered than evaluation left open.
std::vector<std::string> miscounts(std::string const& declared, Report const& report);

}  // namespace colex::sym
