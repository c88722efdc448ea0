// SPDX-License-Identifier: MIT
// Rows in groups on the host platform, by two small configs, alone and in clusters of two: every list of up to three ends
// out of some, among them such as no group can have, against the exact sum. No element of C is written but once, nor
// one that is in no group; no defect is reported. What every shipped config makes of groups is in hopper_gemm_test.cpp.
#include <gtest/gtest.h>

#include "hopper/choose.hpp"
#include "hopper_problem.hpp"

namespace colex::gpu::hopper {
namespace {

using Ends = std::vector<std::int32_t>;
constexpr Major k = Major::k;
using Alone = GemmConfig<Element::bf16, k, k, TileShape{64, 32, 2, 1, 2}>;
using InPairs = GemmConfig<Element::f16, k, Major::line, TileShape{64, 128, 2, 2, 2}>;

template <class Config>
void expect_right(Size const& size, std::uint64_t seed) {
  HostProblem<Config, result_of(Config::element)> problem(size, seed, seed % 3 == 0);
  auto const wrong = problem.run(Config::cluster * (1 + static_cast<int>(seed % 3)), seed);
  std::string words, ends;
  for (auto const& word : wrong) words += word + " ";
  for (auto const end : size.ends) ends += std::to_string(end) + " ";
  EXPECT_TRUE(wrong.empty()) << "M " << size.M << " N " << size.N << " K " << size.K << " ends " << ends
                             << ": " << words << problem.first();
  EXPECT_TRUE(problem.blocks() > 0 || size.M == 0);
}

/// Calls `use` with every list of `count` of these.
template <class Use>
void every_list(Ends const& of, int count, Use use, Ends list = {}) {
  if (count == 0) return use(list);
  for (auto const end : of) {
    list.push_back(end);
    every_list(of, count - 1, use, list);
    list.pop_back();
  }
}

TEST(Groups, are_right_for_every_list_of_few_ends) {
  std::uint64_t seed = 0;
  for (int count = 1; count <= 3; ++count)
    every_list({-7, 0, 1, 63, 64, 65, 130, 131, 2000}, count, [&](Ends const& ends) {
      ++seed;
      expect_right<Alone>({130, 1 + static_cast<Index>(seed % 70), 5, count, 1, seed % 4 == 0, false, ends},
                          seed);
    });
  EXPECT_EQ(seed, 9u + 81 + 729);
}

TEST(Groups, are_right_in_clusters) {
  std::uint64_t seed = 0;
  every_list({0, 1, 128, 129, 300}, 2, [&](Ends const& ends) {
    ++seed;
    expect_right<InPairs>({200, 130, 70, 2, 1, seed % 4 == 0, false, ends}, seed);
  });
}

/// Many groups of few rows, in one lap of the ring and more.
TEST(Groups, are_right_where_they_are_many) {
  std::mt19937_64 random(5);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Ends ends;
    Index const rows = static_cast<Index>(random() % 90);
    for (int i = 0; i < 40; ++i) ends.push_back(static_cast<std::int32_t>(random() % 90));
    if (seed % 4 != 0) std::sort(ends.begin(), ends.end());
    expect_right<Alone>({rows, 40, 1 + static_cast<Index>(random() % 300), 40, 1, false, false, ends}, seed);
  }
}

TEST(Groups, an_end_counts_as_far_as_it_can) {
  static_assert(group_end(70, 64, 100) == 70 && group_end(50, 64, 100) == 64 &&
                group_end(300, 64, 100) == 100);
  static_assert(group_end(-2147483647 - 1, 0, 100) == 0 && group_end(0x7FFFFFFF, 100, 100) == 100);
  constexpr auto next = next_group({2, 0, 64, 5}, 70, 100, 64, 3);
  static_assert(next.number == 3 && next.start == 64 && next.end == 70 && next.first == 8);
}

/// The number of items that the call takes groups for is not below that of any ends, and is that of some.
TEST(Groups, have_no_more_items_than_the_call_takes_them_for) {
  constexpr Index lines = 64, columns = 3;
  for (Index rows = 1; rows < 200; rows += 33)
    for (int groups = 1; groups <= 3; ++groups) {
      Index most = 0;
      every_list({0, 1, 2, 65, 66, 130, 200}, groups, [&](Ends const& ends) {
        auto at = before_groups<Index>();
        for (auto const end : ends) at = next_group<Index>(at, end, rows, lines, columns);
        most = std::max(most, items_end(at, lines, columns));
      });
      EXPECT_LE(most, most_items<Index>(rows, groups, lines, columns));
      EXPECT_EQ(most_items<Index>(1, 1, lines, columns), columns);
    }
}

TEST(Groups, arguments_are_checked) {
  alignas(16) static char memory[1 << 12];
  static std::int32_t ends[2];
  GemmProblem good{8, 8, 8, {memory, 8, k}, {memory + 1024, 8, k, 64}, memory + 2048, 8};
  good.batches = 2, good.ends = ends;
  EXPECT_EQ(refusal_of<Element::bf16>(good), nullptr);
  auto const refused = [&](auto change) {
    GemmProblem p = good;
    change(p);
    char const* const why = refusal_of<Element::bf16>(p);
    return std::string(why == nullptr ? "" : why);
  };
  EXPECT_EQ(refused([](auto& p) { p.a.major = Major::line; }),
            "gemm: groups are of bf16, f16 or e4m3acc, and K is contiguous in their rows");
  EXPECT_STREQ(refusal_of<Element::e4m3>(good),
               "gemm: groups are of bf16, f16 or e4m3acc, and K is contiguous in their rows");
  EXPECT_EQ(refused([](auto& p) { p.K = 0; }), "gemm: K of groups is at least 1 and has no splits");
  EXPECT_EQ(refused([](auto& p) { p.splits = 2; }), "gemm: K of groups is at least 1 and has no splits");
  EXPECT_EQ(refused([](auto& p) { p.a.step = 64; }),
            "gemm: groups have one A and one result, without a step");
  EXPECT_EQ(refused([](auto& p) { p.c_step = 64; }),
            "gemm: groups have one A and one result, without a step");
  EXPECT_EQ(refused([](auto& p) { p.ends = reinterpret_cast<std::int32_t const*>(memory + 1); }),
            "gemm: the ends of groups are not aligned to their elements");
  EXPECT_EQ(refused([](auto& p) { p.ends = reinterpret_cast<std::int32_t const*>(memory + 2048 + 124); }),
            "gemm: the result overlaps the ends of groups");
}

/// The mean group decides, of those that have rows; of several rows of tiles the last one is half full.
TEST(Groups, are_chosen_for_by_their_mean) {
  static std::int32_t ends[1];
  GemmProblem p{4096, 4096, 4096, {nullptr, 4096, k}, {nullptr, 4096, k}, nullptr, 4096};
  p.batches = 8, p.ends = ends;
  EXPECT_EQ(product_size(p, Element::bf16).M, 512);
  EXPECT_EQ(product_size(p, Element::bf16).batches, 8);
  EXPECT_EQ(rows_of_tiles(product_size(p, Element::bf16), 128), 36);
  p.M = 5;
  EXPECT_EQ(product_size(p, Element::bf16).M, 1);
  EXPECT_EQ(product_size(p, Element::bf16).batches, 5);
}

/// O-dispatch: whatever the groups, what is chosen takes them.
TEST(Groups, have_a_choice_that_can_be_launched) {
  static std::int32_t ends[1];
  alignas(16) static char memory[16];
  std::mt19937_64 random(3);
  auto const drawn = [&](int bits) {
    return 1 + static_cast<Index>(random() >> (63 - random() % static_cast<unsigned>(bits)));
  };
  for (int i = 0; i < 3000; ++i) {
    Major const b = i % 2 == 0 ? k : Major::line;
    GemmProblem p{drawn(18), drawn(16), drawn(18), {memory, 1 << 20, k}, {memory, 1 << 20, b},
                  memory,    1 << 20};
    p.batches = drawn(10), p.ends = ends;
    int const processors = 2 + static_cast<int>(random() % 200);
    Choice const choice = choose(product_size(p, Element::bf16), processors);
    ASSERT_TRUE(choice.splits == 1 && choice.microseconds > 0 &&
                takes(tile_shapes[choice.shape], Element::bf16, b));
    auto const expect_plan = [&](auto shape) {
      if (choice.shape != shape.value) return;
      GemmPlan const plan = plan_of<GemmConfig<Element::bf16, k, k, tile_shapes[shape.value]>>(p, processors);
      ASSERT_TRUE(plan.refusal == nullptr && plan.blocks > 0 &&
                  plan.blocks <= processors * tile_shapes[shape.value].blocks);
    };
    [&]<int... shape>(std::integer_sequence<int, shape...>) {
      (expect_plan(std::integral_constant<int, shape>{}), ...);
    }
    (std::make_integer_sequence<int, tile_shape_count>{});
  }
}

}  // namespace
}  // namespace colex::gpu::hopper
