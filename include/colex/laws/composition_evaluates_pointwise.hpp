// SPDX-License-Identifier: MIT
// Law: composition(A, B)(i) = A(B(i)) for every index of B, nested as B is; and where it refuses, no layout
// is.
#pragma once

#include "colex/composition.hpp"

namespace colex::laws {

struct composition_evaluates_pointwise {
  static constexpr char const* statement = "R = composition(A, B): |R| = |B| and R(i) = A(B(i)) for i < |B|";
  static constexpr char const* source = "Cecka, arXiv:2603.02298, section 3.3";

  /// At one index 0 <= i < |B|; a refusal holds trivially here, the oracle judges refusals.
  template <Number Int>
  static constexpr bool holds(Layout<Int> const& a, Layout<Int> const& b, Int const& i) {
    auto const r = composition(a, b);
    if (!r) return true;
    return size(*r) == size(b) && evaluate(*r, i) == evaluate_extended(a.leaves, evaluate(b, i));
  }

  /// The induction step. A is read at stride * i, the answer at i: what the step emits adds what A's mode
  /// adds, and what is left of i, times the new stride, is what A leaves to its other modes. The points are
  /// shared out. Preconditions: 0 <= i < rest.shape, rest.stride >= 0, the step does not refuse.
  template <Number Int>
  static constexpr auto step_keeps(Mode<Int> const& rest, Mode<Int> const& mode, Int const& i,
                                   Step<Mode<Int>, Int> const& step) {
    auto const read = evaluate_step(EvaluateState<Int>{rest.stride * i, Int(0)}, mode);
    EvaluateState<Int> written{i, Int(0)};
    if (step.emits) written = evaluate_step(written, step.mode);
    Int const points = step.emits ? step.mode.shape : Int(1);
    return both(read.offset == written.offset, read.rest == step.state.stride * written.rest,
                rest.shape == points * step.state.shape, step.state.shape >= Int(1),
                step.state.stride >= Int(0), written.rest >= Int(0), written.rest < step.state.shape);
  }
  template <Number Int>
  static constexpr auto step_holds(Mode<Int> const& rest, Mode<Int> const& mode, Int const& i) {
    return step_keeps(rest, mode, i, composition_step(rest, mode));
  }
};

}  // namespace colex::laws
