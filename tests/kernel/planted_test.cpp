// SPDX-License-Identifier: MIT
// The host platform finds each planted defect under every thread order, names it and its place, and stays
// silent on the right kernel beside it.
#include "planted.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace colex::gpu {
namespace {

constexpr std::uint64_t seeds = 20;

std::vector<float> ramp(Index size) {
  std::vector<float> values(size);
  for (Index i = 0; i < size; ++i) values[i] = static_cast<float>(i);
  return values;
}

template <Planted planted>
LaunchReport run_reverse(std::uint64_t seed) {
  Buffer<float> in("in", ramp(128)), out("out", 128);
  return launch({.grid = {2}, .block = {reverse_threads}, .seed = seed}, reverse<planted>, in.view(),
                out.view());
}

/// All findings are of one kind; there is one at least.
void expect_only(LaunchReport const& report, Defect defect) {
  ASSERT_FALSE(report.findings.empty());
  for (auto const& finding : report.findings) EXPECT_EQ(finding.defect, defect) << describe(finding);
  EXPECT_EQ(report.counts.size(), 1u);
}

TEST(Planted, the_right_kernels_are_clean_and_right) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    Buffer<float> in("in", ramp(128)), out("out", 128), wide("wide", 128);
    auto report =
        launch({.grid = {2}, .block = {64}, .seed = seed}, reverse<Planted::none>, in.view(), out.view());
    EXPECT_EQ(report.barriers, 2u);
    report.merge(launch({.grid = {2}, .block = {16}, .seed = seed}, reverse_wide<Planted::none>, in.view(),
                        wide.view()));
    EXPECT_TRUE(report.clean());
    for (Index i = 0; i < 128; ++i) {
      EXPECT_EQ(out.at(i), static_cast<float>(i / 64 * 64 + 63 - i % 64));
      EXPECT_EQ(wide.at(i), out.at(i));
    }
  }
}

TEST(Planted, a_missing_barrier_is_a_race) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    auto const report = run_reverse<Planted::missing_barrier>(seed);
    // Every element of the tile is touched by two threads in one interval.
    EXPECT_EQ(report.count(Defect::data_race), 128u);
    for (auto const& finding : report.findings) {
      if (finding.defect != Defect::data_race) continue;
      EXPECT_EQ(finding.place.thread + finding.other.thread, 63u);
      EXPECT_EQ(finding.place.block, finding.other.block);
      EXPECT_NE(finding.is_store, finding.other_is_store);
      EXPECT_NE(finding.view.find("shared memory"), std::string::npos);
    }
  }
}

TEST(Planted, two_threads_that_store_one_element_race_and_are_named) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    auto const report = run_reverse<Planted::shared_store>(seed);
    EXPECT_EQ(report.count(Defect::data_race), 64u);
    for (auto const& finding : report.findings) {
      if (finding.defect != Defect::data_race) continue;
      EXPECT_TRUE(finding.is_store && finding.other_is_store);
      EXPECT_EQ(finding.offset, finding.place.thread / 2);
      EXPECT_EQ(finding.place.thread ^ 1u, finding.other.thread);
    }
    // The upper half of the tile is never stored.
    EXPECT_EQ(report.count(Defect::uninitialised_read), 64u);
  }
}

TEST(Planted, blocks_that_store_equal_values_at_one_element_race) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    Buffer<int> out("out", 8);
    EXPECT_TRUE(
        launch({.grid = {8}, .block = {1}, .seed = seed}, mark_block<int>, out.view(), Index{1}).clean());
    auto const report =
        launch({.grid = {8}, .block = {1}, .seed = seed}, mark_block<int>, out.view(), Index{0});
    expect_only(report, Defect::data_race);
    EXPECT_EQ(report.count(Defect::data_race), 7u);
    EXPECT_NE(report.findings[0].place.block, report.findings[0].other.block);
    EXPECT_EQ(out.writes(0), 8u);
  }
}

template <class Config>
LaunchReport run_without_predicate(Index count, std::uint64_t seed,
                                   Buffer<typename Config::element>& destination) {
  using T = typename Config::element;
  Index const from_size = required_elements<SourceArray<Config>>(count);
  Index const to_size = required_elements<DestinationArray<Config>>(count);
  Buffer<T> source("source", std::vector<T>(from_size));
  auto const blocks = tiles_along<Index>(count, Config::threads * Config::vector);
  return launch({.grid = {static_cast<std::uint32_t>(blocks)}, .block = {Config::threads}, .seed = seed},
                copy_without_predicate<Config>, source.view(), destination.view(0, to_size));
}

TEST(Planted, a_dropped_predicate_is_out_of_bounds_and_touches_nothing) {
  using Config = CopyIdentityF32;
  for (Index count : {1, 3, 1022, 1023, 1025})
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      Buffer<float> destination("destination", 4096);
      auto const report = run_without_predicate<Config>(count, seed, destination);
      expect_only(report, Defect::out_of_bounds);
      EXPECT_TRUE(std::any_of(report.findings.begin(), report.findings.end(), [&](Finding const& finding) {
        return finding.is_store && finding.view == "destination" && finding.offset >= count &&
               finding.width == 4;
      }));
      for (Index i = count; i < destination.size(); ++i) ASSERT_FALSE(destination.is_initialised(i));
    }
}

TEST(Planted, the_first_element_outside_is_named) {
  Buffer<float> destination("destination", 4096);
  auto const report = run_without_predicate<CopyIdentityF32>(1022, 0, destination);
  ASSERT_EQ(report.count(Defect::out_of_bounds), 2u);  // thread 255: its load and its store of [1020, 1024)
  EXPECT_EQ(report.findings[0].offset, 1022);
  EXPECT_EQ(report.findings[0].place.thread, 255u);
  EXPECT_EQ(
      describe(report.findings[1]),
      "out of bounds: 'destination' element 1022: thread 255 of block 0 stores 4 elements in interval 0");
}

TEST(Planted, the_same_kernel_is_clean_where_the_count_fills_the_grid) {
  Buffer<float> destination("destination", 4096);
  EXPECT_TRUE(run_without_predicate<CopyIdentityF32>(2048, 0, destination).clean());
}

TEST(Planted, a_negative_offset_is_out_of_bounds) {
  Buffer<int> out("out", 8);
  auto const report = launch({.grid = {3}, .block = {1}}, mark_block<int>, out.view(), Index{-1});
  EXPECT_EQ(report.count(Defect::out_of_bounds), 2u);
}

TEST(Planted, an_uninitialised_read_is_named) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    Buffer<float> in("in", 64), out("out", 64);
    auto const report =
        launch({.grid = {1}, .block = {64}, .seed = seed}, reverse<Planted::none>, in.view(), out.view());
    expect_only(report, Defect::uninitialised_read);
    EXPECT_EQ(report.count(Defect::uninitialised_read), 64u);
    EXPECT_EQ(report.findings[0].view, "in");
    EXPECT_EQ(report.findings[0].offset, report.findings[0].place.thread);
  }
}

TEST(Planted, shared_memory_does_not_survive_its_block) {
  Buffer<float> in("in", ramp(128)), out("out", 128);
  auto const report =
      launch({.grid = {2}, .block = {64}}, reverse<Planted::shared_store>, in.view(), out.view());
  EXPECT_EQ(report.count(Defect::uninitialised_read), 64u);  // 32 in the first block and in the second
}

TEST(Planted, a_misaligned_offset_is_named) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    Buffer<float> in("in", ramp(64)), out("out", 64);
    auto const report = launch({.grid = {1}, .block = {16}, .seed = seed}, reverse_wide<Planted::misaligned>,
                               in.view(), out.view());
    expect_only(report, Defect::misaligned);
    EXPECT_EQ(report.count(Defect::misaligned), 15u);  // 59, 55, ..., 3; the last thread loads at 0
    for (auto const& finding : report.findings) EXPECT_EQ(finding.offset % 4, 3);
  }
}

TEST(Planted, a_misaligned_base_is_named) {
  Buffer<float> in("in", ramp(65)), out("out", 64);
  auto const report =
      launch({.grid = {1}, .block = {16}}, reverse_wide<Planted::none>, in.view(1, 64), out.view());
  expect_only(report, Defect::misaligned);
  EXPECT_EQ(report.count(Defect::misaligned), 16u);
  EXPECT_EQ(out.at(0), 64.0f);  // the access itself was carried out
}

TEST(Planted, a_barrier_that_half_the_threads_miss_is_divergence) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    auto const report = run_reverse<Planted::divergent_barrier>(seed);
    ASSERT_EQ(report.count(Defect::barrier_divergence), 2u);  // once for each block
    auto const finding = std::find_if(report.findings.begin(), report.findings.end(),
                                      [](auto const& f) { return f.defect == Defect::barrier_divergence; });
    ASSERT_NE(finding, report.findings.end());
    EXPECT_LT(finding->place.thread, 32u);
    EXPECT_GE(finding->other.thread, 32u);
    EXPECT_NE(finding->detail.find("has ended"), std::string::npos) << finding->detail;
  }
}

TEST(Planted, two_different_barriers_are_divergence) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    auto const report = run_reverse<Planted::two_barriers>(seed);
    expect_only(report, Defect::barrier_divergence);
    EXPECT_EQ(report.count(Defect::barrier_divergence), 2u);
  }
}

}  // namespace
}  // namespace colex::gpu
