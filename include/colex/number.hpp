// SPDX-License-Identifier: MIT
// What the algebra may compute with. A type becomes a number by registration, never by having the right
// operators: XOR arithmetic has `+` and `*` too, and would silently pass for the integers.
//
//   static_assert(colex::Number<std::int64_t>);
//   static_assert(!colex::product_fits<std::int64_t>(std::int64_t{1} << 40, std::int64_t{1} << 40));
#pragma once

#if __cplusplus < 201709L
#error "colex needs C++20: compile with -std=c++20"
#endif

#include <cstdint>
#include <type_traits>

namespace colex {

/// Register a type `T` as a number: specialise to true. `T` must be an ordered commutative ring in which `/`
/// and `%` of a non-negative dividend by a positive divisor are Euclid's; its comparisons must convert to
/// bool in an `if`. Registered in colex: `std::int64_t` here; in smt/sym `colex::sym::Integer`, a Z3 term,
/// and `colex::sym::Bits`, 64 bits of one.
template <class T>
inline constexpr bool is_number = false;
template <>
inline constexpr bool is_number<std::int64_t> = true;

/// True for numbers that cannot overflow.
template <class T>
inline constexpr bool is_unbounded = false;

/// True for words of 64 bits, which are compared at no cost: well_formed() asks first whether they are small.
template <class T>
inline constexpr bool is_word = std::is_same_v<T, std::int64_t>;

template <class T>
concept Number = is_number<T>;

/// Any built-in integer; taken wherever a number is.
template <class T>
concept PlainInteger = std::is_integral_v<T> && !std::is_same_v<std::remove_cv_t<T>, bool>;

/// The size of a layout, each |shape * stride| and the sum of its (shape - 1) * |stride| stay at or below
/// 2^62 (elements), so that every sum and every product of one shape with one stride inside the algebra stays
/// inside 64 bits.
inline constexpr std::int64_t kReachLimit = std::int64_t{1} << 62;

/// Capacities of a value. Beyond them an operation answers Condition::capacity.
inline constexpr int kMaxLeaves = 32;
inline constexpr int kMaxNodes = 64;

template <Number Int>
constexpr Int magnitude(Int const& a) {
  if (a < Int(0)) return Int(0) - a;
  return a;
}

namespace detail {
/// Whether a and b are at most `limit` away from 0: of most numbers at once, without a branch for the sign.
template <Number Int>
constexpr bool lies_within(std::int64_t limit, Int const& a, Int const& b) {
  Int const most = limit, least = -limit;
  return least <= a && a <= most && least <= b && b <= most;
}
/// product_fits() of any numbers. Kept apart, so that the common case is compiled in place.
template <Number Int>
[[gnu::cold]] constexpr bool large_product_fits(Int const& a, Int const& b) {
  Int const lowest = -kReachLimit;
  if (a < lowest || b < lowest) return false;  // also keeps magnitude() away from the lowest 64-bit integer
  Int const x = magnitude(a), y = magnitude(b);
  if (x == 0) return true;
  return bool(y <= kReachLimit / x);
}
}  // namespace detail

/// |a * b| <= kReachLimit, decided without computing the product; always true for an unbounded number.
template <Number Int>
[[gnu::always_inline]] constexpr bool product_fits(Int const& a, Int const& b) {
  if constexpr (is_unbounded<Int>) {
    return true;
  } else {
    return detail::lies_within(std::int64_t{1} << 31, a, b) || detail::large_product_fits(a, b);
  }
}

/// |a| + |b| <= kReachLimit; always true for an unbounded number.
template <Number Int>
[[gnu::always_inline]] constexpr bool sum_fits(Int const& a, Int const& b) {
  if constexpr (is_unbounded<Int>) {
    return true;
  } else {
    if (detail::lies_within(kReachLimit / 2, a, b)) return true;
    Int const lowest = -kReachLimit;
    if (a < lowest || b < lowest || a > kReachLimit || b > kReachLimit) return false;
    return bool(magnitude(a) <= kReachLimit - magnitude(b));
  }
}

/// Conjunction and disjunction that do not branch: laws are written with them, so that a symbolic truth value
/// stays one formula.
template <class Truth>
constexpr Truth both(Truth const& a, Truth const& b) {
  if constexpr (std::is_same_v<Truth, bool>) {
    return a && b;
  } else {
    return a & b;
  }
}
template <class Truth>
constexpr Truth either(Truth const& a, Truth const& b) {
  if constexpr (std::is_same_v<Truth, bool>) {
    return a || b;
  } else {
    return a | b;
  }
}
template <class Truth, class... More>
requires(sizeof...(More) > 1) constexpr Truth both(Truth const& a, More const&... more) {
  return both(a, both(more...));
}

}  // namespace colex
