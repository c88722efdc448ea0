// SPDX-License-Identifier: MIT
// The host platform itself: shadow memory agrees with the definition of a race on random executions, the
// order of threads follows the seed, and launches are checked.
#include "platform/platform.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace colex::gpu {
namespace {

struct Event {
  Place place;
  bool is_store;
};

/// By definition: one stores, and no barrier lies between the two.
bool races(Event const& a, Event const& b) {
  if (!a.is_store && !b.is_store) return false;
  if (a.place.block != b.place.block) return true;
  return a.place.thread != b.place.thread && a.place.interval == b.place.interval;
}

// On one byte, the first access that races with any earlier one must be reported, and none before it.
TEST(Shadow, reports_the_first_race_of_a_random_execution_and_nothing_before_it) {
  std::mt19937 random(5);
  int racy = 0, clean = 0;
  for (int round = 0; round < 20000; ++round) {
    Shadow shadow("x", 1);
    std::vector<Event> past;
    std::uint32_t interval[3] = {0, 0, 0};
    bool raced = false;
    auto const stores_per_16 = random() % 3;
    for (int step = 0; step < 12 && !raced; ++step) {
      auto const block = static_cast<std::uint32_t>(random() % (round % 2 ? 3 : 1));
      if (random() % 3 == 0) ++interval[block];
      Event const event{{block, static_cast<std::uint32_t>(random() % 4), interval[block]},
                        random() % 16 < stores_per_16};
      bool const expected =
          std::any_of(past.begin(), past.end(), [&](Event const& earlier) { return races(earlier, event); });
      auto const seen = event.is_store ? shadow.write(0, 1, event.place) : shadow.read(0, 1, event.place);
      ASSERT_EQ(seen.race, expected) << "round " << round << " step " << step;
      if (seen.race) {
        EXPECT_TRUE(races({seen.other, seen.other_is_store}, event));
      }
      raced = seen.race;
      past.push_back(event);
    }
    ++(raced ? racy : clean);
  }
  EXPECT_GT(racy, 1000);
  EXPECT_GT(clean, 1000);
}

TEST(Shadow, names_the_first_byte_that_raced) {
  Shadow shadow("out", 64);
  shadow.write(0, 4, {.block = 0, .thread = 1});
  auto const seen = shadow.write(2, 2, {.block = 0, .thread = 2});
  EXPECT_TRUE(seen.race);
  EXPECT_EQ(seen.byte, 2);
  EXPECT_EQ(seen.other.thread, 1u);
}

TEST(Shadow, launches_are_ordered) {
  Shadow shadow("x", 1);
  shadow.enter_launch(1);
  EXPECT_FALSE(shadow.write(0, 1, {.block = 0}).race);
  shadow.enter_launch(2);
  EXPECT_FALSE(shadow.write(0, 1, {.block = 1}).race);
  EXPECT_FALSE(shadow.read(0, 1, {.block = 1}).race);
  shadow.enter_launch(3);
  EXPECT_FALSE(shadow.write(0, 1, {.block = 0}).race);  // the reader of launch 2 came before
  EXPECT_TRUE(shadow.write(0, 1, {.block = 2}).race);
}

// The log is a plain variable: this kernel exists on the host platform only.
std::vector<std::pair<unsigned, unsigned>> log_of_threads;

__global__ void log_twice() {
  log_of_threads.emplace_back(blockIdx.x, threadIdx.x);
  __syncthreads();
  log_of_threads.emplace_back(blockIdx.x, threadIdx.x);
}

std::vector<std::pair<unsigned, unsigned>> order(std::uint64_t seed) {
  log_of_threads.clear();
  EXPECT_TRUE(launch({.grid = {4}, .block = {8}, .seed = seed}, log_twice).clean());
  return log_of_threads;
}

__global__ void store_thread(GlobalView<int> out) {
  Index const thread = threadIdx.x;
  store(out, thread, Vec<int, 1>{{static_cast<int>(thread)}});
}

TEST(Buffer, a_part_of_it_is_an_array_of_its_own) {
  Buffer<int> out("out", 8);
  EXPECT_TRUE(launch({.grid = {1}, .block = {3}}, store_thread, out.view(4, 3)).clean());
  for (Index i = 0; i < 8; ++i) EXPECT_EQ(out.writes(i), i >= 4 && i < 7 ? 1u : 0u);
  EXPECT_EQ(out.at(6), 2);
  auto const report = launch({.grid = {1}, .block = {4}}, store_thread, out.view(4, 3));
  ASSERT_EQ(report.count(Defect::out_of_bounds), 1u);
  EXPECT_EQ(report.findings[0].offset, 3);  // counted from the part's first element
  EXPECT_FALSE(out.is_initialised(7));
}

TEST(Executor, one_seed_is_one_execution) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) EXPECT_EQ(order(seed), order(seed));
}

TEST(Executor, seeds_permute_blocks_and_threads_anew_in_each_interval) {
  std::vector<std::vector<std::pair<unsigned, unsigned>>> seen;
  int intervals_differ = 0;
  std::set<std::vector<unsigned>> block_orders;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    auto const log = order(seed);
    ASSERT_EQ(log.size(), 64u);
    for (std::size_t block = 0; block < 4; ++block) {
      auto const begin = log.begin() + 16 * block;
      EXPECT_TRUE(
          std::is_permutation(begin, begin + 8, begin + 8));  // the barrier separates the two intervals
      intervals_differ += !std::equal(begin, begin + 8, begin + 8);
    }
    block_orders.insert({log[0].first, log[16].first, log[32].first, log[48].first});
    EXPECT_EQ(std::count(seen.begin(), seen.end(), log), 0);
    seen.push_back(log);
  }
  EXPECT_GT(intervals_differ, 24);
  EXPECT_GT(block_orders.size(), 3u);
}

__global__ void store_coordinates(GlobalView<int> out) {
  Index const thread = threadIdx.x + blockDim.x * (threadIdx.y + Index{blockDim.y} * threadIdx.z);
  Index const block = blockIdx.x + gridDim.x * (blockIdx.y + Index{gridDim.y} * blockIdx.z);
  Index const threads = Index{blockDim.x} * blockDim.y * blockDim.z;
  store(out, block * threads + thread, Vec<int, 1>{{1}});
}

TEST(Executor, indices_have_three_coordinates_x_fastest) {
  Buffer<int> out("out", 2 * 3 * 2 * 4 * 2 * 3);
  EXPECT_TRUE(launch({.grid = {2, 3, 2}, .block = {4, 2, 3}}, store_coordinates, out.view()).clean());
  for (Index i = 0; i < out.size(); ++i) EXPECT_EQ(out.writes(i), 1u);
}

__global__ void nothing() {}

TEST(Executor, refuses_shapes_that_no_device_runs) {
  EXPECT_THROW(launch({.grid = {0}, .block = {1}}, nothing), std::invalid_argument);
  EXPECT_THROW(launch({.grid = {1}, .block = {0}}, nothing), std::invalid_argument);
  EXPECT_THROW(launch({.grid = {1}, .block = {32, 33}}, nothing), std::invalid_argument);
  EXPECT_TRUE(launch({.grid = {1}, .block = {1024}}, nothing).clean());
}

TEST(Executor, load_outside_a_kernel_is_an_error) {
  Buffer<int> out("out", 1);
  EXPECT_THROW(load<1>(out.view(), 0), std::logic_error);
  EXPECT_THROW(__syncthreads(), std::logic_error);
}

TEST(Report, keeps_the_first_findings_and_counts_all) {
  LaunchReport report;
  for (int i = 0; i < 100; ++i) report.add({.defect = Defect::misaligned, .offset = i});
  EXPECT_EQ(report.findings.size(), LaunchReport::kept);
  EXPECT_EQ(report.count(Defect::misaligned), 100u);
  EXPECT_EQ(report.findings.back().offset, 63);
}

}  // namespace
}  // namespace colex::gpu
