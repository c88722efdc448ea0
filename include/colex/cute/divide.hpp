// SPDX-License-Identifier: MIT
// Divide as CuTe's unit tests demand of it: tiles may hang over an edge, the tile may have holes, and every
// offset of A is among the tiles' offsets.
//
//   cute::logical_divide(9:1, 2:1) == (2,5):(1,2)              logical_divide() refuses: the 5th tile hangs over
//   cute::logical_divide((9,4):(1,2), (7,4):(1,7)) == ((7,(2,2)),1):((1,(7,2)),0)
//
// The copies are counted as CuTe counts them, A's extents in tiles, each rounded up on its own. Where that
// leaves out an offset of A the grid is as large as it must be.
// Source: CuTe's logical_divide, zipped_divide, tiled_divide and flat_divide, layout.hpp.
#pragma once

#include "colex/cute/composition.hpp"
#include "colex/divide.hpp"
#include "colex/partition.hpp"

namespace colex::cute {

/// Above so many points CuTe's shorter grid is not looked for.
inline constexpr std::int64_t kPointsCompared = std::int64_t{1} << 16;

namespace detail {
/// Whether every offset of `a` is one of `b`; false as well where that is undecided.
template <Number Int>
constexpr bool offsets_within(Layout<Int> const& a, Layout<Int> const& b, Work& work) {
  for (Int k(0); k < size(a); k = k + Int(1)) {
    if (!work.take(4)) return false;
    auto const at = get_1d_coord(b, evaluate(a, k), work);
    if (!at) return false;
  }
  return true;
}

/// The grid of A divided by `tile`, cut to CuTe's count of copies where that is less and the tiles that are
/// left hold every offset of A still.
template <Number Int>
constexpr Layout<Int> counted_grid(Layout<Int> const& a, Layout<Int> const& b, Layout<Int> const& tile,
                                   Layout<Int> const& grid, Work& work) {
  if (grid.leaves.count != 1 || size(a) > Int(kPointsCompared)) return grid;
  Int const reach = least_cotarget(b);
  auto const along = ceil_div(shape(flat(coalesce_extended(a.leaves))), leaf(reach));
  if (!along) return grid;
  auto const tiles = product(along.value);
  if (!tiles || !product_fits(tiles.value, reach)) return grid;
  auto const gaps = complement_gaps(b, tiles.value * reach, Cover::disjoint);
  if (!gaps) return grid;
  Int const copies = size(flat(gaps.value));
  if (!(copies < size(grid)) || size(tile) * copies > Int(kPointsCompared)) return grid;
  auto const cut = leaf(Mode<Int>{copies, copies == Int(1) ? Int(0) : grid.leaves[0].stride});
  return offsets_within(a, join(tile, cut), work) ? cut : grid;
}
}  // namespace detail

/// A divided by one tile B: (A o B, A o B*). Errors: logical_divide's.
template <Number Int>
constexpr Result<Layout<Int>, Int> logical_divide(Layout<Int> const& a, Layout<Int> const& b,
                                                  Budget budget = {}) {
  Work work(budget);
  auto r = colex::logical_divide(a, b, Cover::disjoint, work.rest());
  if (!r) return r;
  Layout<Int> const tile = entry(r.value, 0);
  r.value = join(detail::unit_strides(a, b, tile), detail::counted_grid(a, b, tile, entry(r.value, 1), work));
  return r;
}

/// By mode: ((tile0,grid0), (tile1,grid1), ..., untiled modes). Errors: those above, congruent.
template <Number Int>
constexpr Result<Layout<Int>, Int> logical_divide(Layout<Int> const& a, Tiler<Int> const& tiler,
                                                  Budget budget = {}) {
  Work work(budget);
  return apply(a, tiler, Rest::keep, [&](Layout<Int> const& mode, Layout<Int> const& by) {
    return cute::logical_divide(mode, by, work.rest());
  });
}

/// ((tiles...), (grids..., untiled modes)). A mode of two entries under `_` is a pair already. Errors:
/// logical_divide's.
template <Number Int>
constexpr Result<Layout<Int>, Int> zipped_divide(Layout<Int> const& a, Tiler<Int> const& tiler,
                                                 Budget budget = {}) {
  return colex::detail::unzipped(cute::logical_divide(a, tiler, budget), pairs_kept(tiler));
}

/// ((tiles...), grid0, grid1, ..., untiled modes). Errors: logical_divide's.
template <Number Int>
constexpr Result<Layout<Int>, Int> tiled_divide(Layout<Int> const& a, Tiler<Int> const& tiler,
                                                Budget budget = {}) {
  auto r = cute::zipped_divide(a, tiler, budget);
  if (r) r.value = unpack(r.value, false);
  return r;
}

/// (tile0, tile1, ..., grid0, grid1, ..., untiled modes). Errors: logical_divide's.
template <Number Int>
constexpr Result<Layout<Int>, Int> flat_divide(Layout<Int> const& a, Tiler<Int> const& tiler,
                                               Budget budget = {}) {
  auto r = cute::zipped_divide(a, tiler, budget);
  if (r) r.value = unpack(r.value, true);
  return r;
}

/// The partitions of a layout whose extents are rounded up to whole tiles. Errors: those of the colex
/// function of the name.
template <Number Int>
constexpr Result<Placed<Int>, Int> inner_partition(Layout<Int> const& layout, Tiler<Int> const& tiler,
                                                   IntTuple<Int> const& at, Budget budget = {}) {
  return colex::inner_partition(layout, pairs_kept(tiler), at, Cover::disjoint, budget);
}
template <Number Int>
constexpr Result<Placed<Int>, Int> outer_partition(Layout<Int> const& layout, Tiler<Int> const& tiler,
                                                   IntTuple<Int> const& at, Budget budget = {}) {
  return colex::outer_partition(layout, pairs_kept(tiler), at, Cover::disjoint, budget);
}
template <Number Int>
constexpr Result<Placed<Int>, Int> local_tile(Layout<Int> const& layout, Tiler<Int> const& tiler,
                                              IntTuple<Int> const& at, Budget budget = {}) {
  return colex::local_tile(layout, pairs_kept(tiler), at, Cover::disjoint, budget);
}
template <Number Int>
constexpr Result<Placed<Int>, Int> local_partition(Layout<Int> const& layout, Layout<Int> const& threads,
                                                   Int const& thread, Budget budget = {}) {
  return colex::local_partition(layout, threads, thread, Cover::disjoint, budget);
}

}  // namespace colex::cute
