// SPDX-License-Identifier: MIT
// Asynchronous copies on the host platform: they arrive by the wait and no sooner, and every way to touch
// their bytes too soon is reported. Dynamic shared memory is bounded by what the launch asked for.
#include <gtest/gtest.h>

#include "platform/platform.hpp"

namespace colex::gpu {
namespace {

constexpr std::uint64_t seeds = 10;
constexpr int threads = 64;

enum class Fault {
  none,
  no_wait,
  no_commit,
  waits_for_too_few,
  no_barrier,
  no_barrier_before_reuse,
  store_in_flight
};

/// Copies `tiles` stretches of 256 floats through a ring of two stages: the next is on its way while one is
/// reversed.
template <Fault fault>
__global__ void ring(GlobalView<float const> in, GlobalView<float> out, Index tiles) {
  constexpr Index stage = 4 * threads;
  auto const shared = dynamic_shared<float>(0, 2 * stage);
  Index const mine = 4 * Index{threadIdx.x};
  auto const fetch = [&](Index tile) {
    if (tile < tiles) copy_async<4>(shared, tile % 2 * stage + mine, in, tile * stage + mine);
    if (fault == Fault::store_in_flight) store(shared, tile % 2 * stage + mine, Vec<float, 1>{{0}});
    if (fault != Fault::no_commit) copy_async_commit();
  };
  fetch(0);
  for (Index tile = 0; tile < tiles; ++tile) {
    fetch(tile + 1);
    if (fault == Fault::waits_for_too_few) {
      copy_async_wait<2>();
    } else if (fault != Fault::no_wait) {
      copy_async_wait<1>();
    }
    if (fault != Fault::no_barrier) __syncthreads();
    for (Index i = 0; i < 4; ++i)
      store(out, tile * stage + i * threads + threadIdx.x,
            load<1>(shared, tile % 2 * stage + stage - 1 - i * threads - threadIdx.x));
    if (fault != Fault::no_barrier_before_reuse) __syncthreads();
  }
}

template <Fault fault>
LaunchReport run(std::uint64_t seed, Index tiles = 5) {
  Index const size = 4 * threads * tiles;
  std::vector<float> values(size);
  for (Index i = 0; i < size; ++i) values[i] = static_cast<float>(i);
  Buffer<float> in("in", values), out("out", size);
  auto const report = launch({.grid = {1}, .block = {threads}, .seed = seed, .shared_bytes = 2048},
                             ring<fault>, in.view(), out.view(), tiles);
  for (Index i = 0; fault == Fault::none && i < size; ++i)
    EXPECT_EQ(out.at(i), static_cast<float>(i / 256 * 256 + 255 - i % 256));
  return report;
}

TEST(CopyAsync, a_ring_of_two_stages_is_clean_and_right) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed)
    for (Index tiles : {1, 2, 5}) EXPECT_TRUE(run<Fault::none>(seed, tiles).clean());
}

TEST(CopyAsync, touching_the_bytes_before_the_wait_is_reported) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    for (auto const& report : {run<Fault::no_wait>(seed), run<Fault::no_commit>(seed),
                               run<Fault::waits_for_too_few>(seed), run<Fault::store_in_flight>(seed)})
      EXPECT_GT(report.count(Defect::unfinished_copy), 0u);
    auto const report = run<Fault::no_wait>(seed, 1);
    ASSERT_EQ(report.count(Defect::unfinished_copy), 256u);  // every element is read once
    EXPECT_EQ(report.counts.size(), 1u);
    EXPECT_NE(describe(report.findings[0]).find("before the copy"), std::string::npos);
    EXPECT_EQ(report.findings[0].view, "dynamic shared memory");
  }
}

TEST(CopyAsync, a_missing_barrier_is_a_race_or_an_unfinished_copy) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    // After its own wait a thread reads what others copy: before they start, and each copy races with such
    // reads, or after they are done, and each read races.
    auto const after = run<Fault::no_barrier>(seed, 1);
    EXPECT_GT(after.count(Defect::unfinished_copy) + after.count(Defect::data_race), 100u);
    // A stage is refilled while others still read it.
    auto const reuse = run<Fault::no_barrier_before_reuse>(seed);
    EXPECT_GT(reuse.count(Defect::data_race), 0u);
  }
}

__global__ void zero_outside(GlobalView<float const> in, GlobalView<float> out, Index size) {
  __shared__ Shared<float, threads> tile;
  Index const thread = threadIdx.x;
  copy_async<1>(tile.view(), thread, in, thread, thread < size);
  copy_async_commit();
  copy_async_wait<0>();
  __syncthreads();
  store(out, thread, load<1>(tile, thread ^ 1));
}

TEST(CopyAsync, outside_it_writes_zeros_and_reads_nothing) {
  Buffer<float> in("in", std::vector<float>(40, 7.0f)), out("out", threads);
  EXPECT_TRUE(
      launch({.grid = {1}, .block = {threads}}, zero_outside, in.view(), out.view(), Index{40}).clean());
  for (Index i = 0; i < threads; ++i) EXPECT_EQ(out.at(i), i < 40 ? 7.0f : 0.0f);
  auto const report =
      launch({.grid = {1}, .block = {threads}}, zero_outside, in.view(), out.view(), Index{41});
  ASSERT_EQ(report.count(Defect::out_of_bounds), 1u);
  EXPECT_EQ(report.findings[0].offset, 40);
}

__global__ void overrun(Index size) {
  auto const view = dynamic_shared<int>(64, size);
  store(view, threadIdx.x, Vec<int, 1>{{1}});
}

TEST(DynamicShared, ends_where_the_launch_says_and_a_view_ends_where_it_says) {
  EXPECT_TRUE(launch({.grid = {2}, .block = {16}, .shared_bytes = 128}, overrun, Index{16}).clean());
  EXPECT_EQ(launch({.grid = {1}, .block = {17}, .shared_bytes = 128}, overrun, Index{99})
                .count(Defect::out_of_bounds),
            1u);
  EXPECT_EQ(launch({.grid = {1}, .block = {16}, .shared_bytes = 128}, overrun, Index{15})
                .count(Defect::out_of_bounds),
            1u);
  EXPECT_EQ(launch({.grid = {1}, .block = {16}}, overrun, Index{16}).count(Defect::out_of_bounds), 16u);
}

}  // namespace
}  // namespace colex::gpu
