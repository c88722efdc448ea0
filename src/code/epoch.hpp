// SPDX-License-Identifier: MIT
// An access with its epoch, how many barriers its wave has passed, as number + factors * trips of loops.
#pragma once

#include <utility>
#include <vector>

#include "code/symbols/term.hpp"

namespace colex::code {

struct Epoch {
  std::uint64_t number = 0;
  std::vector<std::pair<Term, std::uint64_t>> trips{};
  bool known = false;
};

inline Epoch epoch_of(Term t) {
  Epoch r;
  for (Summand const& s : summands_of(t, r.number)) {
    Term const atom = s.term->op == Op::extract && s.term->value == 0 ? s.term->of[0] : s.term;
    if (atom->op != Op::leaf || atom->leaf != Leaf::trip || s.factor > 1024) return r;
    r.trips.emplace_back(atom, s.factor);
  }
  r.known = r.number < (1u << 31);
  return r;
}

}  // namespace colex::code
