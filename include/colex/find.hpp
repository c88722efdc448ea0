// SPDX-License-Identifier: MIT
// Which layout is this function? Exact, in O(M) evaluations for M points.
//
//   find([0,2,4,7,9,11]) == (3,2):(2,7)   the first linear run is 0 2 4, so the first mode can only be 3:2
//
// In the normal form the first mode is the first maximal linear run, so nothing is tried twice: the run
// either divides the domain and the rest repeats it, shifted, or there is no layout. The runs are read off a few
// values; then every value is looked at once, in order. Where one is wrong, the modes are compared one by one,
// to say what fails first. Laws: find_layout_is_exact.
#pragma once

#include "colex/loops.hpp"

namespace colex {

namespace detail {
/// The modes that the runs of f from 0 on force; `compared` with all of f, mode by mode.
template <Number Int, class F>
constexpr AnswerOf<Int> forced_modes(F& f, Int const& points, bool compared) {
  if (Int const at_zero = f(Int(0)); at_zero != Int(0))
    return AnswerOf<Int>::refuse(
        {Condition::starts_at_zero, {0, -1}, at_zero, Int(0), true, Int(0), Int(0), at_zero});
  return turns(points, Reading<Int>{Int(1), points}, [&](Reading<Int>& at) -> Turn<Int> {
    Int const step = at.step, rest = at.rest;
    if (!(rest > Int(1))) return {};
    auto refuse = [](Condition c, Int left, Int right, Int index, Int got, Int want) -> Turn<Int> {
      return {false, {}, {c, {-1, -1}, left, right, true, index, got, want}};
    };
    Int const stride = f(step);
    Int const run = first_index(Int(2), rest, [&](Int const& i) { return f(i * step) != i * stride; });
    if (rest % run != Int(0))
      return refuse(Condition::run_divides, run, rest, run * step, run * stride, f(run * step));
    Int left(0), right(0);  // where f(left + right) is not f(left) + f(right), in steps
    bool const same = !compared || every(run, rest, run, [&](Int const& start) {
      return bool(every(Int(1), run, Int(1), [&](Int const& i) {
        left = i;
        right = start;
        return bool(f((start + i) * step) == f(start * step) + i * stride);
      }));
    });
    if (!same)
      return refuse(Condition::additive, left * step, right * step, (right + left) * step,
                    f(right * step) + left * stride, f((right + left) * step));
    at = {step * run, rest / run};
    return {true, {run, stride}, {}};
  });
}

/// Whether f is the layout of the modes that it forces: every mode repeats what lies below it.
template <class F, class Modes>
constexpr bool repeats(F& f, Modes const& modes) {
  using Int = NumberIn<Modes>;
  return bool(through_rest(modes, [&](Mode<Int> const& m, Int& points) {
    Int const start = points, stride = m.stride;
    points = start * m.shape;
    return bool(
        every(start, points, Int(1), [&](Int const& i) { return bool(f(i) == f(i - start) + stride); }));
  }));
}
}  // namespace detail

/// The layout L in normal form with L(i) == f(i) for 0 <= i < points, or why none exists. `f` is called with
/// 0 <= i < points. Errors: starts_at_zero, run_divides, additive; each with a witness index, where `got` is
/// what the forced first modes give and `want` is f there.
template <Number Int, class F>
constexpr AnswerOf<Int> find_modes(F f, Int const& points) {
  using detail::answer_or, detail::forced_modes, detail::repeats;
  if constexpr (is_unbounded<Int>) {  // one way for symbols: mode by mode
    return forced_modes(f, points, true);
  } else {
    return answer_or(
        forced_modes(f, points, false), [&](auto const& modes) { return repeats(f, modes); },
        [&] { return forced_modes(f, points, true); });
  }
}

/// find_modes() as a layout.
template <Number Int, class F>
constexpr Result<Layout<Int>, Int> find_layout(F f, Int const& points) {
  auto const modes = find_modes<Int>(f, points);
  return {flat(modes.value), modes.refusal};
}

}  // namespace colex
