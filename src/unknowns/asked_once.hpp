// SPDX-License-Identifier: MIT
// Answers to questions about formulas, each asked once: paths of one exploration share what they ask.
//
//   AskedOnce answers;
//   answers(20'000, {f, g}, [&] { return search(...); });      searches; the same formulas once more: what it said
#pragma once

#include <z3++.h>

#include <map>
#include <vector>

namespace colex::unknowns {

class AskedOnce {
 public:
  /// `number` tells questions about the same formulas apart.
  template <class Ask>
  bool operator()(unsigned number, std::vector<z3::expr> const& formulas, Ask ask) {
    std::vector<unsigned> asked{number};
    for (z3::expr const& f : formulas) asked.push_back(f.id());
    auto const known = said_.find(asked);
    if (known != said_.end()) return known->second;
    kept_.insert(kept_.end(), formulas.begin(), formulas.end());
    return said_[asked] = ask();
  }

 private:
  std::map<std::vector<unsigned>, bool> said_{};  ///< by the number and those of the formulas
  std::vector<z3::expr> kept_{};  ///< all of these, so that no other formula gets their numbers
};

}  // namespace colex::unknowns
