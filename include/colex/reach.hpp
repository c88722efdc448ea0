// SPDX-License-Identifier: MIT
// Which offset combinations a set of strides can reach: the exact search behind injective and preimage.
//
//   c0*4 + c1*6 == 10 with 0 <= c0, c1 <= 2 is solved by (1, 1);   2*c0 + 4*c1 == 5 has no solution
//
// The largest stride is decided first. What is left must lie in the range of the smaller strides and be a
// multiple of their greatest common divisor, so the digits tried form an arithmetic progression, cut to an
// interval; with two strides nothing is searched at all. More strides can take exponential time: the search
// counts its steps and says when it gave up.
#pragma once

#include "colex/layout.hpp"

namespace colex {

/// Steps after which a search answers Condition::undecided.
inline constexpr std::int64_t kSearchLimit = std::int64_t{1} << 20;

/// Non-negative greatest common divisor; gcd(0, 0) is 0.
template <Number Int>
constexpr Int gcd(Int a, Int b) {
  a = magnitude(a);
  b = magnitude(b);
  while (!(b == Int(0))) {
    Int const rest = a % b;
    a = b;
    b = rest;
  }
  return a;
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

/// a * b mod m by doubling, for 0 <= a, b < m <= 2^62.
template <Number Int>
constexpr Int product_mod(Int a, Int b, Int const& m) {
  Int r(0);
  for (; b > Int(0); b = b / Int(2)) {
    if (b % Int(2) == Int(1)) r = r >= m - a ? r - (m - a) : r + a;
    a = a >= m - a ? a - (m - a) : a + a;
  }
  return r;
}

/// x with a * x == 1 modulo m, for gcd(a, m) == 1, m >= 1.
template <Number Int>
constexpr Int inverse_mod(Int const& a, Int const& m) {
  Int r0 = m, r1 = a % m, x0(0), x1(1);
  while (!(r1 == Int(0))) {
    Int const q = r0 / r1, r2 = r0 % r1, x2 = x0 - q * x1;
    r0 = r1;
    r1 = r2;
    x0 = x1;
    x1 = x2;
  }
  return ((x0 % m) + m) % m;
}

template <Number Int>
constexpr Int floor_div(Int const& a, Int const& b) {
  Int const q = a / b;
  return q * b > a ? q - Int(1) : q;
}

/// Digits in order of falling stride, with what the smaller ones can still add.
template <Number Int>
struct Reach {
  List<Digit<Int>> digits;
  List<Int> lowest, highest, divisor;  ///< of the sum over digits k and after; one more entry than digits
  std::int64_t steps = 0;

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
    Int low(0), high(0), common(0);
    for (int k = n - 1; k >= 0; --k) {
      low = low + digits[k].lowest * digits[k].stride;
      high = high + digits[k].highest * digits[k].stride;
      common = gcd(common, digits[k].stride);
      lowest[k] = low;
      highest[k] = high;
      divisor[k] = common;
    }
  }
  /// Digits k and after sum to `target`; on success their values are set. False as well once steps run out.
  constexpr bool solve(int k, Int const& target) {
    if (++steps > kSearchLimit) return false;
    if (k == digits.count) return bool(target == Int(0));
    auto& d = digits[k];
    bool const last = k + 1 == digits.count;
    Int const below = last ? Int(0) : lowest[k + 1], above = last ? Int(0) : highest[k + 1];
    Int from = Int(0) - floor_div(above - target, d.stride), to = floor_div(target - below, d.stride);
    if (from < d.lowest) from = d.lowest;
    if (to > d.highest) to = d.highest;
    Int const common = last ? Int(0) : divisor[k + 1];
    if (last) {
      if (from > to || !(from * d.stride == target)) return false;
      d.value = from;
      return true;
    }
    Int const both_divide = gcd(d.stride, common), jump = common / both_divide;
    if (!(target % both_divide == Int(0))) return false;
    Int residue(0);  // of the digit modulo `jump`
    if (jump > Int(1)) {
      Int const t = ((target / both_divide) % jump + jump) % jump;
      residue = product_mod(t, inverse_mod((d.stride / both_divide) % jump, jump), jump);
    }
    Int const start = from + (((residue - from) % jump) + jump) % jump;
    for (Int c = start; c <= to; c = c + jump) {
      d.value = c;
      if (solve(k + 1, target - c * d.stride)) return true;
      if (steps > kSearchLimit) return false;
    }
    return false;
  }
};

}  // namespace detail
}  // namespace colex
