// SPDX-License-Identifier: MIT
// The order in which a persistent grid visits the tiles of the result: bands of `band` rows of tiles, each
// band column by column, so that the tiles in flight at one time share rows of A and columns of B in the L2
// cache.
//
//   3 x 2 tiles, bands of 2:   0 2        tile_at({3, 2, 2}, 4) == {2, 0}
//                              1 3
//                              4 5        the last band has one row
#pragma once

namespace colex::gpu::hopper {

/// The tiles of a result and the height of a band. Every number is at least 1, and rows * columns fits an
/// int.
struct TileGrid {
  int rows, columns, band;
};

struct TileIndex {
  int row, column;
  friend constexpr bool operator==(TileIndex a, TileIndex b) {
    return a.row == b.row && a.column == b.column;
  }
};

constexpr int tile_count(TileGrid const& grid) { return grid.rows * grid.columns; }

/// The tile that is visited as number `index`, 0 <= index < tile_count(grid). A bijection.
constexpr TileIndex tile_at(TileGrid const& grid, int index) {
  int const per_band = grid.band * grid.columns;
  int const first_row = index / per_band * grid.band, within = index % per_band;
  int const height = grid.rows - first_row < grid.band ? grid.rows - first_row : grid.band;
  return {first_row + within % height, within / height};
}

}  // namespace colex::gpu::hopper
