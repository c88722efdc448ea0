// SPDX-License-Identifier: MIT
// Whether outer(inner(k)) is want(k) at every k: the certificate of an inverse, however it was found.
//
//   static_assert(composes_to(layout("(2,3):(1,1)"), layout("(2,2):(2,3)"), layout("(2,2):(1,2)")));   0 2 3 5 -> 0 1 2 3
//   static_assert(!composes_to(layout("(2,3):(1,2)"), layout("(2,2):(2,3)"), layout("(2,2):(1,2)")));
//   static_assert(composes_to_identity(layout("(2,2,2):(0,1,1)"), layout("3:3")));     3 + 3 carries, and is looked at
//
// Where the digits of inner's modes add up in outer without a carry, outer is asked at one index per mode of inner.
// Else every k is tried, as far as the budget goes. Inverses are answered only after a yes, so that they do not rest on
// the search. Laws: right_inverse_undoes_layout, left_inverse_gives_back, max_common_layout_is_common.
#pragma once

#include "colex/budget.hpp"
#include "colex/coalesce.hpp"

namespace colex {

/// One mode of inner, seen by a mode of outer of `extent` points: `room` is what the modes of inner before it leave of
/// the largest digit there. Emits what the modes of outer above see. Preconditions: extent >= 1, room >= 0, part.shape
/// >= 1, part.stride >= 0. Error: no_carry.
template <Number Int>
constexpr Step<Int, Int> room_step(Int const& room, Mode<Int> const& part, Int const& extent) {
  Int const digit = part.stride % extent;
  Mode<Int> const above{part.shape, part.stride / extent};
  if (digit == Int(0)) return {room, true, above, {}};
  if (room / digit < part.shape - Int(1))
    return {room, false, {}, because<Int>(Condition::no_carry, part.shape, room)};
  return {room - (part.shape - Int(1)) * digit, true, above, {}};
}

namespace detail {
/// Whether outer has the stride of each mode of want at the stride of the same mode of inner, which is an index.
template <Number Int>
constexpr bool strides_compose(List<Mode<Int>> const& outer, List<Mode<Int>> const& inner,
                               List<Mode<Int>> const& want) {
  if (inner.count != want.count) return false;
  for (int k = 0; k < inner.count; ++k) {
    if (!(inner[k].shape == want[k].shape)) return false;
    if (inner[k].shape == Int(1)) continue;
    if (inner[k].stride < Int(0) || !(evaluate(outer, inner[k].stride) == want[k].stride)) return false;
  }
  return true;
}
/// Whether sums of multiples of the strides of `parts`, of which none is negative, add up digit by digit, below size(outer).
template <Number Int>
constexpr bool digits_add_up(List<Mode<Int>> const& outer, List<Mode<Int>> const& parts) {
  List<Mode<Int>> above[2];  // what mode j of outer leaves for the next, in above[j % 2]
  List<Mode<Int>> const* read = &parts;
  for (int j = 0; j < outer.count; ++j) {
    Int const& extent = outer[j].shape;
    auto& left = above[j % 2];
    left.clear();
    FoldEnd<Int, Int> end{extent - Int(1), {}};
    fold_onto(left, end, read->count, *read,
              [&](Int const& room, Mode<Int> const& part) { return room_step(room, part, extent); });
    if (end.refusal.condition != Condition::none) return false;
    read = &left;
  }
  for (auto const& part : *read)
    if (!(part.stride == Int(0))) return false;
  return true;
}
/// The same, at every k below `points`, one by one.
template <Number Int>
constexpr bool each_composes(List<Mode<Int>> const& outer, List<Mode<Int>> const& inner,
                             List<Mode<Int>> const& want, Int const& points, Work work) {
  Int const end = size(outer);
  for (Int k(0); k < points; k = k + Int(1)) {
    if (!work.take(1 + inner.count / 4)) return false;
    Int const at = evaluate(inner, k);
    if (at < Int(0) || at >= end) return false;
    if (!(evaluate(outer, at) == evaluate(want, k))) return false;
  }
  return true;
}
/// Without the modes of one point.
template <Number Int>
constexpr List<Mode<Int>> moving(List<Mode<Int>> const& modes) {
  List<Mode<Int>> r;
  for (auto const& m : modes)
    if (!(m.shape == Int(1))) r.push(m);
  return r;
}
}  // namespace detail

/// outer(inner(k)) == want(k) for every k below size(inner), and every inner(k) is an index of `outer`. False as well
/// where inner and want have different extents, and where modes carry and the budget ends. Precondition: all three
/// are well formed.
template <Number Int>
constexpr bool composes_to(Layout<Int> const& outer, Layout<Int> const& inner, Layout<Int> const& want,
                           Budget budget = {}) {
  List<Mode<Int>> const modes = coalesce(outer.leaves);
  if (!detail::strides_compose(modes, inner.leaves, want.leaves)) return false;
  return detail::digits_add_up(modes, detail::moving(inner.leaves)) ||
         detail::each_composes(modes, inner.leaves, want.leaves, size(inner), Work(budget));
}

/// outer(inner(k)) == k for every k below size(inner); false as well where composes_to() is.
template <Number Int>
constexpr bool composes_to_identity(Layout<Int> const& outer, Layout<Int> const& inner, Budget budget = {}) {
  List<Mode<Int>> index;
  Int place(1);
  for (auto const& m : inner.leaves) {
    index.push({m.shape, place});
    place = place * m.shape;
  }
  return composes_to(outer, inner, flat(index), budget);
}

}  // namespace colex
