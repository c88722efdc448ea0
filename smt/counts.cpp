// SPDX-License-Identifier: MIT
#include "counts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sym/sha256.hpp"

namespace colex::sym {

namespace {

/// About the paths themselves: how many there are depends on what Z3 leaves out.
bool is_about_paths(std::string const& what) {
  return what == "a way not taken" || what == "the paths cover the hypotheses";
}

Count& at(std::vector<Count>& counts, std::string const& part, std::string const& claim) {
  auto const found = std::find_if(counts.begin(), counts.end(),
                                  [&](Count const& c) { return c.part == part && c.claim == claim; });
  return found != counts.end() ? *found : counts.emplace_back(Count{part, claim});
}

std::string text(Count const& c) {
  return fmt::format("[{} {} {} {}]", c.made, c.queries, c.hypotheses, c.goals);
}

}  // namespace

std::vector<Count> counts_of(Report const& report) {
  std::vector<Count> counts;
  for (auto const& part : report.parts) {
    at(counts, part.name, "").made += part.paths;
    for (auto const& claim : part.claims)
      at(counts, part.name, claim.name).made += claim.asked + claim.evaluated;
  }
  for (auto const& asked : report.asked)
    for (auto const& part : report.parts) {
      std::string const before = report.name + ", " + part.name + ": ";
      if (!asked.what.starts_with(before)) continue;
      std::string const what = asked.what.substr(before.size());
      bool const claimed = std::any_of(part.claims.begin(), part.claims.end(),
                                       [&](ClaimRun const& c) { return c.name == what; });
      if (!claimed && is_about_paths(what)) break;
      auto& count = at(counts, part.name, claimed ? what : "");
      ++count.queries;
      count.hypotheses += asked.hypotheses;
      count.goals = sha256(count.goals + asked.goal).substr(0, 8);
      break;
    }
  return counts;
}

std::string declaration_of(Report const& report) {
  std::string lines;
  auto const ran = counts_of(report);
  for (auto const& count : ran) {
    if (!count.claim.empty()) continue;
    int cases = 0;
    std::string claims;
    for (auto const& one : ran) {
      if (one.part != count.part || one.claim.empty()) continue;
      int asked = 0;
      for (auto const& part : report.parts)
        for (auto const& claim : part.claims)
          if (part.name == one.part && claim.name == one.claim) asked += claim.asked;
      claims += fmt::format("    {}{} {}\n", asked > 0 ? "" : "= ", one.claim, text(one));
    }
    for (auto const& part : report.parts)
      if (part.name == count.part) cases += part.cases;
    lines += fmt::format("  {} {}\n", count.part, text(count));
    if (cases > 0) lines += fmt::format("    cases: {}\n", cases);
    lines += claims;
  }
  return lines;
}

std::string declared_as(Report const& report) {
  int parts = 0, claims = 0, cases = 0, queries = 0;
  for (auto const& count : counts_of(report)) {
    ++(count.claim.empty() ? parts : claims);
    queries += count.queries;
  }
  for (auto const& part : report.parts) cases += part.cases;
  return fmt::format("{} parts, {} claims, {} cases, {} queries, {}", parts, claims, cases, queries,
                     sha256(declaration_of(report)).substr(0, 16));
}

std::vector<std::string> miscounts(std::string const& declared, Report const& report) {
  std::vector<std::string> found;
  auto const ran = counts_of(report);
  if (declared_as(report) != declared)
    found.push_back(
        fmt::format("{} ran, and smt/laws.inc declares {}; `declaration` of --json says of which part, "
                    "beside that of the last commit",
                    declared_as(report), declared.empty() ? "nothing" : declared));
  for (auto const& part : report.parts)
    for (auto const& claim : part.claims) {
      auto const one = std::find_if(ran.begin(), ran.end(), [&](Count const& c) {
        return c.part == part.name && c.claim == claim.name;
      });
      if (one->queries < claim.asked)
        found.push_back(fmt::format("{}: {}: {} conjuncts need the solvers, and {} were answered", part.name,
                                    claim.name, claim.asked, one->queries));
    }
  return found;
}

}  // namespace colex::sym
