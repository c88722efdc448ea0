// SPDX-License-Identifier: MIT
// Which bits of the trips of loops an address reads: where it reads low bits only, what all trips do is what few do.
#pragma once

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "code/symbols/term.hpp"

namespace colex::code {

inline constexpr unsigned kMostBits = 4;      // of an epoch, and of a trip that no barrier counts
inline constexpr unsigned kMostTripBits = 6;  // of all trips that are in one address

/// The most trips of a loop, by its leaf; none where they are not bounded.
using TripBound = std::function<std::optional<std::uint64_t>(Term)>;

/// The bits of trips that a term reads: the highest, and one; all of a loop with few trips. False where it reads more than low bits, or anything but
/// lane, wave and trips.
inline bool low_bits(Term t, TripBound const& most, std::map<Term, unsigned>& bits, std::set<Term>& seen) {
  if (!seen.insert(t).second) return true;
  bool const is_part = t->op == Op::extract && t->of[0]->op == Op::leaf && t->of[0]->leaf == Leaf::trip;
  if (Term const trip = is_part ? t->of[0] : t; trip->op == Op::leaf && trip->leaf == Leaf::trip) {
    auto& known = bits[trip];
    if (auto const bound = most(trip); bound && *bound < (1u << kMostBits))
      return known = std::max(known, std::max(1u, static_cast<unsigned>(std::bit_width(*bound)))), true;
    if (!is_part) return false;
    auto const top = static_cast<unsigned>(t->value) + t->width;
    known = std::max(known, top);
    return top <= kMostBits;
  }
  if (t->op == Op::leaf) return t->leaf == Leaf::lane || t->leaf == Leaf::wave;
  return std::all_of(t->of.begin(), t->of.end(), [&](Term part) { return low_bits(part, most, bits, seen); });
}

/// The bits of all trips together.
inline unsigned trip_bits(std::map<Term, unsigned> const& bits) {
  unsigned r = 0;
  for (auto const& [trip, n] : bits) r += n;
  return r;
}

/// Of a number of that width the bits that are this trip's; none where it has none.
inline std::optional<std::uint64_t> trip_in(std::uint64_t choice, std::map<Term, unsigned> const& bits,
                                            Term leaf) {
  unsigned at = 0;
  for (auto const& [trip, n] : bits) {
    if (trip == leaf) return choice >> at & all_ones(n);
    at += n;
  }
  return {};
}

/// What a term is in a thread and in those trips; none where it reads anything else.
inline std::optional<std::uint64_t> value_in(Term t, unsigned thread, std::uint64_t choice,
                                             std::map<Term, unsigned> const& bits) {
  return Evaluation([&](Term leaf) -> std::optional<std::uint64_t> {
    if (leaf->leaf == Leaf::lane) return thread % 64;
    if (leaf->leaf == Leaf::wave) return thread / 64;
    return trip_in(choice, bits, leaf);
  })(t);
}

}  // namespace colex::code
