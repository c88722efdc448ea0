// SPDX-License-Identifier: MIT
// Law: the right inverse counts offsets. R = right_inverse(L): L(R(k)) = k.   (4,8):(8,1) after (8,4):(4,1)
// counts 0, 1, 2, ...
#pragma once

#include "colex/inverse.hpp"

namespace colex::laws {

struct right_inverse_undoes_layout {
  static constexpr char const* statement = "R = right_inverse(L): L(R(k)) = k for every k < |R|";
  static constexpr char const* source = "Cecka, arXiv:2603.02298, section 3.4";

  /// At one index 0 <= k < size(right_inverse(L)).
  template <Number Int>
  static constexpr bool holds(Layout<Int> const& l, Int const& k) {
    auto const r = right_inverse(l);
    if (!r) return true;
    return bool(evaluate(l, evaluate(r.value, k)) == k);
  }

  /// The induction step. The modes taken fill [0, reach) in order: `p` below reach and the digit `u` of the
  /// new mode make the offset p + u * stride, below the new reach, from which both are read back.
  /// Preconditions: 0 <= p < reach, 0 <= u < mode.shape, the step takes the mode.
  template <Number Int>
  static constexpr auto step_keeps(Int const& reach, Mode<Int> const& mode, Int const& p, Int const& u,
                                   Step<Int, Int> const& step) {
    Int const v = p + u * mode.stride;
    return both(v < step.state, v % reach == p, v / reach == u);
  }
  template <Number Int>
  static constexpr auto step_holds(Int const& reach, Mode<Int> const& mode, Int const& p, Int const& u) {
    return step_keeps(reach, mode, p, u, right_inverse_step(reach, mode, Int(1)));
  }
};

}  // namespace colex::laws
