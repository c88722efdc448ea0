// SPDX-License-Identifier: MIT
// One block's tile, and one thread's part of it.
//
//   local_tile((8,8):(1,8), <4,4>, (1,1)) == (4,4):(1,8) at 36             the tile at block (1,1)
//   local_partition((8,8):(1,8), (4,2):(1,4), 5) == (2,4):(4,16) at 9      what thread 5 of 4x2 holds
//
// Both are zipped_divide and a slice: the inner partition keeps the tile, the outer one keeps the grid.
// Laws: partitions_cover_once.  Source: CuTe's inner_partition, outer_partition, local_tile, local_partition.
#pragma once

#include "colex/divide.hpp"
#include "colex/locate.hpp"
#include "colex/slice.hpp"

namespace colex {

namespace detail {
/// The slicer (coordinate, _, _, ...) of the given rank.
template <Number Int>
constexpr Slicer<Int> fixed(IntTuple<Int> const& coordinate, int ranks) {
  Slicer<Int> numbers = transform(coordinate, [](Int const& x) { return Slot<Int>{false, x}; });
  if (ranks == 1 || rank(coordinate) >= ranks) return numbers;
  return append_to(numbers, ranks, leaf(Slot<Int>{}));
}

/// The (tile, grid) pair `split` cut at one coordinate: of the grid, keeping the tile, or the other way.
template <Number Int>
constexpr Result<Placed<Int>, Int> cut(Layout<Int> const& split, IntTuple<Int> const& at, bool keep_tile) {
  using Answer = Result<Placed<Int>, Int>;
  auto const kept = entry(split, keep_tile ? 0 : 1), rest_of = entry(split, keep_tile ? 1 : 0);
  auto const rest = slice_and_offset(fixed(at, rank(rest_of)), rest_of);
  if (!rest) return rest;
  Layout<Int> r = kept;
  for (int k = 0; k < rank(rest->layout); ++k) r = append(r, entry(rest->layout, k));
  if (r.overfull()) return Answer::refuse(because<Int>(Condition::capacity));
  Placed<Int> placed;
  placed.layout = r;
  placed.offset = rest->offset;
  return Answer::answer(placed);
}

template <Number Int>
constexpr Result<Placed<Int>, Int> partition(Layout<Int> const& layout, Tiler<Int> const& tiler,
                                             IntTuple<Int> const& at, bool keep_tile, Cover cover,
                                             Budget budget) {
  auto const split = zipped_divide(layout, tiler, cover, budget);
  if (!split) return Result<Placed<Int>, Int>::refuse(split.refusal);
  // An integer counts the whole tile or grid where the tiler acts whole: both may have several modes.
  if (tiler.is_tile() && at.profile.is_leaf({}))
    return cut(split.value, idx2crd(at.leaves[0], shape(entry(split.value, keep_tile ? 1 : 0))), keep_tile);
  return cut(split.value, at, keep_tile);
}
}  // namespace detail

/// The tile at grid coordinate `at`; grid modes that `at` does not reach follow the tile's. Strict: the tiler
/// divides the layout. Errors: zipped_divide's, slice_and_offset's.
template <Number Int>
constexpr Result<Placed<Int>, Int> inner_partition(Layout<Int> const& layout,
                                                   std::type_identity_t<Tiler<Int>> const& tiler,
                                                   IntTuple<Int> const& at, Cover cover = Cover::strict,
                                                   Budget budget = {}) {
  return detail::partition(layout, tiler, at, true, cover, budget);
}

/// The grid at tile coordinate `at`: every point that holds that place in its tile. Errors: as above.
template <Number Int>
constexpr Result<Placed<Int>, Int> outer_partition(Layout<Int> const& layout,
                                                   std::type_identity_t<Tiler<Int>> const& tiler,
                                                   IntTuple<Int> const& at, Cover cover = Cover::strict,
                                                   Budget budget = {}) {
  return detail::partition(layout, tiler, at, false, cover, budget);
}

/// inner_partition by CuTe's name for a block's tile.
template <Number Int>
constexpr Result<Placed<Int>, Int> local_tile(Layout<Int> const& layout,
                                              std::type_identity_t<Tiler<Int>> const& tiler,
                                              IntTuple<Int> const& at, Cover cover = Cover::strict,
                                              Budget budget = {}) {
  return inner_partition(layout, tiler, at, cover, budget);
}

/// What one of `threads`' threads holds: the outer partition by the thread layout's extents, at the thread's
/// coordinate in it. `thread` is a value of the thread layout. Errors: get_1d_coord's, outer_partition's.
template <Number Int>
constexpr Result<Placed<Int>, Int> local_partition(Layout<Int> const& layout, Layout<Int> const& threads,
                                                   std::type_identity_t<Int> const& thread,
                                                   Cover cover = Cover::strict, Budget budget = {}) {
  Work work(budget);
  auto const at = get_flat_coord(threads, thread, work.rest());
  if (!at) return {{}, at.refusal};
  return outer_partition(layout, by_mode(product_each(shape(threads))), at.value, cover, work.rest());
}

}  // namespace colex
