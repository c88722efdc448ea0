// SPDX-License-Identifier: MIT
// Waves on the host platform: shuffles move what they should, and a lane that does not come is reported.
#include <gtest/gtest.h>

#include <functional>

#include "platform/platform.hpp"

namespace colex::gpu {
namespace {

constexpr std::uint64_t seeds = 10;

template <class T>
__global__ void shuffle_all(GlobalView<T> out) {
  T const mine = static_cast<T>(3 * threadIdx.x + 1);
  Index const at = 3 * Index{threadIdx.x};
  store(out, at, Vec<T, 1>{{shuffle_xor(mine, 5)}});
  store(out, at + 1, Vec<T, 1>{{shuffle_down(mine, 7)}});
  store(out, at + 2, Vec<T, 1>{{shuffle(mine, lane_id() / 2)}});
}

template <class T>
void check_shuffles(int wave) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    Buffer<T> out("out", 3 * 128);
    auto const report =
        launch({.grid = {1}, .block = {128}, .seed = seed, .wave = wave}, shuffle_all<T>, out.view());
    EXPECT_TRUE(report.clean());
    for (int thread = 0; thread < 128; ++thread) {
      int const first = thread / wave * wave, lane = thread % wave;
      auto const value_of = [&](int source) { return static_cast<T>(3 * (first + source) + 1); };
      EXPECT_EQ(out.at(3 * thread), value_of(lane ^ 5));
      EXPECT_EQ(out.at(3 * thread + 1), value_of(lane + 7 < wave ? lane + 7 : lane));
      EXPECT_EQ(out.at(3 * thread + 2), value_of(lane / 2));
    }
  }
}

TEST(Shuffle, moves_values_between_the_lanes_of_a_wave) {
  for (int wave : {32, 64}) {
    check_shuffles<int>(wave);
    check_shuffles<double>(wave);
    check_shuffles<std::uint16_t>(wave);
  }
}

__global__ void sum_wave(GlobalView<float> out) {
  float sum = static_cast<float>(threadIdx.x);
  for (int mask = 1; mask < wave_width(); mask *= 2) sum += shuffle_xor(sum, mask);
  if (lane_id() == 0) store(out, wave_id(), Vec<float, 1>{{sum}});
}

TEST(Shuffle, adds_up_a_wave) {
  Buffer<float> out("out", 8);
  EXPECT_TRUE(launch({.grid = {1}, .block = {256}, .wave = 32}, sum_wave, out.view()).clean());
  for (int wave = 0; wave < 8; ++wave) EXPECT_EQ(out.at(wave), 32.0f * (32 * wave + 15.5f));
}

enum class Fault { none, ended, other_site, at_barrier, short_block };

template <Fault fault>
__global__ void faulty() {
  int const thread = static_cast<int>(threadIdx.x);
  if (fault == Fault::ended && thread == 40) return;
  if (fault == Fault::at_barrier && thread == 40) __syncthreads();
  if (fault == Fault::other_site && thread < 32) {
    shuffle_xor(thread, 1);
  } else {
    shuffle_xor(thread, 33);
  }
  if (fault != Fault::ended && !(fault == Fault::at_barrier && thread == 40)) __syncthreads();
}

template <Fault fault>
LaunchReport run(std::uint64_t seed) {
  return launch({.grid = {2}, .block = {fault == Fault::short_block ? 96u : 128u}, .seed = seed},
                faulty<fault>);
}

TEST(Collective, a_missing_lane_is_named) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    EXPECT_TRUE(run<Fault::none>(seed).clean());

    auto const ended = run<Fault::ended>(seed);
    EXPECT_EQ(ended.count(Defect::divergent_collective), 2u);  // once in each block
    EXPECT_EQ(ended.counts.size(), 1u);
    ASSERT_FALSE(ended.findings.empty());
    EXPECT_EQ(ended.findings[0].other.thread, 40u);
    EXPECT_NE(describe(ended.findings[0]).find("without thread 40"), std::string::npos);
    EXPECT_NE(ended.findings[0].detail.find("has ended"), std::string::npos);

    auto const elsewhere = run<Fault::other_site>(seed);
    EXPECT_EQ(elsewhere.count(Defect::divergent_collective), 4u);  // both halves of wave 0, in each block
    EXPECT_EQ(elsewhere.counts.size(), 1u);

    auto const barrier = run<Fault::at_barrier>(seed);
    EXPECT_GE(barrier.count(Defect::divergent_collective), 2u);
    EXPECT_NE(barrier.findings[0].detail.find("barrier"), std::string::npos);
  }
}

TEST(Collective, a_lane_that_the_block_does_not_have_is_reported_by_who_reads_it) {
  auto const report = run<Fault::short_block>(1);
  EXPECT_EQ(report.count(Defect::divergent_collective), 2u * 32);
  for (auto const& finding : report.findings) EXPECT_GE(finding.place.thread, 64u);
}

TEST(Collective, outside_a_kernel_is_an_error) {
  EXPECT_THROW(shuffle_xor(1, 1), std::logic_error);
  EXPECT_THROW(launch({.grid = {1}, .block = {64}, .wave = 48}, faulty<Fault::none>), std::invalid_argument);
}

}  // namespace
}  // namespace colex::gpu
