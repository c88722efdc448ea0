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

/// Around the steps of K, the 8-column runs of the result, and the sides of boxes.
constexpr Index edges[] = {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 63, 64, 65};
constexpr std::size_t edge_count = std::size(edges);

/// Every edge as each of M, N and K; which ones meet differs from config to config.
TYPED_TEST(HopperGemm, is_right_at_small_sizes) {
  std::uint64_t const own = std::hash<std::string>{}(config_name<TypeParam>()) % 1000;
  for (std::size_t i = 0; i < edge_count; ++i)
    expect_right<TypeParam>(
        {edges[i], edges[(3 * i + own) % edge_count], edges[(5 * i + own / 7) % edge_count]},
        TypeParam::cluster, own + i);
  for (Index i = 0; nightly() && i <= 65; ++i)
    expect_right<TypeParam>({i, (29 * i + 7) % 66, (47 * i + 13) % 66}, TypeParam::cluster, own + 100 + i);
}

/// Several tiles, on fewer processors and on more, and K beyond one lap of the ring.
TYPED_TEST(HopperGemm, is_right_past_a_tile) {
  constexpr Index M = TypeParam::M * TypeParam::cluster, N = TypeParam::N, K = TypeParam::K;
  std::uint64_t const own = std::hash<std::string>{}(config_name<TypeParam>()) % 1000;
  expect_right<TypeParam>({M + 1, N - 1, (TypeParam::stages + 2) * K + 3}, TypeParam::cluster, own);
  expect_right<TypeParam>({2 * M - 7, N + 9, K}, 2 * TypeParam::cluster, own + 1);
  if (nightly()) expect_right<TypeParam>({3 * M + 5, 2 * N + 1, 5 * K - 1}, 3 * TypeParam::cluster, own + 2);
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
