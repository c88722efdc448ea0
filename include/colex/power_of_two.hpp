// SPDX-License-Identifier: MIT
// 0 and the powers of two up to 2^62 as a number of the algebra: a product adds exponents, a quotient subtracts them.
//
//   static_assert(PowerOfTwo(32) / PowerOfTwo(8) == PowerOfTwo(4) && PowerOfTwo(8) % PowerOfTwo(32) == PowerOfTwo(8));
//   static_assert(*composition_step(Mode<PowerOfTwo>{8, 2}, {4, 16}).mode.stride == 32);     as of (4,...):(16,...) o 8:2
//
// It has no sum: a step that adds does not compile. Every operation on every pair is compared with that of 64-bit integers
// in tests/static/power_of_two.cpp, so that what is proved of a step for all integers holds of the step on these.
#pragma once

#include <bit>

#include "colex/textbook.hpp"

namespace colex {

class PowerOfTwo {
 public:
  PowerOfTwo() = default;  // as int64_t: a value, 0, only as PowerOfTwo{}
  /// Precondition: 0, or a power of two.
  constexpr PowerOfTwo(std::int64_t n)
      : width_(static_cast<int>(std::bit_width(static_cast<std::uint64_t>(n)))) {}
  static constexpr PowerOfTwo to_the(int exponent) { return of_width(exponent + 1); }
  /// Precondition: at most 2^62.
  constexpr std::int64_t operator*() const { return width_ == 0 ? 0 : std::int64_t{1} << (width_ - 1); }
  constexpr int exponent() const { return width_ - 1; }  ///< -1 of 0

  friend constexpr PowerOfTwo operator*(PowerOfTwo a, PowerOfTwo b) {
    return of_width(a.width_ == 0 || b.width_ == 0 ? 0 : a.width_ + b.width_ - 1);
  }
  /// Rounded down. Precondition: b is not 0.
  friend constexpr PowerOfTwo operator/(PowerOfTwo a, PowerOfTwo b) {
    return of_width(a.width_ < b.width_ ? 0 : a.width_ - b.width_ + 1);
  }
  /// Precondition: b is not 0.
  friend constexpr PowerOfTwo operator%(PowerOfTwo a, PowerOfTwo b) {
    return a.width_ < b.width_ ? a : PowerOfTwo{};
  }
  friend constexpr bool operator==(PowerOfTwo a, PowerOfTwo b) = default;
  friend constexpr auto operator<=>(PowerOfTwo a, PowerOfTwo b) = default;  // NOLINT(modernize-use-nullptr)

 private:
  static constexpr PowerOfTwo of_width(int width) {
    PowerOfTwo r{};
    r.width_ = width;
    return r;
  }
  int width_;  ///< std::bit_width of the number
};
template <>
inline constexpr bool is_number<PowerOfTwo> = true;

}  // namespace colex
