// SPDX-License-Identifier: MIT
// The permute kernel: moves an array of two or more modes from one layout to another. Mode 0 should be
// contiguous in the source and mode 1 in the destination; then both are accessed by runs of `vector`
// elements.
//
// A block moves a tile of tile_x by tile_y. A thread loads squares of V rows of V elements along x, turns
// each in registers, and stores its V columns into the tile in shared memory; then it loads runs along y from
// the tile and stores them. Tiles at the edge of the array, and all tiles when strides forbid wide accesses,
// move with V = 1. permute.hpp launches it.
#pragma once

#include "permute/permute_configs.hpp"
#include "platform/early.hpp"

// Steps whose places are sums of constants nvcc would unroll all: of single elements 16, for no gain.
#if defined(__CUDACC__)
#define COLEX_PERMUTE_STEPS _Pragma("unroll together")
#else
#define COLEX_PERMUTE_STEPS
#endif

namespace colex::gpu {

/// The array to move: extents of its modes, and their strides on both sides, in elements; how many tiles lie
/// along x and y, and whether the strides allow wide accesses.
template <int rank>
struct PermuteShape {
  Index extent[rank], source[rank], destination[rank];
  std::int32_t tiles_x, tiles_y;
  bool wide;
};

/// One side of a tile: where the element (x, y) of the tile lies in its array.
struct TileSide {
  Index base, stride_x, stride_y;
  __device__ Index operator()(int x, int y) const {
    return element_at<Index>(base, Index{x}, stride_x, Index{y}, stride_y);
  }
};

/// Moves the part of a tile that lies in the array: its first `across` by `along` elements. Only single
/// accesses look at where it ends.
template <class Path, class T, class Tile>
__device__ inline void move_tile(GlobalView<T const> const& source, GlobalView<T> const& destination,
                                 Tile& tile, TileSide const& from, TileSide const& to, Index across,
                                 Index along) {
  constexpr int V = Path::vector;
  [[maybe_unused]] constexpr int together = V == 1 ? 4 : runs_per_thread<Path>;
  using Squares = typename PermutePlaces<Path>::Squares;
  using Runs = typename PermutePlaces<Path>::Runs;
  int const thread = static_cast<int>(threadIdx.x);
  COLEX_PERMUTE_STEPS
  for (int step = 0; step < squares_per_thread<Path>; ++step) {
    int const x = Squares::x(thread, step), y = Squares::y(thread, step);
    if (V == 1 && (x >= across || y >= along)) continue;
    Vec<T, V> row[V];
    COLEX_UNROLL
    for (int j = 0; j < V; ++j) row[j] = load<V>(source, from(x, y + j));
    COLEX_UNROLL
    for (int i = 0; i < V; ++i) {
      Vec<T, V> column;
      COLEX_UNROLL
      for (int j = 0; j < V; ++j) column.value[j] = row[j].value[i];
      store(tile, PermutePlaces<Path>::at(x + i, y), column);
    }
  }
  __syncthreads();
  COLEX_PERMUTE_STEPS
  for (int step = 0; step < runs_per_thread<Path>; ++step) {
    int const x = Runs::x(thread, step), y = Runs::y(thread, step);
    if (V == 1 && (x >= across || y >= along)) continue;
    store(destination, to(x, y), load<V>(tile, PermutePlaces<Path>::at(x, y)));
  }
}

template <class Config>
__global__ __launch_bounds__(Config::threads) void permute_kernel(
    GlobalView<typename Config::element const> source, GlobalView<typename Config::element> destination,
    PermuteShape<Config::rank> shape) {
  __shared__ Shared<typename Config::element, tile_elements<Config>> tile;
  begin_early();
  auto const place = tile_place(static_cast<std::int32_t>(blockIdx.x), shape.tiles_x, shape.tiles_y);
  Index const x = Index{place.x} * Config::tile_x, y = Index{place.y} * Config::tile_y;
  TileSide from{element_at<Index>(0, x, shape.source[0], y, shape.source[1]), shape.source[0],
                shape.source[1]};
  TileSide to{element_at<Index>(0, x, shape.destination[0], y, shape.destination[1]), shape.destination[0],
              shape.destination[1]};
  std::int32_t rest = place.rest;
  for (int k = 2; k < Config::rank; ++k) {
    auto const extent = static_cast<std::int32_t>(shape.extent[k]);
    from.base += Index{rest % extent} * shape.source[k];
    to.base += Index{rest % extent} * shape.destination[k];
    rest /= extent;
  }
  Index const across = points_inside<Index>(x, Config::tile_x, shape.extent[0]);
  Index const along = points_inside<Index>(y, Config::tile_y, shape.extent[1]);
  if (shape.wide && across == Config::tile_x && along == Config::tile_y) {
    move_tile<Config>(source, destination, tile, from, to, across, along);
  } else {
    move_tile<Narrow<Config>>(source, destination, tile, from, to, across, along);
  }
}

}  // namespace colex::gpu
