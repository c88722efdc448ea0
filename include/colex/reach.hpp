// SPDX-License-Identifier: MIT
// Which offset combinations a set of strides can reach: the exact search behind injective and get_1d_coord.
//
//   get_hier_coord((3,3):(4,6), 10) == (1,1)                                      c0*4 + c1*6 == 10
//   get_hier_coord((3,3):(2,4), 5) is refused: no coordinate has offset 5         c0*2 + c1*4 == 5
//
// The largest stride is decided first. What is left must lie in the range of the smaller strides and be a
// multiple of their greatest common divisor, so the digits tried form an arithmetic progression, cut to an
// interval; with two strides nothing is searched at all. More strides can take exponential time: the search
// counts its steps and stops where its budget does.
#pragma once

#include "colex/budget.hpp"
#include "colex/layout.hpp"

namespace colex {

namespace detail {

/// Two numbers with the common divisors of a and b, the second smaller than b. Precondition: a >= 0, b >= 1.
template <Number Int>
struct Remainders {
  Int a{}, b{};
};
template <Number Int>
constexpr Remainders<Int> gcd_step(Remainders<Int> const& at) {
  return {at.b, at.a % at.b};
}

}  // namespace detail

/// Non-negative greatest common divisor; gcd(0, 0) is 0.
template <Number Int>
constexpr Int gcd(Int const& a, Int const& b) {
  detail::Remainders<Int> at{magnitude(a), magnitude(b)};
  while (!(at.b == Int(0))) at = detail::gcd_step(at);
  return at.a;
}

namespace detail {

/// The unknown digit of one mode: lowest <= digit <= highest, `stride` >= 1.
template <Number Int>
struct Digit {
  Int stride{}, lowest{}, highest{};
  int mode = 0;  ///< position among the leaves the search was made from
  bool mirrored = false;
  Int value{};
};

/// The greatest q with q * b <= a, for b >= 1.
template <Number Int>
constexpr Int floor_div(Int const& a, Int const& b) {
  if (a < Int(0)) return Int(-1) - (Int(-1) - a) / b;
  return a / b;
}
/// a - floor_div(a, b) * b: in [0, b).
template <Number Int>
constexpr Int floor_mod(Int const& a, Int const& b) {
  if (a < Int(0)) return b - Int(1) - (Int(-1) - a) % b;
  return a % b;
}

/// The quotient rounded towards 0, of numbers of either sign, from that of numbers >= 0.
template <Number Int>
constexpr Int truncated_div(Int const& a, Int const& b) {
  Int const q = magnitude(a) / magnitude(b);
  return bool(a < Int(0)) == bool(b < Int(0)) ? q : Int(0) - q;
}

/// r + a * b mod m, one bit of b at a time. Precondition: 0 <= r, a < m, b >= 0.
template <Number Int>
struct Doubling {
  Int r{}, a{}, b{};
};
template <Number Int>
constexpr Doubling<Int> doubling_step(Doubling<Int> const& at, Int const& m) {
  Doubling<Int> next = at;
  if (at.b % Int(2) == Int(1)) next.r = at.r >= m - at.a ? at.r - (m - at.a) : at.r + at.a;
  next.a = at.a >= m - at.a ? at.a - (m - at.a) : at.a + at.a;
  next.b = at.b / Int(2);
  return next;
}
/// a * b mod m, for 0 <= a, b < m <= 2^62.
template <Number Int>
constexpr Int product_mod(Int const& a, Int const& b, Int const& m) {
  Doubling<Int> at{Int(0), a, b};
  while (at.b > Int(0)) at = doubling_step(at, m);
  return at.r;
}

/// Euclid's remainders r0, r1 of m and a, with a * x0 == r0 and a * x1 == r1 modulo m.
template <Number Int>
struct Inverting {
  Int r0{}, r1{}, x0{}, x1{};
};
template <Number Int>
constexpr Inverting<Int> inverting_step(Inverting<Int> const& at) {
  return {at.r1, at.r0 % at.r1, at.x1, at.x0 - at.r0 / at.r1 * at.x1};
}
/// x with a * x == 1 modulo m, for gcd(a, m) == 1, a >= 0, m >= 1.
template <Number Int>
constexpr Int inverse_mod(Int const& a, Int const& m) {
  Inverting<Int> at{m, a % m, Int(0), Int(1)};
  while (!(at.r1 == Int(0))) at = inverting_step(at);
  return floor_mod(at.x0, m);
}

/// Some consecutive integers, none where first > last.
template <Number Int>
struct Interval {
  Int first{}, last{};
};
/// The digits c of d for which target - c * stride lies in `others`.
template <Number Int>
constexpr Interval<Int> digit_interval(Digit<Int> const& d, Int const& target, Interval<Int> const& others) {
  Interval<Int> r{Int(0) - floor_div(others.last - target, d.stride),
                  floor_div(target - others.first, d.stride)};
  if (r.first < d.lowest) r.first = d.lowest;
  if (r.last > d.highest) r.last = d.highest;
  return r;
}
/// What sums in `others` become when any digit of d is added.
template <Number Int>
constexpr Interval<Int> with_digit(Interval<Int> const& others, Digit<Int> const& d) {
  return {others.first + d.lowest * d.stride, others.last + d.highest * d.stride};
}
/// The least number from `from` on that is `residue` modulo `jump`.
template <Number Int>
constexpr Int first_congruent(Int const& from, Int const& residue, Int const& jump) {
  return from + floor_mod(residue - from, jump);
}

/// Digits in order of falling stride, with what the smaller ones can still add.
template <Number Int>
struct Reach {
  List<Digit<Int>> digits;
  List<Interval<Int>> range;  ///< of the sum over digits k and after
  List<Int> divisor;          ///< of that sum
  Work work{};

  constexpr void add(Digit<Int> d) {
    if (d.stride < Int(0))
      d = {Int(0) - d.stride, Int(0) - d.highest, Int(0) - d.lowest, d.mode, true, Int(0)};
    digits.push(d);
    for (int j = digits.count - 1; j > 0 && digits[j].stride > digits[j - 1].stride; --j) {
      auto const smaller = digits[j - 1];
      digits[j - 1] = digits[j];
      digits[j] = smaller;
    }
  }
  constexpr void close() {
    int const n = digits.count;
    Interval<Int> sums;
    Int common(0);
    range.fill(n);
    divisor.fill(n);
    for (int k = n - 1; k >= 0; --k) {
      sums = with_digit(sums, digits[k]);
      common = gcd(common, digits[k].stride);
      range[k] = sums;
      divisor[k] = common;
    }
  }
  /// Digits k and after sum to `target`; on success their values are set. False as well once `work` has ended.
  constexpr bool solve(int k, Int const& target) {
    if (!work.take()) return false;
    if (k == digits.count) return bool(target == Int(0));
    auto& d = digits[k];
    bool const last = k + 1 == digits.count;
    auto const tried = digit_interval(d, target, last ? Interval<Int>{} : range[k + 1]);
    if (last) {
      if (tried.first > tried.last || !(tried.first * d.stride == target)) return false;
      d.value = tried.first;
      return true;
    }
    Int const common = divisor[k + 1], both_divide = gcd(d.stride, common), jump = common / both_divide;
    if (!(floor_mod(target, both_divide) == Int(0))) return false;
    Int residue(0);  // of the digit modulo `jump`
    if (jump > Int(1) && work.take(8))
      residue = product_mod(floor_mod(floor_div(target, both_divide), jump),
                            inverse_mod(d.stride / both_divide % jump, jump), jump);
    for (Int c = first_congruent(tried.first, residue, jump); c <= tried.last; c = c + jump) {
      d.value = c;
      if (solve(k + 1, target - c * d.stride)) return true;
      if (work.ended()) return false;
    }
    return false;
  }
};

}  // namespace detail
}  // namespace colex
