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

#include "colex/coalesce.hpp"

namespace colex {

namespace detail {
/// The modes that the runs of f from 0 on force; `compared` with all of f, mode by mode.
template <Number Int, class F>
constexpr Result<List<Mode<Int>>, Int> forced_modes(F& f, Int const& points, bool compared) {
  Result<List<Mode<Int>>, Int> r;
  auto refuse = [&](Condition c, Int left, Int right, Int index, Int got, Int want) {
    r.refusal = {c, {r.value.count, -1}, left, right, true, index, got, want};
    return r;
  };
  if (f(Int(0)) != Int(0))
    return refuse(Condition::starts_at_zero, f(Int(0)), Int(0), Int(0), Int(0), f(Int(0)));
  Int step(1);  // distance, in the domain, between two points of the mode being read
  for (Int rest = points; rest > Int(1);) {
    Int const stride = f(step);
    Int run(2);
    while (run < rest && f(run * step) == run * stride) run = run + Int(1);
    if (rest % run != Int(0))
      return refuse(Condition::run_divides, run, rest, run * step, run * stride, f(run * step));
    for (Int start = run; compared && start < rest; start = start + run)
      for (Int i(1); i < run; i = i + Int(1))
        if (f((start + i) * step) != f(start * step) + i * stride)
          return refuse(Condition::additive, i * step, start * step, (start + i) * step,
                        f(start * step) + i * stride, f((start + i) * step));
    r.value.push({run, stride});
    rest = rest / run;
    step = step * run;
  }
  if (r.value.count == 0) r.value.push({Int(1), Int(0)});
  if (r.value.overfull) r.refusal.condition = Condition::capacity;
  return r;
}

/// Whether f is the layout of the modes that it forces: every mode repeats what lies below it.
template <Number Int, class F>
constexpr bool repeats(F& f, List<Mode<Int>> const& modes) {
  Int points = modes[0].shape;  // a run that has been read
  for (int k = 1; k < modes.count; ++k) {
    Int const end = points * modes[k].shape, stride = modes[k].stride;
    for (Int i = points; i < end; i = i + Int(1))
      if (f(i) != f(i - points) + stride) return false;
    points = end;
  }
  return true;
}
}  // namespace detail

/// The layout L in normal form with L(i) == f(i) for 0 <= i < points, or why none exists. `f` is called with
/// 0 <= i < points. Errors: starts_at_zero, run_divides, additive; each with a witness index, where `got` is
/// what the forced first modes give and `want` is f there.
template <Number Int, class F>
constexpr Result<List<Mode<Int>>, Int> find_modes(F f, Int const& points) {
  if constexpr (!is_unbounded<Int>) {  // one way for symbols: mode by mode
    auto const forced = detail::forced_modes(f, points, false);
    if (forced && detail::repeats(f, forced.value)) return forced;
  }
  return detail::forced_modes(f, points, true);
}

/// find_modes() as a layout.
template <Number Int, class F>
constexpr Result<Layout<Int>, Int> find_layout(F f, Int const& points) {
  auto const modes = find_modes<Int>(f, points);
  return {flat(modes.value), modes.refusal};
}

}  // namespace colex
