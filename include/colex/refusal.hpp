// SPDX-License-Identifier: MIT
// Why an operation refuses: the named condition that fails, and the numbers that show it.
//
//   constexpr auto why = complement(layout("4:3"), 16).refusal;              12 does not divide 16
//   static_assert(why.condition == Condition::cotarget_divides && why.left == 12 && why.right == 16);
#pragma once

#include "colex/condition.hpp"
#include "colex/number.hpp"

namespace colex {

/// The condition and what shows it. `left`/`right` are the two numbers the condition compares; `modes` are
/// positions among the leaves, -1 where none applies. A witness is an integral coordinate `index` at which
/// the best candidate gives `got` and the truth is `want`; of Condition::injective, where both are the offset that
/// `left` and `right` have. What each condition shows: fact(condition).shown.
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

/// A refusal with its counterexample: at `index` the layout or map that what comes before it forces gives `got`, and the
/// truth is `want`.
template <Number Int>
constexpr Refusal<Int> shown_at(Condition c, Int const& index, Int const& got, Int const& want) {
  return {c, {-1, -1}, got, want, true, index, got, want};
}
/// Refusal: f(0) is not 0.
template <Number Int>
constexpr Refusal<Int> starts_at(Int const& value) {
  return {Condition::starts_at_zero, {-1, -1}, value, Int(0), true, Int(0), Int(0), value};
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
