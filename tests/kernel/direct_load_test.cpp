// SPDX-License-Identifier: MIT
// Loads straight to shared memory on the host platform: they arrive by the wait and no sooner, a wait for fewer than those under way
// completes the oldest, and every way to read too soon, or to name a place that is not the wave's, is reported.
#include "atoms/direct_load.hpp"

#include <gtest/gtest.h>

namespace colex::gpu {
namespace {

constexpr int threads = 128, V = 8, stage = threads * V;

enum class Fault { none, no_wait, one_too_few, no_barrier, lanes_apart, stage_in_use };

/// Copies `tiles` stretches of a ring of three stages; two are on their way while one is written out.
template <Fault fault>
__global__ void ring(GlobalView<Bf16 const> in, int size, GlobalView<Bf16> out, int tiles) {
  auto const shared = dynamic_shared<Bf16>(0, 3 * stage);
  int const thread = static_cast<int>(threadIdx.x), wave = thread / 64 * 64 * V;
  auto const from = buffer_view(in, size);
  auto const fetch = [&](int tile) {
    int const slot = fault == Fault::stage_in_use ? (tile + 1) % 3 : tile % 3;
    direct_load<V>(shared, wave + (fault == Fault::lanes_apart ? thread % 2 * V : 0), slot * stage, from,
                   thread * V, tile * stage);
  };
  for (int tile = 0; tile < 2; ++tile) fetch(tile);
  for (int tile = 0; tile < tiles; ++tile) {
    if (fault == Fault::one_too_few) direct_wait<2>();
    if (fault != Fault::one_too_few && fault != Fault::no_wait) direct_wait<1>();
    if (fault != Fault::no_barrier) __syncthreads();
    fetch(tile + 2);
    int const other = (threads - 1 - thread) * V;
    store(out, tile * stage + other, load<V>(shared, tile % 3 * stage + other));
  }
  direct_wait<0>();
}

template <Fault fault>
LaunchReport run(std::uint64_t seed, int tiles, int size) {
  std::vector<Bf16> values(tiles * stage);
  for (std::size_t i = 0; i < values.size(); ++i) values[i].bits = static_cast<std::uint16_t>(i + 1);
  Buffer<Bf16> in("in", values), out("out", tiles * stage);
  auto const report =
      launch({.grid = {1}, .block = {threads}, .seed = seed, .shared_bytes = 3 * stage * 2, .wave = 64},
             ring<fault>, in.view(), size, out.view(), tiles);
  for (int i = 0; fault == Fault::none && i < tiles * stage; ++i)
    EXPECT_EQ(out.at(i).bits, i < size ? static_cast<std::uint16_t>(i + 1) : 0) << i;
  return report;
}

TEST(DirectLoad, a_ring_is_clean_and_right_and_past_the_bound_are_zeros) {
  for (std::uint64_t seed = 0; seed < 5; ++seed)
    for (int tiles : {1, 2, 5})
      for (int size : {tiles * stage, tiles * stage - 100, 0}) {
        auto const report = run<Fault::none>(seed, tiles, size / 4 * 4);
        EXPECT_TRUE(report.clean()) << describe(report.findings.front());
      }
}

TEST(DirectLoad, reading_before_the_wait_is_reported) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    EXPECT_GT(run<Fault::no_wait>(seed, 5, 5 * stage).count(Defect::unfinished_copy), 0u);
    EXPECT_GT(run<Fault::one_too_few>(seed, 5, 5 * stage).count(Defect::unfinished_copy), 0u);
  }
}

TEST(DirectLoad, a_missing_barrier_and_a_stage_in_use_are_reported) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    auto const no_barrier = run<Fault::no_barrier>(seed, 5, 5 * stage);
    EXPECT_GT(no_barrier.count(Defect::data_race) + no_barrier.count(Defect::unfinished_copy), 0u);
    auto const in_use = run<Fault::stage_in_use>(seed, 5, 5 * stage);
    EXPECT_FALSE(in_use.clean());
  }
}

TEST(DirectLoad, lanes_that_name_several_places_are_reported) {
  EXPECT_GT(run<Fault::lanes_apart>(1, 2, 2 * stage).count(Defect::divergent_collective), 0u);
}

}  // namespace
}  // namespace colex::gpu
