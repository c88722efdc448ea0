// SPDX-License-Identifier: MIT
// Law: what two layouts have in common lies at the same offsets in both.   (4,8):(1,5) and 32:1 share 0..3
#pragma once

#include "colex/common.hpp"

namespace colex::laws {

struct max_common_layout_is_common {
  static constexpr char const* statement =
      "R = max_common_layout(A, B): A(R(i)) = i = B(R(i)) for every i < |R|";
  static constexpr char const* source = "CuTe, max_common_layout, post-conditions; T39";

  /// At one index 0 <= i < size(R).
  template <Number Int>
  static constexpr bool holds(Layout<Int> const& a, Layout<Int> const& b, Int const& i) {
    auto const r = max_common_layout(a, b);
    if (!r) return true;
    Int const k = evaluate(r.value, i);
    return evaluate(a, k) == i && evaluate(b, k) == i;
  }

  /// The induction step of what lies inside A. `low` is the offset of a point of the modes passed, `u` the
  /// digit of the new mode; the point lies up to `last`, and up to the new top where the step has one.
  /// Preconditions: 0 <= low <= at.top <= last, 0 <= u, the point is one of step.points.
  template <Number Int>
  static constexpr auto step_keeps(Mode<Int> const& mode, Int const& last, Int const& low, Int const& u,
                                   Inside<Int> const& step) {
    Int const offset = low + u * mode.stride;
    return both(offset >= Int(0), offset <= (step.ends ? last : step.top), step.top <= last);
  }
};

}  // namespace colex::laws
