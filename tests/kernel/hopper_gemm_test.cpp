// SPDX-License-Identifier: MIT
// The Hopper GEMM's kernel on the host platform: every shipped config of the tile COLEX_HOPPER_SHAPE, over
// sizes from 0 on and some past a tile, every order of the operands, ragged and padded, against the exact sum
// within the derived bound. No element of C is written but once, and nothing beside it; no defect is
// reported. With COLEX_NIGHTLY set there are more sizes.
#include <gtest/gtest.h>

#include <cstdlib>

#include "hopper/gemm_configs.hpp"
#include "hopper_problem.hpp"

namespace colex::gpu::hopper {
namespace {

constexpr TileShape shape = COLEX_HOPPER_SHAPE;

template <class Config>
constexpr Element result_of = Config::element == Element::f16 ? Element::f16 : Element::bf16;

template <class Config>
void expect_right(Size size, int processors, std::uint64_t seed) {
  bool const integers = seed % 3 == 0;
  HostProblem<Config, result_of<Config>> problem(size, seed, integers);
  auto const wrong = problem.run(processors, seed);
  std::string words;
  for (auto const& word : wrong) words += word + " ";
  EXPECT_TRUE(wrong.empty()) << config_name<Config>() << " M " << size.M << " N " << size.N << " K " << size.K
                             << " processors " << processors << " seed " << seed << ": " << words
                             << problem.first();
  EXPECT_EQ(problem.blocks() > 0, size.M > 0 && size.N > 0);
}

template <class Tuple>
struct AsTypes;
template <class... Configs>
struct AsTypes<std::tuple<Configs...>> {
  using type = testing::Types<Configs...>;
};
struct ConfigName {
  template <class Config>
  static std::string GetName(int) {
    return config_name<Config>();
  }
};
template <class Config>
class HopperGemm : public testing::Test {};
TYPED_TEST_SUITE(HopperGemm, AsTypes<ConfigsOf<shape>>::type, ConfigName);

bool nightly() { return std::getenv("COLEX_NIGHTLY") != nullptr; }

/// A number that differs from config to config.
template <class Config>
std::uint64_t own_seed() {
  std::uint64_t seed = 0;
  for (char letter : config_name<Config>()) seed = 31 * seed + static_cast<unsigned char>(letter);
  return seed % 1000;
}

/// Every size from 0 to 65 as each of M, N and K; which ones meet differs from config to config.
TYPED_TEST(HopperGemm, is_right_at_every_small_size) {
  auto const own = own_seed<TypeParam>();
  auto const shift = static_cast<Index>(own);
  for (Index i = 0; i <= 65; ++i)
    expect_right<TypeParam>({i, (29 * i + shift) % 66, (47 * i + shift / 7) % 66}, TypeParam::cluster,
                            own + static_cast<std::uint64_t>(i));
}

/// Around the steps of K, the 8-column runs of the result, and the sides of boxes: all pairs, nightly.
TYPED_TEST(HopperGemm, is_right_for_all_pairs_of_edges) {
  if (!nightly()) GTEST_SKIP() << "nightly only";
  constexpr Index edges[] = {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 63, 64, 65};
  constexpr std::size_t n = std::size(edges);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      expect_right<TypeParam>({edges[i], edges[j], edges[(i + j) % n]}, TypeParam::cluster, i * n + j);
}

/// Several tiles, on fewer processors and on more, and K beyond one lap of the ring.
TYPED_TEST(HopperGemm, is_right_past_a_tile) {
  constexpr Index M = TypeParam::M * TypeParam::cluster, N = TypeParam::N, K = TypeParam::K;
  auto const own = own_seed<TypeParam>();
  expect_right<TypeParam>({M + 1, N - 1, (TypeParam::stages + 2) * K + 3}, TypeParam::cluster, own);
  expect_right<TypeParam>({2 * M - 7, N + 9, K}, 2 * TypeParam::cluster, own + 1);
  if (nightly()) expect_right<TypeParam>({3 * M + 5, 2 * N + 1, 5 * K - 1}, 3 * TypeParam::cluster, own + 2);
}

/// Batches, splits of K with some past its end, and an epilogue: each alone and all at once, and K = 0.
TYPED_TEST(HopperGemm, is_right_in_batches_and_splits_with_an_epilogue) {
  constexpr Index M = TypeParam::M * TypeParam::cluster, N = TypeParam::N, K = TypeParam::K;
  auto const own = own_seed<TypeParam>();
  constexpr int processors = 2 * TypeParam::cluster;
  expect_right<TypeParam>({20, 37, K + 1, 3}, processors, own);
  expect_right<TypeParam>({35, N + 3, 5 * K - 9, 1, 3}, processors, own + 1);
  expect_right<TypeParam>({M + 2, 45, 10 * K, 1, 10}, processors, own + 2);
  expect_right<TypeParam>({19, 40, 2 * K, 1, 5}, processors, own + 3);
  for (std::uint64_t seed = 0; seed < 6; ++seed)
    expect_right<TypeParam>({33, 27, K - 3, 1, 1, true}, processors, own + 10 + seed);
  for (std::uint64_t seed = 0; seed < 4; ++seed)
    expect_right<TypeParam>({18, 50, 3 * K, 2, 2, true}, processors, own + 20 + seed);
  expect_right<TypeParam>({9, 17, 0, 2, 1, true}, processors, own + 30);
}

/// One problem, bit for bit, whatever the order in which threads run and copies land.
TYPED_TEST(HopperGemm, is_exact_in_any_order) {
  HostProblem<TypeParam, result_of<TypeParam>> problem({TypeParam::M + 3, 40, 2 * TypeParam::K + 5}, 6, true);
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    auto const wrong = problem.run(TypeParam::cluster, seed);
    EXPECT_TRUE(wrong.empty()) << problem.first();
  }
}

}  // namespace
}  // namespace colex::gpu::hopper
