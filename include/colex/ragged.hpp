// SPDX-License-Identifier: MIT
// Tiles of points where they need not come out even, and words that rows begin anywhere in. Every number is >= 0.
//
//   static_assert(tiles_along(10L, 4L) == 3);            // tiles of 4 that hold 10 points
//   static_assert(points_inside(8L, 4L, 10L) == 2);      // which of them the tile has that begins at point 8
//   static_assert(misalignment(3L, 5L, 2L, 4L) == 1);    // 3 + 5 * 2 is 1 behind a multiple of 4
//
// Laws: ragged_tiles_hold_each_point_once, shifted_tiles_hold_each_word_once, residues_follow_the_strides.
#pragma once

#include "colex/number.hpp"

namespace colex {

/// The tiles that hold `points` points. Requires points >= 0, tile >= 1.
template <Number Int>
constexpr Int tiles_along(Int const& points, Int const& tile) {
  return (points + tile - Int(1)) / tile;
}

/// How many of the points there are a tile has that begins at point `first`: all of its own, fewer at the ragged end, none
/// beyond it. The predicate of its point p is p < points_inside(...). Requires tile >= 1.
template <Number Int>
constexpr Int points_inside(Int const& first, Int const& tile, Int const& points) {
  if (first >= points) return Int(0);
  if (points - first < tile) return points - first;
  return tile;
}

/// How far the point `count` strides behind one at `first` lies behind a multiple of W. Requires all >= 0, W >= 1.
template <Number Int>
constexpr Int misalignment(Int const& first, Int const& stride, Int const& count, Int const& W) {
  return (first + stride * count) % W;
}

}  // namespace colex
