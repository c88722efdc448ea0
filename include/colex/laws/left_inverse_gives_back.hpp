// SPDX-License-Identifier: MIT
// Law: the left inverse gives every coordinate back; where it refuses an injective layout, no layout does.
//   (2,3):(1,1) sends 2, 3, 5, the offsets of (2,2):(2,3), back to 1, 2, 3
#pragma once

#include "colex/left_inverse.hpp"

namespace colex::laws {

struct left_inverse_gives_back {
  static constexpr char const* statement = "R = left_inverse(L): R(L(k)) = k for every k < |L|";
  static constexpr char const* source = "Cecka, arXiv:2603.02298, section 3.4; T42";

  /// At one index 0 <= k < size(L); a refusal holds trivially here, the census judges refusals.
  template <Number Int>
  static constexpr bool holds(Layout<Int> const& l, Int const& k) {
    auto const r = left_inverse(l);
    return !r || evaluate(r.value, evaluate(l, k)) == k;
  }

  /// The induction step, strides that divide one another. `digit` is the coordinate's digit at the pending
  /// mode and `rest` what the modes above it make of the offset, in units of the new mode's stride; L' reads
  /// their sum in units of pending.shape. Preconditions: digit below the quotient of the two strides, the
  /// step does not refuse.
  template <Number Int>
  static constexpr auto step_keeps(Mode<Int> const& pending, Int const& digit, Int const& rest,
                                   Int const& offset, Step<Mode<Int>, Int> const& step) {
    auto const read = evaluate_step(EvaluateState<Int>{digit + step.mode.shape * rest, offset}, step.mode);
    return both(read.rest == rest, read.offset == offset + digit * pending.stride,
                step.mode.shape * pending.shape == step.state.shape);
  }
};

}  // namespace colex::laws
