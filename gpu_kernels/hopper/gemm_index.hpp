// SPDX-License-Identifier: MIT
// The index arithmetic of the Hopper GEMM, templated on the integer: which tiles a block takes, which rows it
// computes, and where an element lies. How many tiles there are is tiles_over() of gemm/gemm_index.hpp, and
// what a cluster works on its block_work().
//
//   first_tile(5, 2) == 2, rank_in_cluster(5, 2) == 1   block 5 of clusters of 2
//   first_row(3, 2, 1, 128) == 896               tile row 3, block 1 of a cluster of 2, 128 rows each
//   first_part(2, 5) == 10                       the parts of K of split 2 begin at number 10
//
//   item_of(3, 4, 0, 2, 1) == 11                 of 4 tiles and 2 splits: tile 3, split 0, batch 1
//   operand_of_box(3, 2) == 1, box_of_operand(3, 2) == 1      the last of two operands with two boxes each
#pragma once

#include "gemm/gemm_index.hpp"
#include "hopper/tile_order.hpp"

namespace colex::gpu::hopper {

/// The blocks of a cluster follow each other. A cluster takes tile first_tile(), and then every one that is
/// as many tiles further as there are clusters.
template <class Int>
constexpr Int first_tile(Int const& block, Int const& cluster) {
  return block / cluster;
}
template <class Int>
constexpr Int rank_in_cluster(Int const& block, Int const& cluster) {
  return block % cluster;
}

/// The first row of the result that a block computes of a tile: those of its cluster lie one below the other.
template <class Int>
constexpr Int first_row(Int const& tile_row, Int const& cluster, Int const& rank, Int const& tile_rows) {
  return (tile_row * cluster + rank) * tile_rows;
}

/// Where an element of the result lies.
template <class Int>
constexpr Int result_offset(Int const& row, Int const& pitch, Int const& column) {
  return row * pitch + column;
}

/// Of a tile whose lines are those of two operands, one behind the other, each in so many boxes: which operand box
/// number `box` is of, and its number among those of that operand.
template <class Int>
constexpr Int operand_of_box(Int const& box, Int const& boxes) {
  return box / boxes;
}
template <class Int>
constexpr Int box_of_operand(Int const& box, Int const& boxes) {
  return box % boxes;
}

/// The first part of K of a split: all splits have as many, and those past the end of K read zeros.
template <class Int>
constexpr Int first_part(Int const& split, Int const& parts) {
  return split * parts;
}

/// The number of an item, a tile of a split of K of a batch: block_work() of gemm/gemm_index.hpp is the inverse.
template <class Int>
constexpr Int item_of(Int const& tile, Int const& tiles, Int const& split, Int const& splits,
                      Int const& batch) {
  return (batch * splits + split) * tiles + tile;
}

/// Where the workspace has the four sums that a thread holds as values 4 quad, ..., 4 quad + 3: of an item, a
/// block of the cluster, a warpgroup. A warp's are one after the other.
template <class Int>
constexpr Int held_offset(Int const& item, Int const& rank, Int const& cluster, Int const& warpgroup,
                          Int const& warpgroups, Int const& quad, Int const& quads, Int const& thread) {
  return ((((item * cluster + rank) * warpgroups + warpgroup) * quads + quad) * Int(128) + thread) * Int(4);
}

/// What one warp adds up of the splits: 16 rows and 32 columns of a warpgroup's rows. Counted with the columns
/// running fastest, then the warp, the warpgroup, the block of the cluster, the tile and the batch.
template <class Int>
struct Piece {
  Int group, warp, warpgroup, rank, tile, batch;
};
template <class Int>
constexpr Piece<Int> piece_at(Int const& number, Int const& groups, Int const& warpgroups, Int const& cluster,
                              Int const& tiles) {
  Int const by_warp = number / groups, by_warpgroup = by_warp / Int(4), by_rank = by_warpgroup / warpgroups,
            by_tile = by_rank / cluster;
  return {number % groups,   by_warp % Int(4), by_warpgroup % warpgroups,
          by_rank % cluster, by_tile % tiles,  by_tile / tiles};
}

/// Elements from the first one of `runs` runs, `pitch` apart, to the last one. Requires runs > 0.
template <class Int>
constexpr Int elements_spanned(Int const& runs, Int const& run, Int const& pitch) {
  return (runs - Int(1)) * pitch + run;
}

}  // namespace colex::gpu::hopper
