// SPDX-License-Identifier: MIT
// The index arithmetic of the Hopper GEMM, templated on the integer: which tiles a block takes, which rows it
// computes, and where an element lies. How many tiles there are is tiles_over() of gemm/gemm_index.hpp.
//
//   first_tile(5, 2) == 2, rank_in_cluster(5, 2) == 1   block 5 of clusters of 2
//   first_row(3, 2, 1, 128) == 896               tile row 3, block 1 of a cluster of 2, 128 rows each
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

/// Elements from the first one of `runs` runs, `pitch` apart, to the last one. Requires runs > 0.
template <class Int>
constexpr Int elements_spanned(Int const& runs, Int const& run, Int const& pitch) {
  return (runs - Int(1)) * pitch + run;
}

}  // namespace colex::gpu::hopper
