// SPDX-License-Identifier: MIT
// Declarations of parts and claims, bounds as text, and the comparison of both with what ran.
#include <algorithm>
#include <sstream>

#include "catalogue.hpp"
#include "counts.hpp"

namespace colex::sym {

std::string text(std::vector<Clause> const& bound) {
  constexpr char const* names[] = {
      "All values: ", "Steps: ", "Coq: ", "Rank <= ", "Extents: ", "Enumerated: ", "Words: ", "Left out: "};
  std::string all;
  for (auto const& clause : bound)
    all += (all.empty() ? "" : " ") + std::string(names[static_cast<int>(clause.kind)]) + clause.how + ".";
  return all;
}

// A part is indented by two blanks; its claims, and its cases, by four.
std::vector<PartRun> parse_declaration(std::string const& text) {
  std::vector<PartRun> parts;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    line = without_counts(line);
    if (line.starts_with("    ") && !parts.empty()) {
      std::string const claim = line.substr(4);
      if (claim.starts_with("cases: "))
        parts.back().cases = std::stoi(claim.substr(7));
      else if (claim.starts_with("= "))
        parts.back().claims.push_back({claim.substr(2), 0, 1});
      else
        parts.back().claims.push_back({claim, 1, 0});
    } else if (line.starts_with("  ")) {
      parts.emplace_back().name = line.substr(2);
    }
  }
  return parts;
}

std::vector<std::string> differences(std::vector<PartRun> const& declared, std::vector<PartRun> const& ran,
                                     std::vector<Clause> const& bound) {
  std::vector<std::string> found;
  auto const same_name = [](auto const& list, std::string const& name) {
    return std::find_if(list.begin(), list.end(), [&](auto const& one) { return one.name == name; });
  };
  for (auto const& part : declared) {
    auto const run = same_name(ran, part.name);
    if (run == ran.end()) {
      found.push_back(part.name + ": declared in smt/laws.inc, and did not run");
      continue;
    }
    if (run->cases != part.cases)
      found.push_back(part.name + ": " + std::to_string(run->cases) + " cases ran, " +
                      std::to_string(part.cases) + " are declared in smt/laws.inc");
    for (auto const& claim : part.claims) {
      auto const made = same_name(run->claims, claim.name);
      if (made == run->claims.end())
        found.push_back(part.name +
                        ": the claim is declared in smt/laws.inc, and was not made: " + claim.name);
      else if (claim.asked > 0 && made->asked == 0)
        found.push_back(
            part.name +
            ": evaluation alone settles the claim, and smt/laws.inc does not say so: " + claim.name);
    }
    for (auto const& claim : run->claims)
      if (same_name(part.claims, claim.name) == part.claims.end())
        found.push_back(part.name + ": the claim is not declared in smt/laws.inc: " + claim.name);
  }
  bool enumerates = false, says_so = false;
  for (auto const& part : ran) {
    enumerates = enumerates || part.cases > 0;
    if (same_name(declared, part.name) == declared.end())
      found.push_back(part.name + ": ran, and is not declared in smt/laws.inc");
  }
  for (auto const& clause : bound) says_so = says_so || clause.kind == Kind::enumerated;
  if (enumerates != says_so)
    found.push_back(says_so ? "its bound says Enumerated, and no part takes every case"
                            : "a part takes every case, and its bound does not say Enumerated");
  return found;
}

}  // namespace colex::sym
