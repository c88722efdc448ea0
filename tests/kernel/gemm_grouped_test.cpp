// SPDX-License-Identifier: MIT
// Lists of GEMM problems in one launch, on the host platform against the definition: random sizes from 0 on,
// layouts, strides, batches and epilogues, each problem with its own. Every element of every C is right and
// written once, nothing else is touched, no defect is reported; a list that the kernel could not do right is
// refused.
#include "gemm/gemm_grouped.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "gemm/gemm_mma_configs.hpp"
#include "gemm_memory.hpp"
#include "typed_configs.hpp"

namespace colex::gpu {
namespace {

/// A problem and its memory.
template <class Config>
struct Member {
  using Types = GemmTypes<Config>;
  Problem<Config> problem;
  Buffer<typename Types::A> a;
  MemoryOfB<Config> b;
  Buffer<typename Types::C> c;
  Buffer<typename Types::Compute> bias;

  Member(Problem<Config> const& p, std::uint64_t seed)
      : problem(p), a("A", p.a_memory), b(p, seed), c("C", p.c_memory), bias("bias", p.bias) {}

  Gemm<Config> call() {
    auto g = problem.call(a.view(), b.plain.view(), c.view());
    g.b = b.matrix;
    g.bias = bias.view(), g.bias_size = bias.size();
    return g;
  }

  /// What must hold of C after the launch.
  void check() {
    std::vector<std::uint32_t> written(c.size());
    Index wrong = 0, not_once = 0;
    problem.expect([&](Index at, Expected const& want) {
      ++written[at];
      wrong += !is_expected(c.at(at), want);
    });
    for (Index i = 0; i < c.size(); ++i) not_once += c.writes(i) != written[i];
    EXPECT_EQ(wrong, 0);
    EXPECT_EQ(not_once, 0);
  }
};

/// Runs a list; returns how many blocks the launch had.
template <class Config>
std::uint64_t run(std::vector<std::unique_ptr<Member<Config>>>& members, Index xcds, std::uint64_t seed) {
  std::vector<Gemm<Config>> list;
  for (auto& member : members) list.push_back(member->call());
  GroupedPlan<Config> const plan(list);
  Buffer<std::uint64_t> problems("problems", plan.problems);
  Buffer<Index> first_block("first blocks", plan.first_block);
  auto const report = gemm_grouped(plan, problems.view(), first_block.view(), xcds, seed);
  if (!report.clean()) ADD_FAILURE() << describe(report.findings.front());
  EXPECT_EQ(report.blocks, static_cast<std::uint64_t>(plan.first_block.back()));
  if (report.blocks > 0)
    for (auto& member : members) member->check();
  return report.blocks;
}

template <class Config>
class GroupedTest : public testing::Test {};
using Configs = testing::Types<GemmF32, GemmI8, GemmMfmaBf16, GemmMfmaBf16Shuffled, GemmMmaSyncI8>;
TYPED_TEST_SUITE(GroupedTest, Configs, ConfigName);

TYPED_TEST(GroupedTest, computes_every_problem_of_a_list) {
  Random random(11);
  std::uint64_t blocks = 0;
  for (int length : {0, 1, 2, 3, 5, 8, 13, 13}) {
    std::vector<std::unique_ptr<Member<TypeParam>>> members;
    for (int i = 0; i < length; ++i) {
      auto const size = [&] { return one_in(random, 6) ? 0 : below(random, one_in(random, 8) ? 300 : 66); };
      Index const m = size(), n = size(), k = size();
      Problem<TypeParam> p(random, m, n, k, static_cast<unsigned>(random() % 8));
      p.splits = 1, p.order.xcds = 1;
      members.push_back(std::make_unique<Member<TypeParam>>(p, random()));
    }
    SCOPED_TRACE(length);
    blocks += run<TypeParam>(members, 1 + below(random, 9), random());
    if (this->HasFailure()) return;
  }
  EXPECT_GT(blocks, 20u);
}

TYPED_TEST(GroupedTest, takes_lists_of_empty_problems) {
  Random random(12);
  std::vector<std::unique_ptr<Member<TypeParam>>> members;
  for (auto [m, n, k] : {std::tuple(0, 5, 5), std::tuple(5, 0, 5), std::tuple(0, 0, 0)}) {
    Problem<TypeParam> p(random, m, n, k, 0);
    p.splits = 1, p.order.xcds = 1;
    members.push_back(std::make_unique<Member<TypeParam>>(p, random()));
  }
  EXPECT_EQ(run<TypeParam>(members, 8, 1), 0u);
  Problem<TypeParam> without_k(random, 5, 7, 0, 0);  // K = 0: C is the epilogue of 0
  without_k.splits = 1, without_k.order.xcds = 1;
  members.push_back(std::make_unique<Member<TypeParam>>(without_k, random()));
  EXPECT_GT(run<TypeParam>(members, 8, 2), 0u);
}

TEST(Grouped, refuses_what_it_could_not_do_right) {
  auto const refusal = [](auto change) -> std::string {
    Buffer<float> a("A", std::vector<float>(64)), b("B", std::vector<float>(64)), c("C", 64);
    Gemm<GemmF32> const g{4,
                          4,
                          4,
                          column_major<float const>(a.view(), 64, 4),
                          column_major<float const>(b.view(), 64, 4),
                          column_major(c.view(), 64, 4)};
    std::vector<Gemm<GemmF32>> list{g, g};
    change(list[1]);
    try {
      GroupedPlan<GemmF32> const plan(list);
      return "";
    } catch (std::invalid_argument const& refused) {
      return refused.what();
    }
  };
  EXPECT_EQ(refusal([](auto&) {}), "");
  EXPECT_EQ(refusal([](auto& g) { g.K = -1; }),
            "problem 1: gemm: M, N, K or the number of batches is negative");
  EXPECT_EQ(refusal([](auto& g) { g.a.size = 15; }), "problem 1: gemm: A reaches elements 0 to 15 of 15");
  EXPECT_EQ(refusal([](auto& g) { g.splits = 2, g.workspace_size = 64; }),
            "problem 1: gemm: a list has no splits of K");
  EXPECT_EQ(refusal([](auto& g) { g.order.xcds = 8; }),
            "problem 1: gemm: the chiplets are those of the launch, not of a problem");
  EXPECT_EQ(refusal([](auto& g) {
              g.M = Index{1} << 36, g.c.row_stride = 4, g.c.column_stride = 1, g.K = 0,
              g.c.size = Index{1} << 40;
            }),
            "problem 1: gemm: more than 2^31 - 1 blocks");
  GroupedPlan<GemmF32> const none({});
  Buffer<std::uint64_t> problems("problems", none.problems);
  Buffer<Index> first_block("first blocks", none.first_block);
  EXPECT_THROW(gemm_grouped(none, problems.view(), first_block.view(), 0), std::invalid_argument);
}

}  // namespace
}  // namespace colex::gpu
