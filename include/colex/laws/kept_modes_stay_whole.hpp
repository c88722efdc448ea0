// SPDX-License-Identifier: MIT
// Law: a mode under `_` of a tiler is whole in the tile, and one point of the grid.   ((2,(4,8)),(6,1))
#pragma once

#include "colex/product.hpp"

namespace colex::laws {

struct kept_modes_stay_whole {
  static constexpr char const* statement =
      "where the tiler of a zipped, tiled or flat divide or product has _, the tile has every point of the "
      "mode, whatever its profile, at the mode's own offset, and the grid has one point, at offset 0";
  static constexpr char const* source = "T50; NVIDIA/cutlass#3514";

  /// `tile` and `grid` are what an answer has in the place of `mode`, which the tiler keeps; i is below
  /// size(mode).
  template <Number Int>
  static constexpr auto holds(Layout<Int> const& mode, Layout<Int> const& tile, Layout<Int> const& grid,
                              Int const& i) {
    return both(size(tile) == size(mode), size(grid) == Int(1), evaluate(tile, i) == evaluate(mode, i),
                evaluate(grid, Int(0)) == Int(0));
  }
};

}  // namespace colex::laws
