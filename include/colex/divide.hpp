// SPDX-License-Identifier: MIT
// Divide: split a layout into a tile and the grid of its copies.
//
//   logical_divide(16:1, 4:4) == (4,4):(4,1)                     tile 0 4 8 12, repeated at 0 1 2 3
//   zipped_divide((4,8):(1,4), <2,4>) == ((2,4),(2,2)):((1,4),(2,16))
//   logical_divide(9:1, 2:1) is refused: 2 does not divide 9
//   logical_divide(9:1, 2:1, Cover::at_least) == (2,5):(1,2)
//   logical_divide((5,2):(4,2), 2:1, Cover::at_least) == (2,(3,2)):(4,(8,2))     the tile at 4 hangs over 5
//
// Everything is composition with (B, complement of B), then regrouping.
// Laws: divide_permutes_the_layout.  Source: Cecka, arXiv:2603.02298, 3.5; Shah 2.22-2.23.
#pragma once

#include "colex/complement.hpp"
#include "colex/decide.hpp"
#include "colex/division.hpp"
#include "colex/tiler.hpp"

namespace colex {

/// complement() in a codomain given by a shape. Strict: its size. Otherwise (CuTe): each entry of the shape
/// is rounded up on its own, so the answer can cover more than the size asks for. Errors: complement's.
template <Number Int>
constexpr Result<Layout<Int>, Int> complement(Layout<Int> const& layout, IntTuple<Int> const& cotarget,
                                              Cover cover = Cover::strict) {
  auto const whole = product(cotarget);
  if (!whole) return {{}, whole.refusal};
  if (cover == Cover::strict || cotarget.profile.is_leaf({})) return complement(layout, whole.value, cover);
  if (Condition const c = well_formed(layout); c != Condition::none) return {{}, because<Int>(c)};
  Int const reach = least_cotarget(layout);
  auto const copies = ceil_div(cotarget, leaf(reach));
  if (!copies) return {{}, because<Int>(Condition::cotarget_positive, whole.value, Int(1))};
  auto const rounded = product(copies.value);
  if (!rounded || !product_fits(rounded.value, reach)) return {{}, because<Int>(Condition::overflow)};
  Int const up_to = rounded.value * reach;
  if (cover == Cover::at_least) return complement(layout, up_to, cover);
  auto const gaps = complement_gaps(layout, up_to, cover);
  if (!gaps) return {{}, gaps.refusal};
  if (detail::cosize_with(layout, gaps.value) < whole.value) return complement(layout, whole.value, cover);
  return keep_limits(flat(coalesce(gaps.value)));
}

namespace detail {
/// How far B's tiles reach in a mode of A of `extent` points, `points` those of the modes before it: the
/// larger of `step` and the largest step to an edge of `by`, a mode of B, that fits in it.
template <Number Int>
constexpr Int fitting_step(Int const& step, Mode<Int> const& by, Int const& points, Int const& extent) {
  if (by.shape <= Int(1) || by.stride <= Int(0)) return step;
  Int const edges[] = {by.stride, by.shape * by.stride};
  Int longest = step;
  for (Int const& edge : edges)
    if (edge % points == Int(0) && edge / points <= extent && edge / points > longest)
      longest = edge / points;
  return longest;
}

/// One mode of A, `points` those of the modes before it, rounded up to a multiple of `step`. Error: overflow.
template <Number Int>
constexpr Step<Int, Int> round_up_step(Int const& points, Mode<Int> const& m, Int const& step) {
  Int const copies = (m.shape - Int(1)) / step + Int(1);
  if (!product_fits(copies, step) || !product_fits(points, copies * step))
    return {points, false, {}, because<Int>(Condition::overflow, copies, step)};
  return {points * (copies * step), true, {copies * step, m.stride}, {}};
}

/// A with each mode rounded up to the largest step of B that fits in it, so that B's tiles end on boundaries
/// of A: (5,2) for 2:1 -> (6,2); (9,4) for (7,4):(1,7) -> (14,4).
template <Number Int>
constexpr Result<Layout<Int>, Int> padded(Layout<Int> const& a, Layout<Int> const& b) {
  auto const r = fold(coalesce_extended(a.leaves), Int(1), [&](Int const& points, Mode<Int> const& m) {
    Int step(1);
    for (auto const& by : b.leaves) step = fitting_step(step, by, points, m.shape);
    return round_up_step(points, m, step);
  });
  auto const& why = r.refusal;
  if (why.condition != Condition::none)
    return Result<Layout<Int>, Int>::refuse(because<Int>(why.condition, why.left, why.right));
  return keep_limits(flat(r.emitted));
}

/// The index of A's last point among modes of more points, which are `points` so far.
template <Number Int>
struct LastPoint {
  Int index{0}, points{1};
};
template <Number Int>
constexpr LastPoint<Int> last_point_step(LastPoint<Int> const& at, Int const& extent, Int const& rounded) {
  return {at.index + (extent - Int(1)) * at.points, at.points * rounded};
}

/// logical_divide(), with its last step as a parameter: `compose` is composition_of_checked().
template <Number Int, class Compose>
constexpr Result<Layout<Int>, Int> divide_by_tile(Layout<Int> const& a, Layout<Int> const& b, Cover cover,
                                                  Compose compose, Work& work) {
  using Answer = Result<Layout<Int>, Int>;
  if (Condition const c = well_formed_here(a); c != Condition::none) return Answer::refuse(because<Int>(c));
  if (Condition const c = well_formed_here(b); c != Condition::none) return Answer::refuse(because<Int>(c));
  if (cover == Cover::strict) {
    Layout<Int> grid{{}, {}};
    Refusal<Int> why;
    return complement_onto(grid, b, size(a), cover, why) ? compose(a, join(b, grid)) : Answer::refuse(why);
  }
  auto const whole = padded(a, b);
  if (!whole) return whole;
  auto const grid = complement(b, size(whole.value), cover);
  if (!grid) return grid;
  Layout<Int> const split = join(b, grid.value);
  if (cover == Cover::disjoint) {
    List<Mode<Int>> const modes = coalesce_extended(a.leaves);
    LastPoint<Int> last;
    for (int k = 0; k < modes.count; ++k)
      last = last_point_step(last, modes[k].shape, whole.value.leaves[k].shape);
    if (auto const why = surjective(split, last.index + Int(1), work.rest());
        why.condition != Condition::none)
      return Answer::refuse(why);
  }
  return compose(whole.value, split);
}
}  // namespace detail

/// A divided by one tile B: (A o B, A o B*), B* the complement of B in size(A). Strict: B's reach must divide
/// size(A), and every point of A appears once. Otherwise (CuTe): A's modes are first rounded up to whole
/// tiles, so that tiles may hang over an edge, and B need not fill its reach as long as every point of A
/// appears. Errors: complement's and composition's; surjective (an index of A in no tile).
template <Number Int>
constexpr Result<Layout<Int>, Int> logical_divide(Layout<Int> const& a, Layout<Int> const& b,
                                                  Cover cover = Cover::strict, Budget budget = {}) {
  Work work(budget);
  auto const compose = [&](Layout<Int> const& x, Layout<Int> const& y) {
    return detail::composition_of_checked(x, y, work.rest());
  };
  return detail::divide_by_tile(a, b, cover, compose, work);
}

/// By mode: ((tile0,grid0), (tile1,grid1), ..., untiled modes). Errors: those above, congruent.
template <Number Int>
constexpr Result<Layout<Int>, Int> logical_divide(Layout<Int> const& a,
                                                  std::type_identity_t<Tiler<Int>> const& tiler,
                                                  Cover cover = Cover::strict, Budget budget = {}) {
  Work work(budget);
  return apply(a, tiler, Rest::keep, [&](Layout<Int> const& mode, Layout<Int> const& by) {
    return logical_divide(mode, by, cover, work.rest());
  });
}

/// ((tiles...), (grids..., untiled modes)). Errors: logical_divide's; capacity.
template <Number Int>
constexpr Result<Layout<Int>, Int> zipped_divide(Layout<Int> const& a,
                                                 std::type_identity_t<Tiler<Int>> const& tiler,
                                                 Cover cover = Cover::strict, Budget budget = {}) {
  return detail::unzipped(logical_divide(a, tiler, cover, budget), tiler);
}

/// ((tiles...), grid0, grid1, ..., untiled modes). Errors: logical_divide's.
template <Number Int>
constexpr Result<Layout<Int>, Int> tiled_divide(Layout<Int> const& a,
                                                std::type_identity_t<Tiler<Int>> const& tiler,
                                                Cover cover = Cover::strict, Budget budget = {}) {
  auto r = zipped_divide(a, tiler, cover, budget);
  if (r) r.value = unpack(r.value, false);
  return r;
}

/// (tile0, tile1, ..., grid0, grid1, ..., untiled modes). Errors: logical_divide's.
template <Number Int>
constexpr Result<Layout<Int>, Int> flat_divide(Layout<Int> const& a,
                                               std::type_identity_t<Tiler<Int>> const& tiler,
                                               Cover cover = Cover::strict, Budget budget = {}) {
  auto r = zipped_divide(a, tiler, cover, budget);
  if (r) r.value = unpack(r.value, true);
  return r;
}

}  // namespace colex
