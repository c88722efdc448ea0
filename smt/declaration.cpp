// SPDX-License-Identifier: MIT
// Bounds as text, and the comparison with what ran.
#include <algorithm>

#include "catalogue.hpp"

namespace colex::sym {

std::string text(std::vector<Clause> const& bound) {
  constexpr char const* names[] = {
      "All values: ", "Steps: ", "Coq: ", "Rank <= ", "Extents: ", "Enumerated: ", "Words: ", "Left out: "};
  std::string all;
  for (auto const& clause : bound)
    all += (all.empty() ? "" : " ") + std::string(names[static_cast<int>(clause.kind)]) + clause.how + ".";
  return all;
}

std::vector<std::string> faults_of(std::vector<Clause> const& bound, std::vector<PartRun> const& ran) {
  bool const enumerates =
      std::any_of(ran.begin(), ran.end(), [](auto const& part) { return part.cases > 0; });
  bool const says_so = std::any_of(bound.begin(), bound.end(),
                                   [](auto const& clause) { return clause.kind == Kind::enumerated; });
  if (enumerates == says_so) return {};
  return {says_so ? "its bound says Enumerated, and no part takes every case"
                  : "a part takes every case, and its bound does not say Enumerated"};
}

}  // namespace colex::sym
