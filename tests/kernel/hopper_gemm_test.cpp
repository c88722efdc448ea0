// SPDX-License-Identifier: MIT
// The Hopper GEMM's kernels as the library has them on the host platform: every shipped config, over
// sizes from 0 on and some past a tile, every order of the operands, ragged and padded, against the exact sum
// within the derived bound. No element of C is written but once, and nothing beside it; no defect is
// reported. By day each config of a tile has a part of the sizes, which together are all; with COLEX_NIGHTLY set it has
// all, and more.
#include <gtest/gtest.h>

#include <cstdlib>

#include "hopper_shipped.hpp"

namespace colex::gpu::hopper {
namespace {

/// What is wrong, and of the first fault where it is.
struct Ran {
  std::string wrong;
  std::uint64_t blocks = 0;
  bool boxed = false;
};

Ran run(Shipped const& config, Size const& size, int processors, std::uint64_t seed, std::uint64_t order,
        bool integers) {
  Ran ran;
  with_element(config.element, [&]<Element element>(std::integral_constant<Element, element>) {
    constexpr Element to = result_of(element);
    ProblemOf<element, to> problem(config.traits, size, seed, integers);
    auto const wrong = problem.run([&](GemmProblem const& p, HostMemory<to> const& memory) {
      return run_shipped<to>(config, p, memory, processors, order);
    });
    for (auto const& word : wrong) ran.wrong += word + " ";
    if (!wrong.empty()) ran.wrong += problem.first();
    ran.blocks = problem.blocks(), ran.boxed = problem.boxed();
  });
  return ran;
}

/// Returns whether the result was stored box by box.
bool expect_right(Shipped const& config, Size size, int processors, std::uint64_t seed) {
  if (config.traits.gated) size.splits = 1;
  auto const ran = run(config, size, processors, seed, seed, seed % 3 == 0);
  EXPECT_EQ(ran.wrong, "") << config.name << " M " << size.M << " N " << size.N << " K " << size.K
                           << " processors " << processors << " seed " << seed;
  EXPECT_EQ(ran.blocks > 0, size.M > 0 && size.N > 0);
  return ran.boxed;
}

class HopperGemm : public testing::TestWithParam<Shipped> {};
INSTANTIATE_TEST_SUITE_P(Shipped, HopperGemm, testing::ValuesIn(all_shipped()),
                         [](auto const& config) { return std::string(config.param.name); });

bool nightly() { return std::getenv("COLEX_NIGHTLY") != nullptr; }

/// A number that differs from config to config.
std::uint64_t own_seed(Shipped const& config) {
  std::uint64_t seed = 0;
  for (char letter : std::string_view(config.name)) seed = 31 * seed + static_cast<unsigned char>(letter);
  return seed % 1000;
}

/// Whether a config has size `i` of a list: by day every third one, from one on that differs from config to config.
bool has_size(std::uint64_t own, std::uint64_t i) { return nightly() || (own + i) % 3 == 0; }

/// The tests of each tile are run by its name.
TEST(HopperTiles, are_those_that_are_asked) {
  std::string names;
  for (char const* name : tile_names) names += (names.empty() ? "" : " ") + std::string(name);
  EXPECT_EQ(names, COLEX_HOPPER_TILES);
  EXPECT_EQ(all_shipped().size(), std::tuple_size_v<HopperConfigs>);
  if (!nightly())
    std::puts(
        "nightly: hopper_gemm: all sizes, epilogues and scales by each config, pairs of edges, more tiles; "
        "by day a third by "
        "each: the host platform takes minutes");
}

/// Sizes from 0 to 65 as each of M, N and K; which ones meet differs from config to config.
TEST_P(HopperGemm, is_right_at_every_small_size) {
  auto const& config = GetParam();
  auto const own = own_seed(config);
  auto const shift = static_cast<Index>(own);
  for (Index i = 0; i <= 65; ++i)
    if (has_size(own, static_cast<std::uint64_t>(i)))
      expect_right(config, {i, (29 * i + shift) % 66, (47 * i + shift / 7) % 66}, config.cluster,
                   own + static_cast<std::uint64_t>(i));
}

/// Around the steps of K, the 8-column runs of the result, and the sides of boxes: all pairs, nightly.
TEST_P(HopperGemm, is_right_for_all_pairs_of_edges) {
  auto const& config = GetParam();
  if (!nightly()) GTEST_SKIP() << "nightly only";
  constexpr Index edges[] = {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 63, 64, 65};
  constexpr std::size_t n = std::size(edges);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      expect_right(config, {edges[i], edges[j], edges[(i + j) % n]}, config.cluster, i * n + j);
}

/// Several tiles, on fewer processors and on more, and K beyond one lap of the ring.
TEST_P(HopperGemm, is_right_past_a_tile) {
  auto const& config = GetParam();
  Index const M = config.M * config.cluster, N = config.N, K = config.K;
  auto const own = own_seed(config);
  expect_right(config, {M + 1, N - 1, (config.stages + 2) * K + 3}, config.cluster, own);
  expect_right(config, {2 * M - 7, N + 9, K}, 2 * config.cluster, own + 1);
  if (nightly()) expect_right(config, {3 * M + 5, 2 * N + 1, 5 * K - 1}, 3 * config.cluster, own + 2);
}

/// Whole runs of 8 columns, of results that TMA can address or cannot, as the seed draws, until there was one that it can.
TEST_P(HopperGemm, is_right_box_by_box) {
  auto const& config = GetParam();
  Index const M = config.M * config.cluster, columns = config.columns, K = config.K;
  auto const own = own_seed(config);
  int boxed = 0;
  std::uint64_t const asked = nightly() ? 24 : config.buffers > 0 ? 6 : 2;
  for (std::uint64_t i = 0; i < asked || (config.buffers > 0 && boxed == 0 && i < 24); ++i)
    boxed += expect_right(config,
                          {i % 2 == 0 ? M + 1 : M / 2 - 3, columns + 72, K + 3,
                           1 + static_cast<Index>(i / 2 % 2), 1, i % 3 != 0},
                          config.cluster, own + i);
  EXPECT_EQ(boxed > 0, config.buffers > 0);
}

/// Batches, splits of K with some past its end, and an epilogue: each alone and all at once, and K = 0.
TEST_P(HopperGemm, is_right_in_batches_and_splits_with_an_epilogue) {
  auto const& config = GetParam();
  Index const M = config.M * config.cluster, N = config.N, K = config.K;
  auto const own = own_seed(config);
  int const processors = 2 * config.cluster;
  expect_right(config, {20, 37, K + 1, 3}, processors, own);
  expect_right(config, {35, N + 3, 5 * K - 9, 1, 3}, processors, own + 1);
  expect_right(config, {M + 2, 45, 10 * K, 1, 10}, processors, own + 2);
  expect_right(config, {19, 40, 2 * K, 1, 5}, processors, own + 3);
  for (std::uint64_t seed = 0; seed < 6; ++seed)
    if (has_size(own, seed)) expect_right(config, {33, 27, K - 3, 1, 1, true}, processors, own + 10 + seed);
  for (std::uint64_t seed = 0; seed < 6; ++seed)
    if (has_size(own, seed)) expect_right(config, {18, 50, 3 * K, 2, 2, true}, processors, own + 20 + seed);
  expect_right(config, {9, 17, 0, 2, 1, true}, processors, own + 30);
}

/// Rows in groups: some empty, of one row, of more than a tile, and an end that no group can have.
TEST_P(HopperGemm, is_right_in_groups) {
  auto const& config = GetParam();
  if (!config.takes_groups) GTEST_SKIP() << "bf16, f16 and e4m3acc, with K contiguous in A, have groups";
  Index const M = config.M * config.cluster, N = config.N, K = config.K;
  auto const own = own_seed(config);
  auto const at = [](Index end) { return static_cast<std::int32_t>(end); };
  int const processors = 2 * config.cluster;
  expect_right(config, {M + 30, N + 9, K + 3, 4, 1, false, false, {at(1), at(1), at(M + 20), at(M + 30)}},
               processors, own);
  expect_right(config, {40, 37, 3 * K, 5, 1, true, false, {17, 3, 30, 99, -5}}, processors, own + 1);
  expect_right(config, {24, N - 3, K - 1, 1, 1, true, false, {20}}, config.cluster, own + 2);
  if (!promotes(config.element)) return;
  for (std::uint64_t seed = 0; seed < 6; ++seed)  // those of parts of K, and such as all parts share
    expect_right(config,
                 {M + 9,
                  N + 131,
                  5 * K - 9,
                  4,
                  1,
                  seed % 3 == 0,
                  true,
                  {at(3), at(3), at(M + 5), at(M + 8)},
                  seed % 2 == 0},
                 processors, own + 3 + seed);
}

/// Scales of rows, columns and parts of K, with batches of none, splits and an epilogue.
TEST_P(HopperGemm, is_right_with_scales) {
  auto const& config = GetParam();
  if (!promotes(config.element)) GTEST_SKIP() << "only types that promote take scales";
  Index const M = config.M, N = config.N, K = config.K;
  auto const own = own_seed(config);
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    if (!has_size(own, seed)) continue;
    auto const shift = static_cast<Index>(seed);
    expect_right(config,
                 {M + 5 - shift, 2 * N + 3 + 7 * shift, 3 * K - 11 * shift, 1, 1, seed % 2 == 0, true}, 2,
                 seed);
    expect_right(config, {9 + 3 * shift, N + 11, 5 * K + 1, 1, 1 + shift % 4, seed % 3 == 0, true}, 2,
                 100 + seed);
  }
  expect_right(config, {5, 140, 0, 1, 1, true, true}, 2, 7);
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    if (!has_size(own, seed)) continue;
    expect_right(
        config,
        {M + 9, 2 * N + 5, 3 * K - 7, 1, 1 + static_cast<Index>(seed % 2), seed % 3 == 0, true, {}, true}, 2,
        200 + seed);
  }
}

/// One problem, bit for bit, whatever the order in which threads run and copies land.
TEST_P(HopperGemm, is_exact_in_any_order) {
  auto const& config = GetParam();
  for (std::uint64_t order = 0; order < 3; ++order)
    EXPECT_EQ(run(config, {config.M + 3, 40, 2 * config.K + 5}, config.cluster, 6, order, true).wrong, "");
}

}  // namespace
}  // namespace colex::gpu::hopper
