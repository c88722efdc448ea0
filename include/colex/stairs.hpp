// SPDX-License-Identifier: MIT
// Sums of rounded-down fractions: w1 * floor(i * p1/q1) + w2 * floor(i * p2/q2) + ..., and the first i at
// which such a sum is not 0. Between the steps of its stairs nothing is looked at, however many points lie
// there.
//
//   static_assert(detail::below(detail::Fraction<std::int64_t>{1, 2}, {3, 4}));
//   composition((8,8):(24,5), 4:5) == (2,2):(120,53)     its modes start again where floor(i * 5/8) steps
//
// floor(i * 1/2) - floor(i * 3/4) is first not 0 at i = 3. floor(i * 1/2) - floor(i * (n+1)/2n), n even, is
// at i = n - 1: found in O(log n), as the fraction with the least denominator above 1/2 and at most
// (n+1)/2n.
//
// A layout seen at multiples of d is such a sum: coordinate i*d carries into the mode after the first P
// points at every step of floor(i * d/P).
#pragma once

#include "colex/reach.hpp"

namespace colex::detail {

/// over / under, 0 <= over; infinite where under is 0.
template <Number Int>
struct Fraction {
  Int over{}, under{};
};

/// One level of simplest(): `whole` is the answer where it is `found`; else `low` and `high` are what the bounds
/// leave above it, turned over.
template <Number Int>
struct Simplest {
  Int whole{};
  bool found = false;
  Fraction<Int> low{}, high{};
};
template <Number Int>
constexpr Simplest<Int> simplest_step(Fraction<Int> const& low, bool low_closed, Fraction<Int> const& high,
                                      bool high_closed) {
  Int const whole = low.over / low.under, above = low.over % low.under;
  if (low_closed && above == Int(0)) return {whole, true};
  if (high.under == Int(0)) return {whole + Int(1), true};
  Int const top = high.over / high.under, over_top = high.over % high.under;
  if (top > whole && (top > whole + Int(1) || high_closed || !(over_top == Int(0))))
    return {whole + Int(1), true};
  // No integer lies between: both bounds share an integer part.
  return {whole, false, {high.under, top > whole ? high.under : over_top}, {low.under, above}};
}
/// The fraction with the least denominator from `low` to `high`, low < high, each end counting where closed.
template <Number Int>
constexpr Fraction<Int> simplest(Fraction<Int> const& low, bool low_closed, Fraction<Int> const& high,
                                 bool high_closed) {
  auto const at = simplest_step(low, low_closed, high, high_closed);
  if (at.found) return {at.whole, Int(1)};
  auto const turned = simplest<Int>(at.low, high_closed, at.high, low_closed);
  return {at.whole * turned.over + turned.under, turned.over};
}

/// One level of below(): whether a < b where it is `known`; else a < b are turned over.
template <Number Int>
struct Order {
  bool known = false, less = false;
  Fraction<Int> a{}, b{};
};
template <Number Int>
constexpr Order<Int> below_step(Fraction<Int> const& a, Fraction<Int> const& b) {
  Int const x = a.over / a.under, y = b.over / b.under;
  if (x < y) return {true, true};
  if (!(x == y)) return {true, false};
  Int const p = a.over % a.under, q = b.over % b.under;
  if (q == Int(0)) return {true, false};
  if (p == Int(0)) return {true, true};
  return {false, false, {b.under, q}, {a.under, p}};
}
/// a < b, by continued fractions: no product is formed.
template <Number Int>
constexpr bool below(Fraction<Int> const& a, Fraction<Int> const& b) {
  auto at = below_step(a, b);
  while (!at.known) at = below_step<Int>(at.a, at.b);
  return at.less;
}

/// floor(i * slope), and the first i above `at` where it is more than at `at`; 0 < slope.
template <Number Int>
constexpr Int height(Fraction<Int> const& slope, Int const& i) {
  return i * slope.over / slope.under;
}
template <Number Int>
constexpr Int next_step(Fraction<Int> const& slope, Int const& at) {
  return at + (slope.under - at * slope.over % slope.under - Int(1)) / slope.over + Int(1);
}

/// The sum, as terms in order of falling fraction, each below 1.
template <Number Int>
struct Stairs {
  static constexpr int kMost = 2 * kMaxLeaves;
  struct Term {
    Int weight{};
    Fraction<Int> slope{};
    bool leads = false;  ///< the terms from here to the next leader have been equal so far
  };
  Term term[kMost]{};
  int count = 0;
  bool gave_up = false;  ///< a number left kReachLimit, or the budget did not do

  constexpr Int plus(Int const& a, Int const& b) {
    if (sum_fits(a, b)) return a + b;
    gave_up = true;
    return Int(0);
  }
  /// Adds weight * floor(i * over/under), 0 <= over < under.
  constexpr void add(Int const& weight, Int const& over, Int const& under) {
    if (over == Int(0) || weight == Int(0)) return;
    Int const common = gcd(over, under);
    Term const t{weight, {over / common, under / common}, false};
    int at = 0;
    while (at < count && below(t.slope, term[at].slope)) ++at;
    if (at < count && term[at].slope.over == t.slope.over && term[at].slope.under == t.slope.under) {
      term[at].weight = plus(term[at].weight, t.weight);
      if (!(term[at].weight == Int(0))) return;
      --count;
      for (int k = at; k < count; ++k) term[k] = term[k + 1];
      return;
    }
    for (int k = count++; k > at; --k) term[k] = term[k - 1];
    term[at] = t;
  }
  constexpr Int height(int k, Int const& i) const { return detail::height(term[k].slope, i); }

  /// The first i, 1 <= i < points, at which the sum is not 0; `points` where there is none, and where
  /// gave_up. Precondition: (points - 1) * over fits for every term. Terms that have stepped together so far
  /// and whose weights add up to 0 cannot matter before they part; others matter where they next step.
  constexpr Int first_step(Int const& points, Work& work) {
    while (count > 0 && height(count - 1, points - Int(1)) == Int(0)) --count;  // never steps
    if (count > 0) term[0].leads = true;
    Int at(0);
    while (!gave_up) {
      Int next = points;
      auto consider = [&](Int const& i) {
        if (i < next) next = i;
      };
      for (int from = 0, to = 0; from < count; from = to) {
        Int weight(0);
        do weight = plus(weight, term[to++].weight);
        while (to < count && !term[to].leads);
        if (gave_up) return points;
        auto const& top = term[from].slope;
        if (weight == Int(0)) {
          consider(simplest(term[to - 1].slope, false, top, true).under);
        } else {
          consider(next_step(top, at));
        }
      }
      if (next == points || gave_up) return points;
      at = next;
      Int sum(0);
      for (int from = 0, to = 0; from < count; from = to) {
        Int weight(0);
        do weight = plus(weight, term[to++].weight);
        while (to < count && !term[to].leads);
        Int const floor = height(to - 1, at);
        gave_up = gave_up || !product_fits(weight, floor);
        if (!gave_up && !(weight == Int(0))) sum = plus(sum, weight * floor);
        for (int k = from; k < to; ++k) {
          if (!(height(k, at) == floor)) sum = plus(sum, term[k].weight);
          if (k > from && !(height(k, at) == height(k - 1, at))) term[k].leads = true;
        }
      }
      if (!(sum == Int(0)) && !gave_up) return at;
      if (!work.take(4 + 4 * count)) gave_up = true;
    }
    return points;
  }
};

}  // namespace colex::detail
