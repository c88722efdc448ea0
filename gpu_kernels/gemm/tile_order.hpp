// SPDX-License-Identifier: MIT
// Tile orders: in which order the blocks of a GEMM visit the tiles of C. Each is a bijection from the numbers
// 0, ..., grid_m * grid_n - 1 to the tiles; templated on the number type, so that a solver reasons about the
// functions that the kernel runs.
//
//   row_order(5, 2, 4) == (1, 1)            tiles (0,0) (0,1) (0,2) (0,3) (1,0) (1,1)
//   grouped_order(5, 3, 4, 2) == (1, 2)     two rows at a time: (0,0) (1,0) (0,1) (1,1) (0,2) (1,2)
//   xcd_remap(1, 20, 8) == 3                blocks 0, 8, 16 share a chiplet: they get tiles 0, 1, 2
//   hilbert_order(2, 2, 2) == (1, 1)        each tile beside the one before; parts of parts of rectangles
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

/// How the curve lies: it is entered at (m, n); its length runs along m or along n, forwards or backwards,
/// and its height along the other side, up or down.
template <Number Int>
struct HilbertFrame {
  Int m{}, n{};
  bool along_m = true, forward = true, upward = true;

  /// The tile that is `along` steps of the length and `across` steps of the height away from the entry.
  constexpr TileCoordinate<Int> at(Int const& along, Int const& across) const {
    auto const walk = [](Int const& from, Int const& steps, bool up) {
      return up ? from + steps : from - steps;
    };
    if (along_m) return {walk(m, along, forward), walk(n, across, upward)};
    return {walk(m, across, upward), walk(n, along, forward)};
  }
};

/// The frame that `inner` is when its own m and n are the length and the height of `outer`:
/// within(outer, inner).at(x, y) is outer.at(inner.at(x, y).m, inner.at(x, y).n).
template <Number Int>
constexpr HilbertFrame<Int> within(HilbertFrame<Int> const& outer, HilbertFrame<Int> const& inner) {
  auto const entry = outer.at(inner.m, inner.n);
  bool const up_length = inner.along_m ? inner.forward : inner.upward,
             up_height = inner.along_m ? inner.upward : inner.forward;
  bool const one = up_length == outer.forward, other = up_height == outer.upward;
  if (inner.along_m) return {entry.m, entry.n, outer.along_m, one, other};
  return {entry.m, entry.n, !outer.along_m, other, one};
}

/// Where the curve through a rectangle is cut: near the middle, behind an even number of tiles where it can.
/// Requires side > 1; lies in 1, ..., side - 1.
template <Number Int>
constexpr Int hilbert_cut(Int const& side) {
  Int const half = side / Int(2);
  if (side == Int(2)) return half;
  return half + half % Int(2);
}

/// A part of a rectangle that the curve visits without leaving it: its frame in the rectangle, its sides, and
/// the number within it of the tile that was asked for.
template <Number Int>
struct HilbertPart {
  HilbertFrame<Int> frame;
  Int length{}, height{}, tile{};
};

/// The part that holds a tile. A long rectangle has two, one after the other along its length; a squarish one
/// has three: up, across above the first, and down. Requires length, height > 1, 0 <= tile < length * height.
template <Number Int>
constexpr HilbertPart<Int> hilbert_part(Int const& tile, Int const& length, Int const& height) {
  Int const zero(0), one(1);
  if (Int(2) * length > Int(3) * height) {
    Int const cut = hilbert_cut(length);
    if (tile < cut * height) return {{zero, zero, true, true, true}, cut, height, tile};
    return {{cut, zero, true, true, true}, length - cut, height, tile - cut * height};
  }
  Int const half = length / Int(2), cut = hilbert_cut(height);
  if (tile < half * cut) return {{zero, zero, false, true, true}, cut, half, tile};
  Int const above = tile - half * cut, over = length * (height - cut);
  if (above < over) return {{zero, cut, true, true, true}, length, height - cut, above};
  return {{length - one, cut - one, false, false, false}, cut, length - half, above - over};
}

/// The curve through one row or one column: (along, across) of a tile.
template <Number Int>
constexpr TileCoordinate<Int> hilbert_line(Int const& tile, Int const& length) {
  if (length > Int(1)) return {tile, Int(0)};
  return {Int(0), tile};
}

/// The rectangle that is the whole grid.
template <Number Int>
constexpr HilbertPart<Int> hilbert_grid(Int const& tile, Int const& grid_m, Int const& grid_n) {
  if (grid_m >= grid_n) return {{Int(0), Int(0), true, true, true}, grid_m, grid_n, tile};
  return {{Int(0), Int(0), false, true, true}, grid_n, grid_m, tile};
}

/// A generalised Hilbert curve through a grid of any size: of each rectangle, on to the part that holds the
/// tile, until one row or column is left. Neighbours in the order are neighbours in the grid, but for a
/// diagonal step where a side is odd. Requires 0 <= tile < grid_m * grid_n.
template <Number Int>
constexpr TileCoordinate<Int> hilbert_order(Int const& tile, Int const& grid_m, Int const& grid_n) {
  auto now = hilbert_grid(tile, grid_m, grid_n);
  while (now.length > Int(1) && now.height > Int(1)) {
    auto const part = hilbert_part(now.tile, now.length, now.height);
    now = {within(now.frame, part.frame), part.length, part.height, part.tile};
  }
  auto const last = hilbert_line(now.tile, now.length);
  return now.frame.at(last.m, last.n);
}

}  // namespace colex::gpu
