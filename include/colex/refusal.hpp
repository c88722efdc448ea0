// SPDX-License-Identifier: MIT
// Why an operation refuses: the named condition that fails, and the numbers that show it.
//
//   constexpr auto why = complement(layout("4:3"), 16).refusal;              12 does not divide 16
//   static_assert(why.condition == Condition::cotarget_divides && why.left == 12 && why.right == 16);
#pragma once

#include "colex/host_device.hpp"
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
  undecided,         ///< no answer within the budget of `left` steps; there are `right` points
  overlap,           ///< swizzle: it would read bits that it writes: |shift| `right` is below its bits `left`
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
                                   "overlap",
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
COLEX_HOST_DEVICE constexpr Refusal<Int> because(Condition c, Int const& left = Int(0),
                                                 Int const& right = Int(0)) {
  Refusal<Int> r;
  r.condition = c;
  r.left = left;
  r.right = right;
  return r;
}

namespace detail {
/// Where a part of an operation refuses: says why to the caller, and is false. Nothing is written where nothing is
/// refused, so that no answer waits for a Refusal to be copied.
template <Number Int>
constexpr bool refused(Refusal<Int>& why, Refusal<Int> const& reason) {
  why = reason;
  return false;
}
}  // namespace detail

}  // namespace colex
