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

#include "colex/loops.hpp"

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
template <class Modes>
constexpr auto strides_compose(Modes const& outer, Modes const& inner, Modes const& want) {
  using Int = NumberIn<Modes>;
  return pairwise(inner, want, [&](Mode<Int> const& m, Mode<Int> const& w) {
    if (!(m.shape == w.shape)) return false;
    if (m.shape == Int(1)) return true;
    if (m.stride < Int(0)) return false;
    return bool(evaluate(outer, m.stride) == w.stride);
  });
}
/// Whether sums of multiples of the strides of `parts`, of which none is negative, add up digit by digit, below size(outer).
template <class Modes>
constexpr auto digits_add_up(Modes const& outer, Modes parts) {
  using Int = NumberIn<Modes>;
  return through(
      outer, parts,
      [](Mode<Int> const& m, Modes& seen) {  // by this mode of outer; what it leaves is seen by the next
        Int const extent = m.shape;
        return fold_in_place(seen, extent - Int(1), [&](Int const& room, Mode<Int> const& part) {
          return room_step(room, part, extent);
        });
      },
      [](Modes const& left) {
        return for_all(left, [](Mode<Int> const& m) { return bool(m.stride == Int(0)); });
      });
}
/// The same, at every k below `points`, one by one.
template <class Modes, Number Int>
constexpr auto each_composes(Modes const& outer, Modes const& inner, Modes const& want, Int const& points,
                             Work work) {
  Int const end = size(outer);
  return every(Int(0), points, Int(1), [&, cost = cost_of(inner)](Int const& k) {
    if (!work.take(cost)) return false;
    Int const at = evaluate(inner, k);
    if (at < Int(0)) return false;
    if (at >= end) return false;
    return bool(evaluate(outer, at) == evaluate(want, k));
  });
}
/// Without the modes of one point.
template <class Modes>
constexpr Modes moving(Modes const& modes) {
  using Int = NumberIn<Modes>;
  return those(modes, [](Mode<Int> const& m) { return !(m.shape == Int(1)); });
}
/// composes_to(), of modes.
template <class Modes>
constexpr bool modes_compose_to(Modes const& outer, Modes const& inner, Modes const& want, Work work) {
  Modes const modes = coalesce(outer);
  if (!strides_compose(modes, inner, want)) return false;
  if (digits_add_up(modes, moving(inner))) return true;
  return bool(each_composes(modes, inner, want, size(inner), work));
}
/// The modes of these extents that are their own index.
template <class Modes>
constexpr Modes index_modes(Modes const& modes) {
  using Int = NumberIn<Modes>;
  return emissions(modes, Int(1), [](Int const& place, Mode<Int> const& m) {
    return Step<Int, Int>{place * m.shape, true, {m.shape, place}, {}};
  });
}
}  // namespace detail

/// outer(inner(k)) == want(k) for every k below size(inner), and every inner(k) is an index of `outer`. False as well
/// where inner and want have different extents, and where modes carry and the budget ends. Precondition: all three
/// are well formed.
template <Number Int>
constexpr bool composes_to(Layout<Int> const& outer, Layout<Int> const& inner, Layout<Int> const& want,
                           Budget budget = {}) {
  return detail::modes_compose_to(outer.leaves, inner.leaves, want.leaves, Work(budget));
}

/// outer(inner(k)) == k for every k below size(inner); false as well where composes_to() is.
template <Number Int>
constexpr bool composes_to_identity(Layout<Int> const& outer, Layout<Int> const& inner, Budget budget = {}) {
  return detail::modes_compose_to(outer.leaves, inner.leaves, detail::index_modes(inner.leaves),
                                  Work(budget));
}

}  // namespace colex
