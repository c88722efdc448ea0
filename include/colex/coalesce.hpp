// SPDX-License-Identifier: MIT
// Coalesce: the fewest modes that give the same function of the integral coordinate.
//
//   coalesce((2,(1,6)):(1,(6,2))) == 12:1      coalesce((2,1):(3,1)) == 2:3
//
// Laws: coalesce_preserves_the_map, coalesce_is_a_normal_form.  Source: Cecka, arXiv:2603.02298, section 3.2.
#pragma once

#include "colex/fold.hpp"

namespace colex {

/// One mode of coalesce. `pending` is the last mode of the answer so far; it starts as 1:0.
/// A mode of extent 1 never moves, so it drops; a mode that continues `pending` merges into it.
template <Number Int>
[[gnu::always_inline]] constexpr Step<Mode<Int>, Int> coalesce_step(Mode<Int> const& pending,
                                                                    Mode<Int> const& mode) {
  if (mode.shape == Int(1)) return {pending};
  if (pending.shape == Int(1)) return {mode};
  if (mode.stride == pending.shape * pending.stride) return {{pending.shape * mode.shape, pending.stride}};
  return {mode, true, pending};
}

namespace detail {
/// The first `count` of `modes`, coalesced, pushed onto `out`.
template <Number Int>
[[gnu::always_inline]] constexpr void coalesce_onto(List<Mode<Int>>& out, int count,
                                                    List<Mode<Int>> const& modes) {
  FoldEnd<Mode<Int>, Int> end{{Int(1), Int(0)}, {}};
  fold_onto(out, end, count, modes,
            [](Mode<Int> const& pending, Mode<Int> const& mode) { return coalesce_step(pending, mode); });
  out.push(end.state);
}
}  // namespace detail

/// The coalesced modes: one at least; 1:0 for a layout of one point.
template <Number Int>
constexpr List<Mode<Int>> coalesce(List<Mode<Int>> const& modes) {
  List<Mode<Int>> r;
  detail::coalesce_onto(r, modes.count, modes);
  return r;
}

/// The unique layout of depth at most 1 with no extent-1 mode (save 1:0) and no two adjacent modes that
/// continue each other. Precondition: extents >= 1. Total.
template <Number Int>
constexpr Layout<Int> coalesce(Layout<Int> const& layout) {
  Layout<Int> r{{}, {}};
  detail::coalesce_onto(r.leaves, layout.leaves.count, layout.leaves);
  hang_flat(r);
  return r;
}

/// The same for evaluate_extended(): the last mode counts as unbounded, so it is kept even at extent 1.
///   (4,1):(1,7) stays, since 4 -> 7 there.
template <Number Int>
constexpr List<Mode<Int>> coalesce_extended(List<Mode<Int>> const& modes) {
  List<Mode<Int>> r;
  if (modes.count < 2) {
    r.push(modes.count == 0 ? Mode<Int>{Int(1), Int(0)} : modes[0]);
    return r;
  }
  Mode<Int> const last = modes.back();
  detail::coalesce_onto(r, modes.count - 1, modes);
  Mode<Int>& top = r[r.count - 1];
  if (top.shape == Int(1)) {
    top = last;
  } else if (last.stride == top.shape * top.stride) {
    top.shape = top.shape * last.shape;
  } else {
    r.push(last);
  }
  return r;
}
template <Number Int>
constexpr Layout<Int> coalesce_extended(Layout<Int> const& layout) {
  return flat(coalesce_extended(layout.leaves));
}

}  // namespace colex
