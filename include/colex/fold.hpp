// SPDX-License-Identifier: MIT
// The one driver behind coalesce, complement and composition: each is a loop-free step, folded over modes.
//
// state = start; for each mode m: { state, emitted mode or none, violated condition or none } = step(...)
//
//   using I = std::int64_t;
//   constexpr auto modes = layout("(2,4,8):(1,2,16)").leaves;
//   static_assert(fold(modes, Mode<I>{1, 0}, coalesce_step<I>).state == Mode<I>{8, 16});
//   static_assert(fold(modes, Mode<I>{1, 0}, coalesce_step<I>).emitted[0] == Mode<I>{8, 1});
//
// The step holds all of an operation's arithmetic and none of its loops. That is what makes its contract
// provable over unbounded integers, and with it, by induction over this loop, the operation at every rank.
#pragma once

#include "colex/layout.hpp"

namespace colex {

/// What a step hands back.
template <class State, Number Int>
struct Step {
  State state{};
  bool emits = false;
  Mode<Int> mode{};  ///< the mode emitted, when `emits`
  Refusal<Int> refusal{};
};

/// Folds `step` over `modes`: the last state, every mode emitted in order, and the first refusal, where the
/// fold stops. `refusal.modes` are positions in `modes`.
template <class State, Number Int>
struct Folded {
  State state{};
  List<Mode<Int>> emitted{};
  Refusal<Int> refusal{};
};

/// The first `count` of `modes`.
template <class State, Number Int, class StepFunction>
constexpr Folded<State, Int> fold_first(int count, List<Mode<Int>> const& modes, State const& start,
                                        StepFunction step) {
  Folded<State, Int> r;
  r.state = start;
  for (int k = 0; k < count; ++k) {
    Step<State, Int> const s = step(r.state, modes[k]);
    if (s.refusal.condition != Condition::none) {
      r.refusal = s.refusal;
      r.refusal.modes[0] = k;
      return r;
    }
    if (s.emits) r.emitted.push(s.mode);
    r.state = s.state;
  }
  return r;
}
template <class State, Number Int, class StepFunction>
constexpr Folded<State, Int> fold(List<Mode<Int>> const& modes, State const& start, StepFunction step) {
  return fold_first(modes.count, modes, start, step);
}

}  // namespace colex
