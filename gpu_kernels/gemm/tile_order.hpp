// SPDX-License-Identifier: MIT
// Tile orders: in which order the blocks of a GEMM visit the tiles of C. Each is a bijection from the numbers
// 0, ..., grid_m * grid_n - 1 to the tiles; templated on the number type, so that a solver reasons about the
// functions that the kernel runs.
//
//   row_order(5, 2, 4) == (1, 1)            tiles (0,0) (0,1) (0,2) (0,3) (1,0) (1,1)
//   grouped_order(5, 3, 4, 2) == (1, 2)     two rows at a time: (0,0) (1,0) (0,1) (1,1) (0,2) (1,2)
//   xcd_remap(1, 20, 8) == 3                blocks 0, 8, 16 share a chiplet: they get tiles 0, 1, 2
//   hilbert_order(2, 2, 2) == (1, 1)        each tile beside the one before
#pragma once

#include "colex/number.hpp"
#include "platform/vec.hpp"

namespace colex::gpu {

/// A tile of C, counted in tiles.
template <Number Int>
struct TileCoordinate {
  Int m{}, n{};
};

/// One row of tiles after the other. Requires 0 <= tile < grid_m * grid_n.
template <Number Int>
constexpr TileCoordinate<Int> row_order(Int const& tile, Int const& grid_n) {
  return {tile / grid_n, tile % grid_n};
}

/// `group` rows of tiles at a time, column by column: a block's neighbours share its rows of A and its
/// columns of B. The last group has the rows that are left. Requires 0 <= tile < grid_m * grid_n, group > 0.
template <Number Int>
constexpr TileCoordinate<Int> grouped_order(Int const& tile, Int const& grid_m, Int const& grid_n,
                                            Int const& group) {
  Int const per_group = group * grid_n;
  Int const first = (tile / per_group) * group, rest = tile % per_group;
  Int rows = group;
  if (grid_m - first < group) rows = grid_m - first;
  return {first + rest % rows, rest / rows};
}

/// Deals `total` consecutive numbers out to the chiplets: block b runs on chiplet b % xcds, and each chiplet
/// gets one run of neighbours. Requires 0 <= block < total, xcds > 0.
template <Number Int>
constexpr Int xcd_remap(Int const& block, Int const& total, Int const& xcds) {
  Int const xcd = block % xcds, each = total / xcds, longer = total % xcds;
  Int before = xcd;  // chiplets before this one that get one block more than `each`
  if (longer < xcd) before = longer;
  return xcd * each + before + block / xcds;
}

/// A generalised Hilbert curve through a grid of any size: halves the longer side, or visits three parts of a
/// squarish one, until one row or column is left. Neighbours in the order are neighbours in the grid, but for
/// a diagonal step where a side is odd. Requires 0 <= tile < grid_m * grid_n.
constexpr TileCoordinate<Index> hilbert_order(Index tile, Index grid_m, Index grid_n) {
  // The rectangle that holds the tile: `length` steps along one axis and `height` along the other, each
  // forwards or backwards (+1, -1); it is entered at (m, n).
  Index m = 0, n = 0;
  bool along_m = grid_m >= grid_n;
  Index length = along_m ? grid_m : grid_n, height = along_m ? grid_n : grid_m;
  Index forward = 1, upward = 1;  // direction along the length and along the height
  auto const move = [&](Index along, Index across) {
    (along_m ? m : n) += along * forward;
    (along_m ? n : m) += across * upward;
  };
  auto const even_half = [](Index side) { return side / 2 + (side > 2 && side / 2 % 2 == 1 ? 1 : 0); };
  while (length > 1 && height > 1) {
    if (2 * length > 3 * height) {  // two parts, one after the other along the length
      Index const half = even_half(length);
      if (tile < half * height) {
        length = half;
      } else {
        tile -= half * height, length -= half;
        move(half, 0);
      }
      continue;
    }
    Index const part = length / 2, low = even_half(height);
    if (tile < part * low) {  // up the first part
      along_m = !along_m;
      Index const turned = forward;
      forward = upward, upward = turned;
      length = low, height = part;
    } else if (tile < part * low + length * (height - low)) {  // across above both
      tile -= part * low, height -= low;
      move(0, low);
    } else {  // down the last part
      tile -= part * low + length * (height - low);
      move(length - 1, low - 1);
      along_m = !along_m;
      Index const turned = forward;
      forward = -upward, upward = -turned;
      height = length - part, length = low;
    }
  }
  length > 1 ? move(tile, 0) : move(0, tile);
  return {m, n};
}

}  // namespace colex::gpu
