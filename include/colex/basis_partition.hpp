// SPDX-License-Identifier: MIT
// Tiles and partitions of coordinates: what a kernel's predicates are made of. A part says with its start which element each point is.
//
//   local_tile((100,60):(1@0,1@1), <64,32>, (1,1), Cover::at_least) == (64,32):(1@0,1@1) at (64,32)
//   local_partition((64,32):(1@0,1@1) at (64,32), (32,4):(4,1), 5) == (2,8):(32@0,4@1) at (65,33)
//   elem_less((64,32):(1@0,1@1) at (64,32), (100,60)) == no     1008 of 2048 points lie inside, with i < 36 and j < 28
//
// Included by those who use it; colex.hpp does not.
// Source: CuTe's make_identity_tensor, local_tile, local_partition and elem_less, as its kernels predicate copies with them.
#pragma once

#include "colex/basis.hpp"
#include "colex/notation.hpp"
#include "colex/partition.hpp"

namespace colex {

template <class Int>
concept Plain64 = std::is_same_v<Int, std::int64_t>;

/// Numbers as scalars, beside layouts of coordinates.
template <Plain64 Int>
constexpr IntTuple<Coordinate> scalars(IntTuple<Int> const& tuple) {
  return transform(tuple, [](Int n) { return Coordinate(n); });
}
template <Plain64 Int>
constexpr Tiler<Coordinate> scalars(Tiler<Int> const& tiler) {
  return {scalars(tiler.modes), tiler.tiles, tiler.keeps};
}
template <Plain64 Int>
constexpr Slicer<Coordinate> scalars(Slicer<Int> const& slicer) {
  return transform(slicer, [](Slot<Int> const& s) { return Slot<Coordinate>{s.keep, Coordinate(s.value)}; });
}

namespace detail {
/// The part with its start counted from that of the whole.
constexpr Result<Placed<Coordinate>, Coordinate> within(Placed<Coordinate> const& whole,
                                                        Result<Placed<Coordinate>, Coordinate> part) {
  part.value.offset = part.value.offset + whole.offset;
  return part;
}
}  // namespace detail

/// slice_and_offset of coordinates. Errors: congruent, capacity, not_negative.
template <Plain64 Int>
constexpr Result<Placed<Coordinate>, Coordinate> slice_and_offset(Slicer<Int> const& slicer,
                                                                  Placed<Coordinate> const& whole) {
  return detail::within(whole, slice_and_offset(scalars(slicer), whole.layout));
}

/// The coordinates seen from `origin` on. Errors: congruent.
template <Plain64 Int>
constexpr Result<Placed<Coordinate>, Coordinate> domain_offset(IntTuple<Int> const& origin,
                                                               Placed<Coordinate> const& whole) {
  return detail::within(whole, domain_offset(scalars(origin), whole.layout));
}

/// The tile at grid coordinate `at`, and the coordinate at which it starts. Errors: inner_partition's.
template <Plain64 Int>
constexpr Result<Placed<Coordinate>, Coordinate> inner_partition(Placed<Coordinate> const& whole,
                                                                 Tiler<Int> const& tiler,
                                                                 IntTuple<Int> const& at,
                                                                 Cover cover = Cover::strict,
                                                                 Budget budget = {}) {
  return detail::within(whole, inner_partition(whole.layout, scalars(tiler), scalars(at), cover, budget));
}

/// Every point that holds that place in its tile. Errors: outer_partition's.
template <Plain64 Int>
constexpr Result<Placed<Coordinate>, Coordinate> outer_partition(Placed<Coordinate> const& whole,
                                                                 Tiler<Int> const& tiler,
                                                                 IntTuple<Int> const& at,
                                                                 Cover cover = Cover::strict,
                                                                 Budget budget = {}) {
  return detail::within(whole, outer_partition(whole.layout, scalars(tiler), scalars(at), cover, budget));
}

/// inner_partition by CuTe's name for a block's tile.
template <Plain64 Int>
constexpr Result<Placed<Coordinate>, Coordinate> local_tile(Placed<Coordinate> const& whole,
                                                            Tiler<Int> const& tiler, IntTuple<Int> const& at,
                                                            Cover cover = Cover::strict, Budget budget = {}) {
  return inner_partition(whole, tiler, at, cover, budget);
}

/// The coordinates of what one of `threads`' threads holds. Errors: get_1d_coord's, outer_partition's.
template <Plain64 Int>
constexpr Result<Placed<Coordinate>, Coordinate> local_partition(Placed<Coordinate> const& whole,
                                                                 Layout<Int> const& threads,
                                                                 std::type_identity_t<Int> const& thread,
                                                                 Cover cover = Cover::strict,
                                                                 Budget budget = {}) {
  Work work(budget);
  auto const at = get_flat_coord(threads, thread, work.rest());
  if (!at) return {{}, on_coordinates(at.refusal)};
  return outer_partition(whole, by_mode(product_each(shape(threads))), at.value, cover, work.rest());
}

/// What a predicate asks of a tile of coordinates: which of its points are elements of a tensor.
struct Below {
  Refusal<std::int64_t> why{};  ///< congruent: a basis vector beyond the tensor's leaves; capacity; undecided
  std::int64_t points = 0, inside = 0;
  std::int64_t index = 0;  ///< of the first point that is none, and its coordinate
  Coordinate at{};
  /// Of each mode the places that are inside, where the points inside are those before all of these; else empty.
  List<std::int64_t> bounds{};

  constexpr explicit operator bool() const { return why.condition == Condition::none && inside == points; }
};

namespace detail {
/// Whether a coordinate is below the extents along the basis vectors of `which`.
constexpr bool below(Coordinate const& at, IntTuple<std::int64_t> const& shape, unsigned which) {
  for (int k = 0; k < shape.leaves.count; ++k)
    if ((which >> k & 1) != 0 && at.along[k] >= shape.leaves[k]) return false;
  return true;
}
/// The basis vectors that a layout moves along.
constexpr unsigned moves_along(Layout<Coordinate> const& layout) {
  unsigned r = 0;
  for (auto const& mode : layout.leaves)
    for (int k = 0; k < kMaxBases; ++k)
      if (mode.stride.along[k] != 0 && mode.shape.scalar > 1) r |= 1U << k;
  return r;
}
/// The points of one mode from `start` on, along the vectors that it moves.
struct PlacesBelow {
  std::int64_t points = 0, inside = 0;
  std::int64_t first = 0;  ///< place of the first outside; `points` where there is none
};
constexpr PlacesBelow places_below(Layout<Coordinate> const& mode, Coordinate const& start,
                                   IntTuple<std::int64_t> const& shape, unsigned which) {
  PlacesBelow r{size(mode).scalar, 0, size(mode).scalar};
  for (std::int64_t i = 0; i < r.points; ++i) {
    bool const holds = below(start + evaluate(mode, Coordinate(i)), shape, which);
    r.inside += holds ? 1 : 0;
    if (!holds && i < r.first) r.first = i;
  }
  return r;
}
}  // namespace detail

/// elem_less of every coordinate of a tile and `shape`: each entry is below the extent, as CuTe's kernels ask, which do not look
/// below 0. Where no two modes move along one basis vector each mode is looked at by itself, else all points are.
constexpr Below elem_less(Placed<Coordinate> const& tile, IntTuple<std::int64_t> const& shape,
                          Budget budget = {}) {
  auto const& layout = tile.layout;
  int const modes = layout.profile.is_leaf({}) ? 1 : rank(layout);
  auto const mode = [&](int k) { return layout.profile.is_leaf({}) ? layout : entry(layout, k); };
  Below r;
  r.points = size(layout).scalar;
  unsigned moved = 0;
  bool apart = true;
  std::int64_t to_ask = 0;
  for (int k = 0; k < modes; ++k) {
    unsigned const mine = detail::moves_along(mode(k));
    apart = apart && (moved & mine) == 0;
    moved |= mine;
    to_ask += size(mode(k)).scalar;
  }
  if (shape.leaves.count > kMaxBases) r.why = because<std::int64_t>(Condition::capacity);
  for (int k = shape.leaves.count; k < kMaxBases; ++k)
    if ((moved >> k & 1) != 0 || tile.offset.along[k] != 0)
      r.why = because<std::int64_t>(Condition::congruent);
  Work work(budget);
  if (!work.take(apart ? to_ask : r.points)) r.why = undecided(work, r.points);
  if (r.why.condition != Condition::none) return r;
  if (!apart) {
    auto const line = detail::places_below(layout, tile.offset, shape, ~0U);
    r.inside = line.inside, r.index = line.first;
  } else if (detail::below(tile.offset, shape, ~moved)) {
    std::int64_t step = 1;
    bool prefixes = true;
    r.inside = 1, r.index = r.points;
    for (int k = 0; k < modes; ++k) {
      auto const line = detail::places_below(mode(k), tile.offset, shape, detail::moves_along(mode(k)));
      r.inside *= line.inside;
      if (line.first < line.points && line.first * step < r.index) r.index = line.first * step;
      prefixes = prefixes && line.first == line.inside;
      r.bounds.push(line.inside);
      step *= line.points;
    }
    if (!prefixes || r.inside == 0) r.bounds = {};
  }
  if (r.inside < r.points) r.at = tile.offset + evaluate(layout, Coordinate(r.index));
  return r;
}

/// Where coordinates start: an entry for each basis vector up to the last that the layout or the start has.
constexpr int entries_of(Placed<Coordinate> const& placed) {
  int count = 1;
  for (int k = 0; k < kMaxBases; ++k) {
    bool stands = placed.offset.along[k] != 0;
    for (auto const& mode : placed.layout.leaves) stands = stands || mode.stride.along[k] != 0;
    if (stands) count = k + 1;
  }
  return count;
}
template <class Out>
constexpr void write(Out& out, Placed<Coordinate> const& placed) {
  detail::write_all(out, placed.layout, " at ", Entries{placed.offset, entries_of(placed)});
}

}  // namespace colex
