// SPDX-License-Identifier: MIT
// gemm: the call. C = act(alpha A B + beta C + bias) for matrices of any strides, sizes from 0 on, batches of
// them, with the sum over K in one part or in several.
//
//   Gemm<GemmF32> call{.M = 5, .N = 7, .K = 3, .a = column_major(a, 15, 5), .b = row_major(b, 21, 7),
//                      .c = column_major(c, 35, 5)};
//   call.alpha = 2, call.activation = Activation::relu;
//   gemm(call);
#pragma once

#include <limits>

#include "certified.hpp"
#include "gemm/matrix.hpp"

namespace colex::gpu {

/// The scales of a call, for the configs that take them: M x K / 32 of A, N x K / 32 of B, a row's one behind the other. Rows lie at
/// multiples of 8 bytes and take 8 scales for each 256 of K, the last of which may be any.
template <class Config, bool scaled = is_scaled<Config>>
struct CallScales {};
template <class Config>
struct CallScales<Config, true> {
  Matrix<E8M0 const> a, b;
};

/// One call. A is M x K, B is K x N (preshuffled for the configs that say so), C is M x N; bias has an
/// element for each column of C, or for each row.
template <class Config>
struct Gemm {
  using Types = GemmTypes<Config>;
  using Scalar = typename Types::Compute;
  Index M, N, K;
  Matrix<typename Types::A const> a;
  Matrix<typename Types::B const> b;
  Matrix<typename Types::C> c;
  Scalar alpha{1}, beta{0};  ///< with beta = 0, C is not read
  Activation activation = Activation::none;
  GlobalView<Scalar const> bias = no_view<Scalar const>();
  Index bias_size = 0;        ///< 0: no bias; otherwise at least N, or M where it is of rows
  bool bias_of_rows = false;  ///< all batches share it
  Index batches = 1;
  Index splits = 1;  ///< parts of K; their sums are added in order, so that the answer does not vary
  GlobalView<typename Types::Sum> workspace = no_view<typename Types::Sum>();
  Index workspace_size = 0;  ///< at least workspace_elements() when splits > 1
  TileOrder order{};
  std::uint64_t seed = 0;  ///< orders the threads of the host platform
  void* stream = nullptr;  ///< of the device
  CallScales<Config> scales{};
};

namespace detail {

/// How the kernel reads an operand: along the stride that is 1, by the widest accesses that the alignment
/// lemma allows.
template <class Tile, class T>
Operand<std::remove_const_t<T>> operand(Matrix<T> const& x, Index row_stride, Index k_stride, Index rows,
                                        Index k, Index batches) {
  bool const along_k = k_stride == 1 || (row_stride != 1 && magnitude(k_stride) < magnitude(row_stride));
  constexpr Index by_k = TileCopy<Tile, true>::vector, by_row = TileCopy<Tile, false>::vector;
  Index const width = along_k ? by_k : by_row, step = along_k ? k_stride : row_stride;
  Index const other = along_k ? row_stride : k_stride, others = along_k ? rows : k;
  bool const wide = x.aligned && begins_aligned(x.view) && step == 1 && x.origin % width == 0 &&
                    (others <= 1 || other % width == 0) && (batches == 1 || x.batch_stride % width == 0);
  return {x.view, x.origin, row_stride, k_stride, x.batch_stride, along_k, wide};
}

/// The second launch's result after the first's.
template <class R>
R after(R first, R const& second) {
  if constexpr (requires { first.merge(second); }) {
    first.merge(second);
    return first;
  } else {
    return first == R{} ? second : first;
  }
}

}  // namespace detail

/// The elements that a call with splits > 1 needs in its workspace.
template <class Config>
Index workspace_elements(Gemm<Config> const& g) {
  return g.splits > 1 ? g.M * g.N * g.splits * g.batches : 0;
}

/// Refuses, with std::invalid_argument, whatever the kernel could not do right.
template <class Config>
void check_gemm(Gemm<Config> const& g) {
  using detail::refuse;
  using Types = GemmTypes<Config>;
  using Scalar = typename Types::Compute;
  if (g.M < 0 || g.N < 0 || g.K < 0 || g.batches < 0) refuse("M, N, K or the number of batches is negative");
  if (g.splits < 1) refuse("splits is below 1");
  if (g.order.group < 1) refuse("the order's group is below 1");
  if (g.order.xcds < 1) refuse("the order's number of chiplets is below 1");
  if constexpr (std::is_integral_v<Scalar>) {
    if (g.activation != Activation::none && g.activation != Activation::relu)
      refuse("GELU and SiLU are for floats");
    constexpr Scalar most = std::numeric_limits<std::int32_t>::max();
    if (magnitude(g.alpha) > most || magnitude(g.beta) > most) refuse("alpha or beta exceeds 31 bits");
    constexpr Index a = Index{1} << (8 * sizeof(typename Types::A) - 1);
    if (g.K > (Index{std::numeric_limits<typename Types::Sum>::max()}) / (a * a))
      refuse("a sum of K products may exceed the accumulator");
  }
  if (g.M == 0 || g.N == 0 || g.batches == 0) return;
  using Mma = TiledMma<Config>;
  detail::check_in_bounds("C", g.c, g.M, g.N, g.batches);
  auto const twice =
      injective(detail::modes_of(g.M, g.c.row_stride, g.N, g.c.column_stride, g.batches, g.c.batch_stride));
  if (twice.condition == Condition::undecided)
    refuse("C's strides are too intricate to decide that no element repeats");
  if (twice.condition != Condition::none) refuse("two elements of C lie at one offset");
  if (g.K > 0) {
    detail::check_in_bounds("A", g.a, g.M, g.K, g.batches);
    if constexpr (b_is_shuffled<Config>)
      detail::check_shuffled_in_bounds<Config>(g.b, g.N, g.K, g.batches);
    else
      detail::check_in_bounds("B", g.b, g.K, g.N, g.batches);
    if constexpr (is_pipelined<Config>) {
      detail::check_pipelined<TileA<Config>>("A", g.a, g.a.row_stride, g.a.column_stride, g.M, g.K,
                                             g.batches);
      detail::check_pipelined<TileB<Config>>("B", g.b, g.b.column_stride, g.b.row_stride, g.N, g.K,
                                             g.batches);
    }
    if constexpr (is_scaled<Config>) {
      if (g.K % Mma::tile_k != 0)
        refuse("K is no multiple of " + std::to_string(Mma::tile_k) + ", as a scaled config needs it");
      detail::check_scales<Config, TileA<Config>>("A's array of scales", g.scales.a, g.M, g.K, g.batches);
      detail::check_scales<Config, TileB<Config>>("B's array of scales", g.scales.b, g.N, g.K, g.batches);
    }
  }
  if (g.bias_size != 0 && g.bias_size < (g.bias_of_rows ? g.M : g.N))
    refuse(std::string("bias has fewer than ") + (g.bias_of_rows ? "M" : "N") + " elements");
  constexpr Index most_blocks = std::numeric_limits<std::int32_t>::max();
  auto const times = [&](Index a, Index b, char const* what) {
    if (!product_fits(a, b)) refuse(std::string(what) + " exceeds 2^62");
    return a * b;
  };
  Index const tiles =
      times(tiles_over(g.M, Index{Mma::tile_m}), tiles_over(g.N, Index{Mma::tile_n}), "the grid");
  if (times(times(tiles, g.splits, "the grid"), g.batches, "the grid") > most_blocks)
    refuse("more than 2^31 - 1 blocks");
  if (g.splits > 1) {
    Index const needed = times(times(times(g.M, g.N, "C"), g.batches, "C"), g.splits, "the workspace");
    if (g.workspace_size < needed)
      refuse("the workspace has " + std::to_string(g.workspace_size) + " elements and needs " +
             std::to_string(needed));
    if (g.M * g.N * g.batches / reduce_threads >= most_blocks) refuse("more than 2^31 - 1 blocks");
  }
}

/// What the kernel is given. The call is as check_gemm demands, and C has elements.
template <class Config>
GemmArguments<Config> gemm_arguments(Gemm<Config> const& g) {
  // Bounded loads count on rows that are at least K apart, the one row of a matrix, too.
  auto const pitch = [&](Index extent, Index stride) {
    return is_pipelined<Config> && extent == 1 ? g.K : stride;
  };
  Index const a_stride = pitch(g.M, g.a.row_stride), b_stride = pitch(g.N, g.b.column_stride);
  auto const a = detail::operand<TileA<Config>>(g.a, a_stride, g.a.column_stride, g.M, g.K, g.batches);
  auto const b = detail::operand<TileB<Config>>(g.b, b_stride, g.b.row_stride, g.N, g.K, g.batches);
  auto const arguments = [&](auto const& of_a, auto const& of_b) -> GemmArguments<Config> {
    return {g.M,
            g.N,
            g.K,
            g.splits,
            g.batches,
            g.order,
            of_a,
            of_b,
            {g.c.view,
             g.c.origin,
             g.c.row_stride,
             g.c.column_stride,
             g.c.batch_stride,
             g.bias,
             g.bias_size != 0,
             g.bias_of_rows,
             g.c.aligned && detail::begins_aligned(g.c.view),
             {g.alpha, g.beta, g.activation}},
            g.workspace};
  };
  if constexpr (is_scaled<Config>) {
    Index const columns =
        scale_columns(g.K, Index{direct_stages * TiledMma<Config>::tile_k}, Index{Config::atom::scale_block});
    auto const scaled = [&](auto const& x, Matrix<E8M0 const> const& scales, Index rows) {
      return ScaledOperand<typename GemmTypes<Config>::A>{
          x, {scales.view, scales.origin, rows == 1 ? columns : scales.row_stride, scales.batch_stride}};
    };
    return arguments(scaled(a, g.scales.a, g.M), scaled(b, g.scales.b, g.N));
  } else {
    return arguments(a, b);
  }
}

/// Dynamic shared memory of a block.
template <class Config>
constexpr std::uint32_t shared_bytes_of() {
  if constexpr (is_direct<Config>) return pipelined_shared_bytes<Config, direct_stages>();
  if constexpr (is_pipelined<Config>) return pipelined_shared_bytes<Config, 2>();
  return 0;
}

namespace uncertified {
/// gemm() for any well-formed config, certified or not.
template <class Config>
LaunchResult gemm(Gemm<Config> const& g) {
  static_assert(check_gemm_config<Config>());
  check_gemm(g);
  if (g.M == 0 || g.N == 0 || g.batches == 0) return {};
  using Mma = TiledMma<Config>;
  auto const arguments = gemm_arguments(g);
  Index const blocks = gemm_blocks<Config>(g.M, g.N, g.splits, g.batches);
  auto const result = launch({.grid = {static_cast<std::uint32_t>(blocks)},
                              .block = {Mma::threads},
                              .seed = g.seed,
                              .stream = g.stream,
                              .shared_bytes = shared_bytes_of<Config>(),
                              .wave = Mma::Atom::threads == 32 ? 32 : 64},
                             gemm_kernel<Config>, arguments);
  if (g.splits == 1) return result;
  Index const reducers = tiles_over(g.M * g.N * g.batches, Index{reduce_threads});
  return detail::after(result, launch({.grid = {static_cast<std::uint32_t>(reducers)},
                                       .block = {static_cast<std::uint32_t>(reduce_threads)},
                                       .seed = g.seed,
                                       .stream = g.stream},
                                      gemm_reduce_kernel<Config>, arguments));
}
}  // namespace uncertified

/// Computes C. C's memory overlaps neither A's nor B's. Throws std::invalid_argument as check_gemm does;
/// returns what the launches return.
template <class Config>
LaunchResult gemm(Gemm<Config> const& g) {
  static_assert(require_certificate<Config, ShippedGemmConfigs>());
  return uncertified::gemm(g);
}

}  // namespace colex::gpu
