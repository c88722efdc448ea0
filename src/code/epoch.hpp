// SPDX-License-Identifier: MIT
// An access with its epoch, how many barriers its wave has passed, as number + factor * trip of one loop.
#pragma once

#include "code/symbols/term.hpp"

namespace colex::code {

struct Epoch {
  std::uint64_t number = 0, factor = 0;
  Term trip = nullptr;
  bool known = false;
};

inline Epoch epoch_of(Term t) {
  Epoch r;
  auto const of = summands_of(t, r.number);
  if (of.empty()) return r.known = true, r;
  if (of.size() != 1) return r;
  Term atom = of[0].term;
  if (atom->op == Op::extract && atom->value == 0) atom = atom->of[0];
  if (atom->op != Op::leaf || atom->leaf != Leaf::trip) return r;
  r.trip = atom, r.factor = of[0].factor, r.known = true;
  return r;
}

}  // namespace colex::code
