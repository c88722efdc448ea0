// SPDX-License-Identifier: MIT
// Divide: split a layout into a tile and the grid of its copies.
//
//   logical_divide(16:1, 4:4) == (4,4):(4,1)                     tile 0 4 8 12, repeated at 0 1 2 3
//   zipped_divide((4,8):(1,4), <2,4>) == ((2,4),(2,2)):((1,4),(2,16))
//   logical_divide(9:1, 2:1) is refused: 2 does not divide 9; with Cover::at_least it is (2,5):(1,2)
//
// Everything is composition with (B, complement of B), then regrouping.
// Laws: divide_permutes_the_layout.  Source: Cecka, arXiv:2603.02298, 3.5; Shah 2.22-2.23.
#pragma once

#include "colex/complement.hpp"
#include "colex/tiler.hpp"
#include "colex/tuple.hpp"

namespace colex {

/// complement() in a codomain given by a shape. Strict: its size. At least (CuTe): each entry of the shape is
/// rounded up on its own, so the answer can cover more than the size asks for. Errors: complement's.
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
  return complement(layout, rounded.value * reach, cover);
}

/// A divided by one tile B: (A o B, A o B*), B* the complement of B in size(A). Strict: B's reach must divide
/// size(A), and every point of A appears once. At least (CuTe): the grid may run past A's end, where A's last
/// mode goes on. Errors: complement's and composition's.
template <Number Int>
constexpr Result<Layout<Int>, Int> logical_divide(Layout<Int> const& a, Layout<Int> const& b,
                                                  Cover cover = Cover::strict) {
  if (Condition const c = well_formed(a); c != Condition::none) return {{}, because<Int>(c)};
  auto const grid = complement(b, shape(coalesce(a)), cover);
  if (!grid) return grid;
  return composition(a, join(b, grid.value));
}

/// By mode: ((tile0,grid0), (tile1,grid1), ..., untiled modes). Errors: those above, congruent.
template <Number Int>
constexpr Result<Layout<Int>, Int> logical_divide(Layout<Int> const& a, Tiler<Int> const& tiler,
                                                  Cover cover = Cover::strict) {
  return apply(a, tiler, Rest::keep, [&](Layout<Int> const& mode, Layout<Int> const& by) {
    return logical_divide(mode, by, cover);
  });
}

/// ((tiles...), (grids..., untiled modes)). Errors: logical_divide's.
template <Number Int>
constexpr Result<Layout<Int>, Int> zipped_divide(Layout<Int> const& a, Tiler<Int> const& tiler,
                                                 Cover cover = Cover::strict) {
  auto r = logical_divide(a, tiler, cover);
  if (r) r.value = unzip(r.value, tiler);
  return r;
}

/// ((tiles...), grid0, grid1, ..., untiled modes). Errors: logical_divide's.
template <Number Int>
constexpr Result<Layout<Int>, Int> tiled_divide(Layout<Int> const& a, Tiler<Int> const& tiler,
                                                Cover cover = Cover::strict) {
  auto r = zipped_divide(a, tiler, cover);
  if (r) r.value = unpack(r.value, false);
  return r;
}

/// (tile0, tile1, ..., grid0, grid1, ..., untiled modes). Errors: logical_divide's.
template <Number Int>
constexpr Result<Layout<Int>, Int> flat_divide(Layout<Int> const& a, Tiler<Int> const& tiler,
                                               Cover cover = Cover::strict) {
  auto r = zipped_divide(a, tiler, cover);
  if (r) r.value = unpack(r.value, true);
  return r;
}

}  // namespace colex
