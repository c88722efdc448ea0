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
//
// The driver and what composition() asks of each mode are compiled in place: calls were a third of its time.
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

/// The last state of a fold, and the first refusal, where the fold stops. `refusal.modes` are positions in the
/// modes folded.
template <class State, Number Int>
struct FoldEnd {
  State state{};
  Refusal<Int> refusal{};
};
/// The same with every mode emitted, in order.
template <class State, Number Int>
struct Folded : FoldEnd<State, Int> {
  List<Mode<Int>> emitted{};
};

/// Folds `step` over the first `count` of `modes`, from `r.state` on; what is emitted is pushed onto `emitted`.
template <class State, Number Int, class StepFunction>
[[gnu::always_inline]] constexpr void fold_onto(List<Mode<Int>>& emitted, FoldEnd<State, Int>& r, int count,
                                                List<Mode<Int>> const& modes, StepFunction&& step) {
  State state = r.state;
  for (int k = 0; k < count; ++k) {
    Step<State, Int> s = step(state, modes[k]);
    if (s.refusal.condition != Condition::none) {
      r.refusal = s.refusal;
      r.refusal.modes[0] = k;
      break;
    }
    if (s.emits) emitted.push(s.mode);
    state = s.state;
  }
  r.state = state;
}

/// The first `count` of `modes`.
template <class State, Number Int, class StepFunction>
constexpr Folded<State, Int> fold_first(int count, List<Mode<Int>> const& modes, State const& start,
                                        StepFunction step) {
  Folded<State, Int> r;
  r.state = start;
  fold_onto(r.emitted, r, count, modes, step);
  return r;
}
template <class State, Number Int, class StepFunction>
constexpr Folded<State, Int> fold(List<Mode<Int>> const& modes, State const& start, StepFunction step) {
  return fold_first(modes.count, modes, start, step);
}

/// What matters where nothing is emitted.
template <class State, Number Int, class StepFunction>
constexpr FoldEnd<State, Int> fold_end(List<Mode<Int>> const& modes, State const& start, StepFunction step) {
  List<Mode<Int>> none;
  FoldEnd<State, Int> r{start, {}};
  fold_onto(none, r, modes.count, modes, step);
  return r;
}

}  // namespace colex
