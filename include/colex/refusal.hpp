// SPDX-License-Identifier: MIT
// The answer of a partial operation: a value, or the named condition that fails with the numbers that show
// it.
//
//   constexpr auto r = complement(layout("4:3"), 16);                        refused: 12 does not divide 16
//   static_assert(!r && r.refusal.condition == Condition::cotarget_divides);
//   static_assert(r.refusal.left == 12 && r.refusal.right == 16);
#pragma once

#include <cstdlib>
#include <type_traits>
#include <utility>

#include "colex/number.hpp"

namespace colex {

/// Why an operation refuses. The spelling is public: it is what the shell, JSON and compile errors show.
enum class Condition : std::uint8_t {
  none,               ///< nothing is violated
  capacity,           ///< more leaves or more nesting than a layout value can hold
  overflow,           ///< a size or an offset would exceed kReachLimit
  shape_positive,     ///< an extent is below 1
  congruent,          ///< shape and stride, or coordinate and shape, do not nest alike
  cotarget_positive,  ///< complement: M is below 1
  stride_positive,   ///< complement: a mode of extent > 1 has a stride below 1, so offsets repeat or go below
                     ///< 0
  stride_divides,    ///< complement: shape*stride of one mode does not divide the next larger stride
  cotarget_divides,  ///< complement: shape*stride of the largest mode does not divide M
  starts_at_zero,    ///< find_layout: f(0) is not 0
  run_divides,       ///< the first linear run does not divide the number of points
  additive,          ///< f(i + n*j) differs from f(i) + f(n*j)
  no_carry,          ///< composition: two modes of B carry into each other inside A
  in_domain,         ///< composition: B reaches an index at which A is not defined
  undecided,         ///< deciding this needs an enumeration beyond the stated limit
  room,              ///< complement: A and R have `left` points, fewer than the cotarget `right`
  mode_exists,       ///< a mode number is beyond the rank
  divides,           ///< shape_div, division of shapes: neither number divides the other
  not_negative,      ///< a coordinate, divisor or stride that must not be negative is
  injective,         ///< two coordinates, `left` and `right`, have the same offset
  invertible,        ///< left_inverse: no chain of moduli gives every coordinate back
  surjective,        ///< no coordinate has the offset `left`
  vector_divides,    ///< upcast: a vector of N elements would be cut, or a stride neither divides N nor is a
                     ///< multiple of it
  adjacent,          ///< downcast: not exactly one mode runs through adjacent elements
  power_of_two,      ///< GF(2): an extent, a stride or a table length is not a power of two
  linear             ///< GF(2): f(i ^ j) differs from f(i) ^ f(j)
};

constexpr char const* name(Condition c) {
  constexpr char const* names[] = {"none",
                                   "capacity",
                                   "overflow",
                                   "shape_positive",
                                   "congruent",
                                   "cotarget_positive",
                                   "stride_positive",
                                   "stride_divides",
                                   "cotarget_divides",
                                   "starts_at_zero",
                                   "run_divides",
                                   "additive",
                                   "no_carry",
                                   "in_domain",
                                   "undecided",
                                   "room",
                                   "mode_exists",
                                   "divides",
                                   "not_negative",
                                   "injective",
                                   "invertible",
                                   "surjective",
                                   "vector_divides",
                                   "adjacent",
                                   "power_of_two",
                                   "linear"};
  return names[static_cast<int>(c)];
}

/// The condition and what shows it. `left`/`right` are the two numbers the condition compares; `modes` are
/// positions among the leaves, -1 where none applies. A witness is an integral coordinate `index` at which
/// the best candidate gives `got` and the truth is `want`.
template <Number Int>
struct Refusal {
  Condition condition = Condition::none;
  int modes[2] = {-1, -1};
  Int left{}, right{};
  bool has_witness = false;
  Int index{}, got{}, want{};
};

template <Number Int>
constexpr Refusal<Int> because(Condition c, Int const& left = Int(0), Int const& right = Int(0)) {
  Refusal<Int> r;
  r.condition = c;
  r.left = left;
  r.right = right;
  return r;
}

/// Stops. Not constexpr, so a compile error in a constant evaluation names it, and with it the condition.
template <Condition violated>
[[noreturn]] inline void stop() {
  std::abort();
}
constexpr int kConditions = static_cast<int>(Condition::linear) + 1;

/// Stops at the condition, unless it is `none`.
constexpr void require(Condition c) {
  [c]<int... k>(std::integer_sequence<int, 0, k...>) {
    ((c == Condition(k) ? stop<Condition(k)>() : void()), ...);
  }
  (std::make_integer_sequence<int, kConditions>{});
}

/// A value or a refusal. `*r` on a refusal does not compile in a constant evaluation, where the error names
/// the condition, and aborts at run time: test `if (r)` first.
template <class T, Number Int = std::int64_t>
struct [[nodiscard]] Result {
  T value{};
  Refusal<Int> refusal{};

  constexpr Result() = default;
  constexpr Result(T const& v, Refusal<Int> const& why) : value(v), refusal(why) {}
  static constexpr Result answer(T const& value) {
    Result r;
    r.value = value;
    return r;
  }
  static constexpr Result refuse(Refusal<Int> const& why) {
    Result r;
    r.refusal = why;
    return r;
  }
  constexpr explicit operator bool() const { return refusal.condition == Condition::none; }
  constexpr T const& operator*() const {
    require(refusal.condition);
    return value;
  }
  constexpr T const* operator->() const { return &**this; }
};

}  // namespace colex
