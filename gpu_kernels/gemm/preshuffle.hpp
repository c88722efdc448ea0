// SPDX-License-Identifier: MIT
// preshuffle: writes B in the order in which the GEMM of a config reads it (shuffled.hpp), once, to be
// multiplied often.
//
//   Preshuffle<GemmMfmaBf16Shuffled> call{.N = 7, .K = 3, .from = row_major(b, 21, 7), .to =
//   shuffled_matrix(...)}; preshuffle(call); gemm(Gemm<GemmMfmaBf16Shuffled>{..., .b = call.to, ...});
#pragma once

#include "gemm/gemm.hpp"
#include "gemm/preshuffle_kernel.hpp"

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

/// Writes all tiles of all batches. `to` does not overlap `from`. Throws std::invalid_argument, with the
/// reason, for what it could not do right; returns what the launch returns.
template <class Config>
LaunchResult preshuffle(Preshuffle<Config> const& g) {
  static_assert(require_certificate<Config, ShippedGemmConfigs>() && check_gemm_config<Config>() &&
                b_is_shuffled<Config>);
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
