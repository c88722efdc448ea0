// SPDX-License-Identifier: MIT
// After how many trips of its loops an address repeats: where it reads low bits of a trip only, or the rest of a division, what all trips do is what
// few do.
#pragma once

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "code/symbols/term.hpp"

namespace colex::code {

inline constexpr std::uint64_t kMostPeriod = 16;   // of an epoch, and of a trip that no barrier counts
inline constexpr std::uint64_t kMostChoices = 64;  // of all trips that are in one address

/// The most trips of a loop, by its leaf; none where they are not bounded.
using TripBound = std::function<std::optional<std::uint64_t>(Term)>;
/// Of each trip, by its leaf, after how many something repeats.
using Periods = std::map<Term, std::uint64_t>;

inline void widen_period(Periods& all, Term trip, std::uint64_t period) {
  auto& known = all.try_emplace(trip, 1).first->second;
  known = std::lcm(known, period);
}

/// The trip, of a trip or a sum of it and a number in which nothing wraps; null otherwise.
inline Term trip_of_sum(Term t) {
  std::uint64_t number = 0;
  auto const all = summands_of(t, number);
  if (all.size() != 1 || all[0].factor != 1 || all[0].term->op != Op::leaf || all[0].term->leaf != Leaf::trip)
    return nullptr;
  return number == 0 || (t->width == 64 && number < 1u << 16) ? all[0].term : nullptr;  // fewer than 2^32
}

/// The periods of what a term reads; of a loop with few trips, more than those. False where it reads more of a trip, or anything but lane, wave and
/// trips.
inline bool periods_of(Term t, TripBound const& most, Periods& all, std::set<Term>& seen) {
  if (!seen.insert(t).second) return true;
  bool const is_part = t->op == Op::extract && t->of[0]->op == Op::leaf && t->of[0]->leaf == Leaf::trip;
  Term const rest = t->op == Op::remainder ? trip_of_sum(t->of[0]) : nullptr;
  if (Term const trip = is_part           ? t->of[0]
                        : rest != nullptr ? rest
                                          : t;
      trip->op == Op::leaf && trip->leaf == Leaf::trip) {
    if (auto const bound = most(trip); bound && *bound < kMostPeriod)
      return widen_period(all, trip, std::bit_ceil(*bound + 1)), true;
    if (rest == nullptr && (!is_part || t->value + t->width > 63)) return false;
    std::uint64_t const period =
        t->op == Op::remainder ? t->value : std::uint64_t{1} << (t->value + t->width);
    if (period > kMostPeriod) return false;
    return widen_period(all, trip, period), true;
  }
  if (t->op == Op::leaf) return t->leaf == Leaf::lane || t->leaf == Leaf::wave;
  return std::all_of(t->of.begin(), t->of.end(),
                     [&](Term part) { return periods_of(part, most, all, seen); });
}

/// How many choices of trips there are.
inline std::uint64_t choices_of(Periods const& all) {
  std::uint64_t r = 1;
  for (auto const& [trip, period] : all) r = std::min(r * period, std::uint64_t{1} << 32);
  return r;
}

/// In a choice by its number, that trip; none where it is not chosen.
inline std::optional<std::uint64_t> trip_in(std::uint64_t choice, Periods const& all, Term leaf) {
  for (auto const& [trip, period] : all) {
    if (trip == leaf) return choice % period;
    choice /= period;
  }
  return {};
}

/// What a term is in a thread, of waves of so many lanes, and in those trips; none where it reads anything else.
inline std::optional<std::uint64_t> value_in(Term t, unsigned lanes, unsigned thread, std::uint64_t choice,
                                             Periods const& all) {
  return Evaluation([&](Term leaf) -> std::optional<std::uint64_t> {
    if (leaf->leaf == Leaf::lane) return thread % lanes;
    if (leaf->leaf == Leaf::wave) return thread / lanes;
    return trip_in(choice, all, leaf);
  })(t);
}

/// Whether a thread may make an access with those conditions, as far as they are of lane and wave.
inline bool may_make(std::vector<Term> const& when, unsigned lanes, unsigned thread) {
  return std::none_of(when.begin(), when.end(), [&](Term bit) {
    auto const v = value_in(bit, lanes, thread, 0, {});
    return v && *v == 0;
  });
}

}  // namespace colex::code
