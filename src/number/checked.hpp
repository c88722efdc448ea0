// SPDX-License-Identifier: MIT
// Checked: a 64-bit number that never wraps. Each operator either gives the integers' answer or throws
// Overflow. The shell and the tests run the shipped algebra on it wherever a user chooses the numbers.
//
//   Checked(4) * Checked(5) == Checked(20)
//   Checked(std::int64_t{1} << 40) * Checked(std::int64_t{1} << 40)   throws Overflow
#pragma once

#include <compare>
#include <exception>
#include <limits>

#include "colex/layout.hpp"

namespace colex {

/// The integers' answer lies outside 64 bits, or does not exist (division by zero).
struct Overflow : std::exception {
  char const* what() const noexcept override { return "a number leaves 64 bits"; }
};

class Checked {
 public:
  constexpr Checked() = default;
  constexpr Checked(std::int64_t value) : value_(value) {}  // implicit: every 64-bit integer is one
  constexpr explicit operator std::int64_t() const { return value_; }
  constexpr std::int64_t value() const { return value_; }

  friend constexpr Checked operator+(Checked a, Checked b) {
    std::int64_t r = 0;
    if (__builtin_add_overflow(a.value_, b.value_, &r)) throw Overflow{};
    return r;
  }
  friend constexpr Checked operator-(Checked a, Checked b) {
    std::int64_t r = 0;
    if (__builtin_sub_overflow(a.value_, b.value_, &r)) throw Overflow{};
    return r;
  }
  friend constexpr Checked operator*(Checked a, Checked b) {
    std::int64_t r = 0;
    if (__builtin_mul_overflow(a.value_, b.value_, &r)) throw Overflow{};
    return r;
  }
  friend constexpr Checked operator/(Checked a, Checked b) {
    refuse_division(a, b);
    return a.value_ / b.value_;
  }
  friend constexpr Checked operator%(Checked a, Checked b) {
    refuse_division(a, b);
    return a.value_ % b.value_;
  }
  constexpr Checked operator-() const { return Checked(0) - *this; }

  friend constexpr bool operator==(Checked, Checked) = default;
  friend constexpr auto operator<=>(Checked, Checked) = default;

 private:
  static constexpr void refuse_division(Checked a, Checked b) {
    if (b.value_ == 0 || (b.value_ == -1 && a.value_ == std::numeric_limits<std::int64_t>::min()))
      throw Overflow{};
  }
  std::int64_t value_;  // as of a built-in integer: a list of 32 modes is not cleared
};

template <>
inline constexpr bool is_number<Checked> = true;
template <>
inline constexpr bool is_word<Checked> = true;

// ------------------------------------------------------------------------------- to Checked and back again

constexpr IntTuple<Checked> checked(IntTuple<std::int64_t> const& t) {
  return transform(t, [](std::int64_t x) { return Checked(x); });
}
constexpr Layout<Checked> checked(Layout<std::int64_t> const& l) {
  return transform(l, [](Mode<std::int64_t> const& m) { return Mode<Checked>{m.shape, m.stride}; });
}
constexpr IntTuple<std::int64_t> plain(IntTuple<Checked> const& t) {
  return transform(t, [](Checked x) { return x.value(); });
}
constexpr Layout<std::int64_t> plain(Layout<Checked> const& l) {
  return transform(l, [](Mode<Checked> const& m) {
    return Mode<std::int64_t>{m.shape.value(), m.stride.value()};
  });
}
constexpr Refusal<std::int64_t> plain(Refusal<Checked> const& r) {
  return {r.condition,   {r.modes[0], r.modes[1]}, r.left.value(), r.right.value(),
          r.has_witness, r.index.value(),          r.got.value(),  r.want.value()};
}

}  // namespace colex
