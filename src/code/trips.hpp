// SPDX-License-Identifier: MIT
// Which bits of the trips of loops an address reads: where it reads low bits only, what all trips do is what few do.
#pragma once

#include <algorithm>
#include <map>
#include <set>

#include "code/symbols/term.hpp"

namespace colex::code {

inline constexpr unsigned kMostBits = 4;      // of an epoch, and of a trip that no barrier counts
inline constexpr unsigned kMostTripBits = 6;  // of all trips that are in one address

/// The bits of trips that a term reads: the highest, and one; false where it reads more than low bits, or anything but lane, wave and trips.
inline bool low_bits(Term t, std::map<Term, unsigned>& bits, std::set<Term>& seen) {
  if (!seen.insert(t).second) return true;
  if (t->op == Op::extract && t->of[0]->op == Op::leaf && t->of[0]->leaf == Leaf::trip) {
    auto const top = static_cast<unsigned>(t->value) + t->width;
    auto& known = bits[t->of[0]];
    known = std::max(known, top);
    return top <= kMostBits;
  }
  if (t->op == Op::leaf) return t->leaf == Leaf::lane || t->leaf == Leaf::wave;
  return std::all_of(t->of.begin(), t->of.end(), [&](Term part) { return low_bits(part, bits, seen); });
}

}  // namespace colex::code
