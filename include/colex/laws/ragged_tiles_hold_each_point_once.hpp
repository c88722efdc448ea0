// SPDX-License-Identifier: MIT
// Law: the predicate of a ragged tile is exactly membership.     10 points, tiles of 4: point 9 is place 1 of tile 2
#pragma once

#include "colex/ragged.hpp"

namespace colex::laws {

struct ragged_tiles_hold_each_point_once {
  static constexpr char const* statement =
      "of tiles_along(n, T) tiles of T, each point below n is in one tile at one place, none is idle, and "
      "place p of a "
      "tile that begins at f passes p < points_inside(f, T, n) exactly where f + p < n";
  static constexpr char const* source = "CuTe, predication of residue tiles (local_tile, elem_less)";

  /// So many tiles hold the points, and no fewer.
  template <Number Int>
  static constexpr auto are_enough(Int const& points, Int const& tile, Int const& tiles) {
    return both(points <= tiles * tile, tiles * tile < points + tile);
  }
  /// Point e of them is in a tile of the grid, at a place that passes the predicate.
  template <Number Int>
  static constexpr auto holds_point(Int const& e, Int const& tile, Int const& tiles, Int const& inside) {
    return both(e / tile < tiles, e % tile < inside);
  }
  /// Place p of a tile that begins at `first` passes the predicate exactly where its point is one of them.
  template <Number Int>
  static constexpr auto is_membership(Int const& first, Int const& p, Int const& tile, Int const& points,
                                      Int const& inside) {
    return both(either(p >= inside, first + p < points), either(p < inside, first + p >= points),
                inside >= Int(0), inside <= tile);
  }
};

}  // namespace colex::laws
