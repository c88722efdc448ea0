// SPDX-License-Identifier: MIT
// The order in which a persistent grid visits the tiles of the result: bands of `band` rows of tiles, each
// band column by column, so that the tiles in flight at one time share rows of A and columns of B in the L2
// cache.
//
//   3 x 2 tiles, bands of 2:   0 2        tile_at({3, 2, 2}, 4) == {2, 0}
//                              1 3
//                              4 5        the last band has one row
#pragma once

#include "colex/number.hpp"

namespace colex::gpu::hopper {

/// The tiles of a result and the height of a band. Every number is at least 1, and rows * columns fits the
/// integer: the kernel's is int, a solver has its own.
template <class Int>
struct TileGridOf {
  Int rows, columns, band;
};
using TileGrid = TileGridOf<int>;

template <class Int>
struct TileIndexOf {
  Int row, column;
  friend constexpr auto operator==(TileIndexOf const& a, TileIndexOf const& b) {
    return both(a.row == b.row, a.column == b.column);
  }
};
using TileIndex = TileIndexOf<int>;

template <class Int>
constexpr Int tile_count(TileGridOf<Int> const& grid) {
  return grid.rows * grid.columns;
}

/// The tile that is visited as number `index`, 0 <= index < tile_count(grid). A bijection.
template <class Int>
constexpr TileIndexOf<Int> tile_at(TileGridOf<Int> const& grid, Int const& index) {
  Int const per_band = grid.band * grid.columns;
  Int const first_row = index / per_band * grid.band, within = index % per_band;
  Int height = grid.band;
  if (grid.rows - first_row < grid.band) height = grid.rows - first_row;
  return {first_row + within % height, within / height};
}

}  // namespace colex::gpu::hopper
