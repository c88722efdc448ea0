// SPDX-License-Identifier: MIT
// What GEMM is made of: tile orders are bijections of every grid, parts of K partition it, the epilogue is
// accurate, and a call that the kernel could not do right is refused. Layouts are gone over by the checker
// (gemm_certificate_test).
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "gemm/gemm.hpp"
#include "gemm/gemm_mma_configs.hpp"
#include "gemm/preshuffle.hpp"

namespace colex::gpu {
namespace {

using Tile = std::pair<Index, Index>;

/// Fails unless the order visits each tile of the grid once; returns the visits.
template <class Next>
std::vector<Tile> visit(Index grid_m, Index grid_n, Next order) {
  std::vector<Tile> visits;
  std::vector<int> seen(grid_m * grid_n);
  for (Index tile = 0; tile < grid_m * grid_n; ++tile) {
    TileCoordinate<Index> const at = order(tile);
    EXPECT_TRUE(at.m >= 0 && at.m < grid_m && at.n >= 0 && at.n < grid_n) << grid_m << " x " << grid_n;
    if (testing::Test::HasFailure()) break;
    EXPECT_EQ(++seen[at.m + grid_m * at.n], 1) << grid_m << " x " << grid_n << " tile " << tile;
    visits.emplace_back(at.m, at.n);
  }
  return visits;
}

template <class Check>
void for_grids(Index most, Check check) {
  for (Index grid_m = 1; grid_m <= most; ++grid_m)
    for (Index grid_n = 1; grid_n <= most; ++grid_n) {
      check(grid_m, grid_n);
      if (testing::Test::HasFailure()) return;
    }
}

TEST(TileOrder, row_order_is_a_bijection_of_every_grid) {
  for_grids(40, [](Index m, Index n) { visit(m, n, [&](Index t) { return row_order(t, n); }); });
}

TEST(TileOrder, grouped_order_is_a_bijection_of_every_grid) {
  for (Index group : {1, 2, 3, 4, 7, 8, 16, 50})
    for_grids(40,
              [&](Index m, Index n) { visit(m, n, [&](Index t) { return grouped_order(t, m, n, group); }); });
}

TEST(TileOrder, hilbert_order_is_a_bijection_of_every_grid) {
  for_grids(64, [](Index m, Index n) {
    auto const visits = visit(m, n, [&](Index t) { return hilbert_order(t, m, n); });
    int far = 0;
    for (std::size_t i = 1; i < visits.size(); ++i) {
      auto const step_m = std::abs(visits[i].first - visits[i - 1].first),
                 step_n = std::abs(visits[i].second - visits[i - 1].second);
      EXPECT_LE(std::max(step_m, step_n), 1) << m << " x " << n << " at " << i;
      far += step_m + step_n > 1;
    }
    int const allowed = m % 2 == 0 && n % 2 == 0 ? 0 : 1;
    EXPECT_LE(far, allowed) << m << " x " << n;
  });
}

TEST(TileOrder, xcd_remap_is_a_bijection_and_gives_each_chiplet_neighbours) {
  for (Index xcds : {1, 2, 3, 6, 8, 40})
    for (Index total = 1; total <= 1600; total += total < 100 ? 1 : 37) {
      std::vector<Index> block_of(total, -1);
      for (Index block = 0; block < total; ++block) {
        Index const to = xcd_remap(block, total, xcds);
        ASSERT_TRUE(to >= 0 && to < total);
        ASSERT_EQ(block_of[to], -1);
        block_of[to] = block;
      }
      for (Index i = 1; i < total; ++i)
        ASSERT_TRUE(block_of[i] % xcds == block_of[i - 1] % xcds ||
                    block_of[i] % xcds == block_of[i - 1] % xcds + 1);
    }
}

TEST(TileOrder, matches_the_examples_of_its_header) {
  auto const pair = [](TileCoordinate<Index> at) { return Tile{at.m, at.n}; };
  EXPECT_EQ(pair(row_order<Index>(5, 4)), Tile(1, 1));
  EXPECT_EQ(pair(grouped_order<Index>(5, 3, 4, 2)), Tile(1, 2));
  EXPECT_EQ(xcd_remap<Index>(1, 20, 8), 3);
  EXPECT_EQ(pair(hilbert_order<Index>(2, 2, 2)), Tile(1, 1));
  EXPECT_EQ(tiles_over<Index>(65, 32), 3);
  EXPECT_EQ(split_begin<Index>(1, 7, 3), 2);
  EXPECT_EQ(split_begin<Index>(2, 7, 3), 4);
  auto const work = block_work<Index>(11, 4, 2);
  EXPECT_EQ(std::tuple(work.tile, work.split, work.batch), std::tuple(3, 0, 1));
}

TEST(GemmIndex, splits_partition_the_tiles_of_k) {
  for (Index splits = 1; splits <= 12; ++splits)
    for (Index tiles = 0; tiles <= 40; ++tiles) {
      EXPECT_EQ(split_begin<Index>(0, tiles, splits), 0);
      EXPECT_EQ(split_begin(splits, tiles, splits), tiles);
      for (Index s = 0; s < splits; ++s) {
        Index const length = split_begin(s + 1, tiles, splits) - split_begin(s, tiles, splits);
        EXPECT_TRUE(length == tiles / splits || length == tiles / splits + 1);
      }
    }
}

/// By the definition: value v of thread t of tile (tile_n, tile_k) is the element that the thread-value
/// layout names, and zero outside the matrix.
template <class Config>
void check_preshuffle(Index N, Index K, Index batches) {
  using Tile = ShuffledTile<Config>;
  using T = typename Tile::element;
  std::vector<T> elements;
  for (Index i = 0; i < N * K * batches; ++i) elements.push_back(convert<T>(static_cast<float>(i % 119 + 1)));
  Buffer<T> from("B", elements), to("preshuffled B", shuffled_elements<Config>(N, K) * batches);
  Preshuffle<Config> call{N, K, row_major<T const>(from.view(), from.size(), N),
                          shuffled_matrix<Config>(to.view(), to.size(), N, K), batches};
  call.from.batch_stride = N * K;
  ASSERT_TRUE(preshuffle(call).clean());
  auto const tv = Tile::Tv::layout, places = *composition(Tile::shared, tv);
  Index const tiles_k = tiles_over(K, Index{Tile::columns}), tiles_n = tiles_over(N, Index{Tile::rows});
  for (Index batch = 0; batch < batches; ++batch)
    for (Index tile = 0; tile < tiles_n * tiles_k; ++tile)
      for (Index thread = 0; thread < size(entry(tv, 0)); ++thread)
        for (Index v = 0; v < size(entry(tv, 1)); ++v) {
          Index const element = evaluate(entry(tv, 0), thread) + evaluate(entry(tv, 1), v);
          Index const n = tile / tiles_k * Tile::rows + element % Tile::rows,
                      k = tile % tiles_k * Tile::columns + element / Tile::rows;
          Index const place = evaluate(entry(places, 0), thread) + evaluate(entry(places, 1), v);
          Index const at = (batch * tiles_n * tiles_k + tile) * Tile::elements + place;
          T const want = n < N && k < K ? elements[batch * N * K + k * N + n] : T{};
          ASSERT_TRUE(to.at(at) == want) << Config::name << " n " << n << " k " << k;
        }
}

TEST(Preshuffle, writes_fragments_where_threads_read_them) {
  for (Index N : {1, 65, 128, 130})
    for (Index K : {1, 31, 64, 65}) {
      check_preshuffle<GemmMfmaBf16Shuffled>(N, K, 2);
      check_preshuffle<GemmMmaSyncE4M3Shuffled>(N, K, 1);
    }
}

TEST(Preshuffle, refuses_what_it_could_not_do_right) {
  using Config = GemmMfmaBf16Shuffled;
  Buffer<Bf16> from("B", std::vector<Bf16>(64)), to("preshuffled B", 2 * 4096 + 16);
  auto const refusal = [&](auto change) -> std::string {
    Preshuffle<Config> call{8, 8, column_major<Bf16 const>(from.view(), 64, 8),
                            shuffled_matrix<Config>(to.view(), to.size(), 8, 8)};
    change(call);
    try {
      return preshuffle(call).clean() ? "" : "a defect";
    } catch (std::invalid_argument const& refused) {
      return refused.what();
    }
  };
  EXPECT_EQ(refusal([](auto&) {}), "");
  EXPECT_EQ(refusal([](auto& g) { g.N = -1; }), "gemm: N, K or the number of batches is negative");
  EXPECT_EQ(refusal([](auto& g) { g.N = 9; }), "gemm: B reaches elements 0 to 71 of 64");
  EXPECT_EQ(refusal([](auto& g) { g.to.size = 4095; }),
            "gemm: preshuffled B reaches elements 0 to 4095 of 4095");
  EXPECT_EQ(refusal([](auto& g) { g.to.origin = 4; }),
            "gemm: preshuffled B does not begin at a multiple of 16 bytes");
  EXPECT_EQ(refusal([](auto& g) { g.to.row_stride = 1; }),
            "gemm: preshuffled B has no strides of rows and columns");
  EXPECT_EQ(refusal([](auto& g) { g.batches = 2, g.to.batch_stride = 4088; }),
            "gemm: two preshuffled matrices overlap");
  EXPECT_EQ(refusal([](auto& g) { g.batches = 2; }), "");
  EXPECT_EQ(refusal([](auto& g) { g.K = 0; }), "");
}

constexpr auto gelu = [](auto x) { return activate(Activation::gelu, x); };
constexpr auto silu = [](auto x) { return activate(Activation::silu, x); };

TEST(Epilogue, gelu_and_silu_are_within_their_bounds) {
  auto const truth = [](long double x) {
    return 0.5L * x * (1 + std::tanh(0.797884560802865355879892119868763737L * (x + 0.044715L * x * x * x)));
  };
  auto const silu_truth = [](long double x) { return x / (1 + std::exp(-x)); };
  for (int i = -40000; i <= 40000; ++i) {
    double const x = i * 0.0025;
    ASSERT_LE(std::fabs(gelu(x) - truth(x)), 64 * 0x1p-53 * std::fabs(x) + 1e-300) << x;
    float const y = static_cast<float>(x);
    ASSERT_LE(std::fabs(gelu(y) - truth(y)), 64 * 0x1p-24 * std::fabs(y) + 64 * 0x1p-149) << y;
    ASSERT_LE(std::fabs(silu(x) - silu_truth(x)), 64 * 0x1p-53 * std::fabs(x) + 1e-300) << x;
    ASSERT_LE(std::fabs(silu(y) - silu_truth(y)), 64 * 0x1p-24 * std::fabs(y) + 64 * 0x1p-149) << y;
    if (std::fabs(x) < 80) {
      ASSERT_LE(std::fabs(exponential(x) / std::exp(static_cast<long double>(x)) - 1), 8 * 0x1p-52) << x;
      ASSERT_LE(std::fabs(exponential(y) / std::exp(static_cast<long double>(y)) - 1), 8 * 0x1p-23) << y;
    }
  }
}

/// Relative errors, in the negative tail, too: of double's function 5e-15 at most, of float's 6e-7 (measured against 113 bits: 2.4e-15 and
/// 4.4e-7), where the result is a normal number.
TEST(Epilogue, gelu_by_erf_is_within_its_bounds) {
  constexpr auto gelu_erf = [](auto x) { return activate(Activation::gelu_erf, x); };
  auto const truth = [](long double x) {
    return 0.5L * x * std::erfc(-0.707106781186547524400844362104849039L * x);
  };
  for (int i = -200000; i <= 200000; ++i) {
    double const x = i * 0.00019;
    float const y = static_cast<float>(x);
    long double const wide = truth(x), narrow = truth(y);
    if (std::fabs(wide) < std::numeric_limits<double>::min())
      ASSERT_LE(std::fabs(gelu_erf(x)), std::numeric_limits<double>::min()) << x;
    else
      ASSERT_LE(std::fabs(gelu_erf(x) - wide), 5e-15L * std::fabs(wide)) << x;
    if (std::fabs(narrow) < std::numeric_limits<float>::min())
      ASSERT_LE(std::fabs(gelu_erf(y)), std::numeric_limits<float>::min()) << y;
    else
      ASSERT_LE(std::fabs(gelu_erf(y) - narrow), 6e-7L * std::fabs(narrow)) << y;
  }
  constexpr float infinity = std::numeric_limits<float>::infinity();
  EXPECT_TRUE(std::isnan(gelu_erf(std::numeric_limits<float>::quiet_NaN())));
  EXPECT_TRUE(std::isnan(gelu_erf(std::numeric_limits<double>::quiet_NaN())));
  EXPECT_EQ(gelu_erf(infinity), infinity);
  EXPECT_EQ(gelu_erf(3e300), 3e300);
  for (float x : {-infinity, -3e38f, -20.0f}) EXPECT_TRUE(gelu_erf(x) == 0 && std::signbit(gelu_erf(x))) << x;
  EXPECT_TRUE(gelu_erf(-3e300) == 0 && std::signbit(gelu_erf(-3e300)));
  static_assert(gelu_erf(-1.0) > -0.158655253931458 && gelu_erf(-1.0) < -0.158655253931456);
}

TEST(Epilogue, activations_of_what_is_no_number_and_of_extremes) {
  float const infinity = std::numeric_limits<float>::infinity(),
              nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(std::isnan(activate(Activation::relu, nan)));
  EXPECT_EQ(activate(Activation::relu, -1.0f), 0);
  EXPECT_EQ(activate(Activation::relu, -infinity), 0);
  EXPECT_TRUE(std::isnan(gelu(nan)));
  EXPECT_EQ(gelu(infinity), infinity);
  for (float x : {-infinity, -3e38f, -20.0f}) EXPECT_TRUE(gelu(x) == 0 && std::signbit(gelu(x))) << x;
  EXPECT_TRUE(gelu(-3e300) == 0 && std::signbit(gelu(-3e300)));
  EXPECT_TRUE(std::isnan(silu(nan)));
  EXPECT_EQ(silu(infinity), infinity);
  for (float x : {-infinity, -3e38f, -100.0f}) EXPECT_TRUE(silu(x) == 0 && std::signbit(silu(x))) << x;
  EXPECT_EQ(exponential(200.0f), infinity);
  EXPECT_TRUE(std::isnan(exponential(nan)));
}

TEST(Epilogue, integers_saturate) {
  EXPECT_EQ(to_output<std::int32_t>(std::int64_t{1} << 40), 2147483647);
  EXPECT_EQ(to_output<std::int32_t>(-(std::int64_t{1} << 40)), -2147483647 - 1);
  EXPECT_EQ(to_output<std::int8_t>(std::int64_t{-128}), -128);
  EXPECT_EQ(to_output<std::int8_t>(std::int64_t{200}), 127);
}

/// What gemm says of a changed call; empty when it runs clean.
template <class Config, class Change>
std::string refusal(Change change) {
  using Types = GemmTypes<Config>;
  Buffer<typename Types::A> a("A", std::vector<typename Types::A>(64));
  Buffer<typename Types::B> b("B", std::vector<typename Types::B>(64));
  Buffer<typename Types::C> c("C", 64);
  Buffer<typename Types::Compute> bias("bias", std::vector<typename Types::Compute>(8));
  Buffer<typename Types::Sum> workspace("workspace", 64);
  Gemm<Config> g{4,
                 4,
                 4,
                 column_major<typename Types::A const>(a.view(), 64, 4),
                 column_major<typename Types::B const>(b.view(), 64, 4),
                 column_major(c.view(), 64, 4)};
  g.bias = bias.view(), g.workspace = workspace.view(), g.workspace_size = 64;
  change(g);
  try {
    return gemm(g).clean() ? "" : "a defect";
  } catch (std::invalid_argument const& refused) {
    return refused.what();
  }
}

TEST(Gemm, refuses_what_it_could_not_do_right) {
  auto const f32 = [](auto change) { return refusal<GemmF32>(change); };
  auto const i8 = [](auto change) { return refusal<GemmI8>(change); };
  EXPECT_EQ(f32([](auto&) {}), "");
  EXPECT_EQ(f32([](auto& g) { g.M = -1; }), "gemm: M, N, K or the number of batches is negative");
  EXPECT_EQ(f32([](auto& g) { g.batches = -1; }), "gemm: M, N, K or the number of batches is negative");
  EXPECT_EQ(f32([](auto& g) { g.splits = 0; }), "gemm: splits is below 1");
  EXPECT_EQ(f32([](auto& g) { g.order.group = 0; }), "gemm: the order's group is below 1");
  EXPECT_EQ(f32([](auto& g) { g.order.xcds = 0; }), "gemm: the order's number of chiplets is below 1");
  EXPECT_EQ(f32([](auto& g) { g.order.xcds = 6; }), "");
  EXPECT_EQ(f32([](auto& g) { g.c.column_stride = 3; }), "gemm: two elements of C lie at one offset");
  EXPECT_EQ(f32([](auto& g) { g.c.row_stride = 0; }), "gemm: two elements of C lie at one offset");
  EXPECT_EQ(f32([](auto& g) { g.batches = 2; }), "gemm: two elements of C lie at one offset");
  EXPECT_EQ(f32([](auto& g) { g.a.column_stride = 21; }), "gemm: A reaches elements 0 to 66 of 64");
  EXPECT_EQ(f32([](auto& g) { g.b.row_stride = -1; }), "gemm: B reaches elements -3 to 12 of 64");
  EXPECT_EQ(f32([](auto& g) { g.b.origin = 49; }), "gemm: B reaches elements 49 to 64 of 64");
  EXPECT_EQ(f32([](auto& g) { g.c.size = 15; }), "gemm: C reaches elements 0 to 15 of 15");
  EXPECT_EQ(f32([](auto& g) { g.c.row_stride = Index{1} << 61; }),
            "gemm: C's size or reach exceeds 2^62 elements");
  EXPECT_EQ(f32([](auto& g) { g.bias_size = 3; }), "gemm: bias has fewer than N elements");
  EXPECT_EQ(f32([](auto& g) { g.bias_size = 1, g.bias_of_rows = true; }),
            "gemm: bias has fewer than M elements");
  EXPECT_EQ(f32([](auto& g) { g.splits = 5; }), "gemm: the workspace has 64 elements and needs 80");
  EXPECT_EQ(f32([](auto& g) { g.splits = 4; }), "");
  for (Activation activation : {Activation::gelu, Activation::gelu_erf})
    EXPECT_EQ(i8([&](auto& g) { g.activation = activation; }), "gemm: GELU and SiLU are for floats");
  EXPECT_EQ(i8([](auto& g) { g.alpha = Index{1} << 31; }), "gemm: alpha or beta exceeds 31 bits");
  EXPECT_EQ(i8([](auto& g) { g.K = 131072; }), "gemm: a sum of K products may exceed the accumulator");
  EXPECT_EQ(i8([](auto& g) {
              g.K = 131071;
              g.a.column_stride = g.b.row_stride = 0;
            }),
            "");
  auto const huge = [](auto& g) {
    g.M = Index{1} << 40, g.N = 64, g.K = 0, g.c.size = Index{1} << 60;
    g.c.row_stride = 64, g.c.column_stride = 1;
  };
  EXPECT_EQ(f32(huge), "gemm: more than 2^31 - 1 blocks");
}

TEST(Gemm, nothing_is_launched_for_an_empty_matrix) {
  EXPECT_EQ(refusal<GemmF32>([](auto& g) { g.M = 0, g.c.size = 0; }), "");
  EXPECT_EQ(refusal<GemmF32>([](auto& g) { g.batches = 0, g.c.size = 0; }), "");
}

}  // namespace
}  // namespace colex::gpu
