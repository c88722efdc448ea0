// SPDX-License-Identifier: MIT
// preshuffle: writes B in the order in which the GEMM of a config reads it (shuffled.hpp), once, to be
// multiplied often.
//
//   Preshuffle<GemmMfmaBf16Shuffled> call{.N = 7, .K = 3, .from = row_major(b, 21, 7), .to =
//   shuffled_matrix(...)}; preshuffle(call); gemm(Gemm<GemmMfmaBf16Shuffled>{..., .b = call.to, ...});
#pragma once

#include "gemm/gemm.hpp"

namespace colex::gpu {

/// Preshuffled matrices in an array: the first one begins at `origin`, a matrix after the other.
template <class Config, class T>
Matrix<T> shuffled_matrix(GlobalView<T> view, Index size, Index N, Index K, Index origin = 0) {
  return {view, size, 0, 0, shuffled_elements<Config>(N, K), origin};
}

/// One call: B is K x N, with any strides.
template <class Config>
struct Preshuffle {
  using T = typename Config::atom::B;
  Index N, K;
  Matrix<T const> from;
  Matrix<T> to;  ///< as shuffled_matrix has it
  Index batches = 1;
  std::uint64_t seed = 0;
};

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
  Index const tiles_n = tiles_over(p.N, Index{Tile::rows}), tiles_k = tiles_over(p.K, Index{Tile::columns});
  auto const work = shuffled_work(Index{blockIdx.x}, tiles_n, tiles_k);
  Index const to = p.origin + work.batch * p.batch_stride +
                   shuffled_tile(work.tile_n, work.tile_k, tiles_k) * Tile::elements;
  for (int place = static_cast<int>(threadIdx.x) * Tile::run; place < Tile::elements;
       place += preshuffle_threads * Tile::run) {
    Vec<T, Tile::run> run;
    COLEX_UNROLL
    for (int v = 0; v < Tile::run; ++v) {
      int const element = offset_in<typename Tile::Order>(place + v);
      Index const n = work.tile_n * Tile::rows + element % Tile::rows,
                  k = work.tile_k * Tile::columns + element / Tile::rows;
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

/// Writes all tiles of all batches. `to` does not overlap `from`. Throws std::invalid_argument, with the
/// reason, for what it could not do right; returns what the launch returns.
template <class Config>
LaunchResult preshuffle(Preshuffle<Config> const& g) {
  static_assert(check_gemm_config<Config>() && b_is_shuffled<Config>);
  using detail::refuse;
  using Tile = ShuffledTile<Config>;
  if (g.N < 0 || g.K < 0 || g.batches < 0) refuse("N, K or the number of batches is negative");
  if (g.N == 0 || g.K == 0 || g.batches == 0) return {};
  detail::check_in_bounds("B", g.from, g.K, g.N, g.batches);
  detail::check_shuffled_in_bounds<Config>(g.to, g.N, g.K, g.batches);
  if (g.batches > 1 && g.to.batch_stride < shuffled_elements<Config>(g.N, g.K))
    refuse("two preshuffled matrices overlap");
  Index const blocks = shuffled_elements<Config>(g.N, g.K) / Tile::elements * g.batches;
  if (blocks > std::numeric_limits<std::int32_t>::max()) refuse("more than 2^31 - 1 blocks");
  Operand<typename Tile::element> const from{
      g.from.view, g.from.origin, g.from.column_stride, g.from.row_stride, g.from.batch_stride, false, false};
  return launch({.grid = {static_cast<std::uint32_t>(blocks)},
                 .block = {static_cast<std::uint32_t>(preshuffle_threads)},
                 .seed = g.seed},
                preshuffle_kernel<Config>,
                PreshuffleArguments<Config>{g.N, g.K, from, g.to.view, g.to.origin, g.to.batch_stride});
}

}  // namespace colex::gpu
