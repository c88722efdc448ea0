// SPDX-License-Identifier: MIT
// The kernel that writes preshuffled B (shuffled.hpp), whole tiles with zeros outside the matrix.
// preshuffle.hpp launches it: a block for each tile of each batch.
#pragma once

#include "gemm/gemm_kernel.hpp"

namespace colex::gpu {

template <class Config>
struct PreshuffleArguments {
  using T = typename Config::atom::B;
  Index N, K;
  Operand<T> from;
  GlobalView<T> to;
  Index origin, batch_stride;
};

inline constexpr int preshuffle_threads = 256;

/// A block writes one tile, a thread a run of places after the other.
template <class Config>
__global__ __launch_bounds__(preshuffle_threads) void preshuffle_kernel(PreshuffleArguments<Config> p) {
  using Tile = ShuffledTile<Config>;
  using T = typename Tile::element;
  using Element = CoordinatesOf<typename Tile::Order, Tile::rows, Tile::columns>;
  Index const tiles_n = tiles_over(p.N, Index{Tile::rows}), tiles_k = tiles_over(p.K, Index{Tile::columns});
  auto const work = shuffled_work(Index{blockIdx.x}, tiles_n, tiles_k);
  Index const to = p.origin + work.batch * p.batch_stride +
                   shuffled_tile(work.tile_n, work.tile_k, tiles_k) * Tile::elements;
  for (int place = static_cast<int>(threadIdx.x) * Tile::run; place < Tile::elements;
       place += preshuffle_threads * Tile::run) {
    Vec<T, Tile::run> run;
    COLEX_UNROLL
    for (int v = 0; v < Tile::run; ++v) {
      Index const n = work.tile_n * Tile::rows + offset_in<typename Element::Row>(place + v),
                  k = work.tile_k * Tile::columns + offset_in<typename Element::Column>(place + v);
      run.value[v] = T{};
      if (n < p.N && k < p.K) {
        Index const at = matrix_offset(p.from.origin, n, p.from.row_stride, k, p.from.k_stride, work.batch,
                                       p.from.batch_stride);
        run.value[v] = load<1>(p.from.view, at).value[0];
      }
    }
    store(p.to, to + place, run);
  }
}

}  // namespace colex::gpu
