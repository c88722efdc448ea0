// SPDX-License-Identifier: MIT
// The textbook composition of A with one mode of B: right whenever it answers.
//
//   using I = std::int64_t;
//   constexpr auto step = composition_step(Mode<I>{6, 2}, Mode<I>{4, 3});     of (4,...):(3,...) o 6:2
//   static_assert(step.mode == Mode<I>{2, 6} && step.state == Mode<I>{3, 1});
//
// Mode by mode of A it takes the digits that the stride of B's mode leaves. Where it stops, composition.hpp decides.
// Laws: composition_evaluates_pointwise.  Source: Cecka, arXiv:2603.02298, 3.3; Shah 2.12-2.18.
#pragma once

#include "colex/coalesce.hpp"

namespace colex {

/// What is left of a mode of B: `shape` points, `stride` apart in the domain of A's remaining modes.
/// Precondition of the step: shape >= 1, stride >= 0, mode.shape >= 1.
template <Number Int>
COLEX_HOST_DEVICE constexpr Step<Mode<Int>, Int> composition_step(Mode<Int> const& rest,
                                                                  Mode<Int> const& mode) {
  if (rest.stride % mode.shape == Int(0))
    return {{rest.shape, rest.stride / mode.shape}};  // passes the mode over
  if (mode.shape % rest.stride != Int(0))
    return {rest, false, {}, because<Int>(Condition::stride_divides, rest.stride, mode.shape)};
  Int const points = mode.shape / rest.stride;  // of the mode of A that one period of the result takes
  if (rest.shape <= points) return {{Int(1), Int(0)}, true, {rest.shape, mode.stride * rest.stride}};
  if (rest.shape % points != Int(0))
    return {rest, false, {}, because<Int>(Condition::run_divides, points, rest.shape)};
  return {{rest.shape / points, Int(1)}, true, {points, mode.stride * rest.stride}};
}

namespace detail {

/// A coalesced; its last mode runs on.
template <Number Int>
struct Outer {
  List<Mode<Int>> modes;
  constexpr Mode<Int> last() const { return modes.back(); }
};

/// Pushes a mode number by number: two numbers written so and then copied as one word of 128 bits wait for memory.
template <Number Int>
[[gnu::always_inline]] constexpr void push_mode(List<Mode<Int>>& modes, Mode<Int> const& mode) {
  if (modes.count == kMaxLeaves) {
    modes.overfull = true;
  } else {
    Mode<Int>& to = modes[modes.count++];
    to.shape = mode.shape;
    to.stride = mode.stride;
  }
}

/// The textbook composition of A with one mode, pushed onto `out` unless it is refused; `digits[j]` grows by the
/// largest digit it uses of A's mode j.
template <Number Int>
[[gnu::always_inline]] constexpr bool textbook_onto(List<Mode<Int>>& out, Outer<Int> const& a,
                                                    Mode<Int> const& b, List<Int>& digits,
                                                    Refusal<Int>& why) {
  List<Mode<Int>> emitted;
  FoldEnd<Mode<Int>, Int> end{b, {}};
  fold_onto(emitted, end, a.modes.count - 1, a.modes,
            [&, j = 0](Mode<Int> const& rest, Mode<Int> const& mode) mutable {
              auto step = rest.stride == Int(0) ? Step<Mode<Int>, Int>{rest} : composition_step(rest, mode);
              if (step.emits) digits[j] = digits[j] + (step.mode.shape - Int(1)) * rest.stride;
              ++j;
              return step;
            });
  if (end.refusal.condition != Condition::none) return refused(why, end.refusal);
  if (!product_fits(end.state.stride, a.last().stride))
    return refused(why, because<Int>(Condition::overflow, end.state.stride, a.last().stride));
  Mode<Int> const tail{end.state.shape, end.state.stride * a.last().stride};
  if (!product_fits(tail.shape, tail.stride))
    return refused(why, because<Int>(Condition::overflow, tail.shape, tail.stride));
  if (b.shape == Int(1) || !(tail.shape == Int(1))) {  // else all of B's mode is passed
    if (emitted.count == 0) {
      push_mode(out, tail);
      return true;
    }
    push_mode(emitted, tail);
  }
  if (emitted.overfull) return refused(why, because<Int>(Condition::capacity));
  if (emitted.count == 1) {
    out.push(emitted[0]);
  } else {
    coalesce_onto(out, emitted.count, emitted);
  }
  return true;
}
template <Number Int>
constexpr Result<List<Mode<Int>>, Int> compose_textbook(Outer<Int> const& a, Mode<Int> const& b,
                                                        List<Int>& digits) {
  Result<List<Mode<Int>>, Int> r;
  textbook_onto(r.value, a, b, digits, r.refusal);
  return r;
}

}  // namespace detail
}  // namespace colex
