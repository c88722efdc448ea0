// SPDX-License-Identifier: MIT
// Law: coalesce(A) has A's size, and A's value at every index.   (2,(1,6)):(1,(6,2)) and 12:1 agree on 0..11.
#pragma once

#include "colex/coalesce.hpp"

namespace colex::laws {

struct coalesce_preserves_the_map {
  static constexpr char const* statement = "|coalesce(A)| = |A| and coalesce(A)(i) = A(i) for every i >= 0";
  static constexpr char const* source = "Cecka, arXiv:2603.02298, section 3.2";

  /// Precondition: i >= 0; past the end both layouts wrap alike.
  template <Number Int>
  static constexpr auto holds(Layout<Int> const& a, Int const& i) {
    auto const c = coalesce(a);
    return both(size(c) == size(a), evaluate(c, i) == evaluate(a, i));
  }

  /// The induction step. `at` is the evaluation after every emitted mode, `points` their size. Reading
  /// `pending` and then `mode` ends where reading what the step emits, and then its new `pending`, ends.
  template <Number Int>
  static constexpr auto step_keeps(EvaluateState<Int> const& at, Int const& points, Mode<Int> const& pending,
                                   Mode<Int> const& mode, Step<Mode<Int>, Int> const& step) {
    auto const read = evaluate_step(evaluate_step(at, pending), mode);
    auto const written = evaluate_step(step.emits ? evaluate_step(at, step.mode) : at, step.state);
    Int const emitted_points = step.emits ? points * step.mode.shape : points;
    return both(read.rest == written.rest, read.offset == written.offset,
                (points * pending.shape) * mode.shape == emitted_points * step.state.shape);
  }
  template <Number Int>
  static constexpr auto step_holds(EvaluateState<Int> const& at, Int const& points, Mode<Int> const& pending,
                                   Mode<Int> const& mode) {
    return step_keeps(at, points, pending, mode, coalesce_step(pending, mode));
  }
};

}  // namespace colex::laws
