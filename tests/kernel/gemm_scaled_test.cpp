// SPDX-License-Identifier: MIT
// The GEMMs of mxfp8 and mxfp4 on the host platform, beside what gemm_pipelined_test.cpp asks of it as of other direct configs: parts of K, whose
// turns are whole, scales that are no numbers, and scales that the call refuses.
#include <gtest/gtest.h>

#include "gemm_problem.hpp"

namespace colex::gpu {
namespace {

/// A problem of one batch whose result is the sum alone.
template <class Config>
Problem<Config> plain_problem(Random& random, Index M, Index N, Index K) {
  auto p = problem_along_k<Config>(random, M, N, K, 0);
  p.splits = 1, p.alpha = 1, p.beta = 0, p.activation = Activation::none, p.bias.clear();
  return p;
}

/// Runs the problem, changed first, and calls judge(element of C, what is expected).
template <class Config, class Judge, class Change>
void run(Problem<Config> const& p, Judge judge, Change change) {
  Buffer<typename Config::atom::A> a("A", p.a_memory), b("B", p.b_memory);
  Buffer<Bf16> c("C", p.c_memory);
  Buffer<E8M0> x("A's scales", p.a_scales), y("B's scales", p.b_scales);
  auto call = p.call(a.view(), b.view(), c.view());
  call.scales = {matrix(p.a_scale, GlobalView<E8M0 const>(x.view())),
                 matrix(p.b_scale, GlobalView<E8M0 const>(y.view()))};
  Buffer<float> workspace("workspace", workspace_elements(call));
  call.workspace = workspace.view(), call.workspace_size = workspace.size(), call.seed = 1;
  change(call);
  auto const report = uncertified::gemm(call);
  ASSERT_TRUE(report.clean()) << describe(report.findings.front());
  p.expect([&](Index at, Expected const& want) { judge(c.at(at), want); });
}

template <class Config, class Judge>
void run(Problem<Config> const& p, Judge judge) {
  run(p, judge, [](Gemm<Config>&) {});
}

template <class Config>
struct GemmScaled : testing::Test {
  static constexpr Index step = TiledMma<Config>::tile_k;  // of 64 numbers
};
using Configs = testing::Types<GemmMfmaMxfp8Direct, GemmMfmaMxfp4Direct>;
TYPED_TEST_SUITE(GemmScaled, Configs);

TYPED_TEST(GemmScaled, parts_of_k_have_the_scales_of_their_turns) {
  Random random(3);
  // Turns are of four steps: whole ones, one more step, fewer turns than parts; and all atoms of a tile.
  for (auto const& [M, N, steps, splits] :
       std::vector<std::array<Index, 4>>{{40, 3, 8, 2}, {3, 40, 13, 3}, {9, 9, 5, 4}, {300, 260, 11, 1}}) {
    Index const K = steps * TestFixture::step;
    auto p = plain_problem<TypeParam>(random, M, N, K);
    p.splits = splits;
    int wrong = 0;
    run(p, [&](Bf16 got, Expected const& want) { wrong += !is_expected(got, want); });
    EXPECT_EQ(wrong, 0) << M << " x " << N << " x " << K << " in " << splits;
  }
}

TYPED_TEST(GemmScaled, a_scale_of_no_number_spoils_its_row_or_column_and_no_other) {
  Random random(4);
  auto p = plain_problem<TypeParam>(random, 70, 40, 3 * TestFixture::step);
  p.batches = 1;
  p.a_scales[p.a_scale.at(37, 5, 0)] = {255};
  p.b_scales[p.b_scale.at(11, 2, 0)] = {255};
  int spoilt = 0, wrong = 0;
  run(p, [&](Bf16 got, Expected const& want) {
    spoilt += std::isnan(want.value);
    wrong += !is_expected(got, want);
  });
  EXPECT_EQ(spoilt, 70 + 40 - 1);
  EXPECT_EQ(wrong, 0);
}

TYPED_TEST(GemmScaled, the_least_and_the_largest_scales_are_powers_of_two) {
  Random random(5);
  auto p = plain_problem<TypeParam>(random, 5, 6, TestFixture::step);
  p.batches = 1;
  for (auto& scale : p.a_scales) scale = {254};
  for (auto& scale : p.b_scales) scale = {0};  // 2^127 and 2^-127
  int wrong = 0, zeros = 0;
  run(p, [&](Bf16 got, Expected const& want) {
    wrong += !is_expected(got, want), zeros += got.to_float() == 0;
  });
  EXPECT_EQ(wrong, 0);
  EXPECT_LT(zeros, 5 * 6);
}

TYPED_TEST(GemmScaled, refuses_scales_that_it_does_not_read) {
  Random random(6);
  auto p = plain_problem<TypeParam>(random, 20, 30, 5 * TestFixture::step);
  p.batches = 1;
  auto const refused = [&](char const* words, auto change) {
    try {
      run(
          p, [](Bf16, Expected const&) {}, change);
      ADD_FAILURE() << "not refused: " << words;
    } catch (std::invalid_argument const& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  };
  std::string const multiple = "K is no multiple of " + std::to_string(TestFixture::step);
  refused(multiple.c_str(), [](auto& g) { g.K -= 16; });
  refused("A's array of scales reaches elements 0 to 0 of 0", [](auto& g) { g.scales.a = {}, g.M = 1; });
  refused("B's array of scales reaches", [&](auto& g) { g.scales.b.size = p.b_scale.at(29, 15, 0); });
  refused("A's array of scales is not contiguous", [](auto& g) { g.scales.a.column_stride = 2, g.M = 1; });
  refused("B's array of scales: rows lie closer", [](auto& g) { g.scales.b.row_stride = 8; });
  refused("A's array of scales: rows or batches", [](auto& g) { g.scales.a.row_stride += 4, g.M = 10; });
  refused("A's array of scales: rows or batches", [](auto& g) { g.scales.a.origin -= 4; });
  refused("B's array of scales: rows or batches", [](auto& g) { g.scales.b.aligned = false; });
  refused("a tile's rows reach further",
          [](auto& g) { g.scales.a.row_stride = Index{1} << 24, g.scales.a.size = Index{1} << 40; });
  // The last scale that a row's runs take is the last that the array need have.
  run(
      p, [](Bf16, Expected const&) {}, [&](auto& g) { g.scales.b.size = p.b_scale.at(29, 15, 0) + 1; });
}

}  // namespace
}  // namespace colex::gpu
