// SPDX-License-Identifier: MIT
// One seed gives one report, whatever the number of workers: right kernels, and kernels whose threads or
// blocks race, read what nothing wrote, or leave their arrays.
#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "planted.hpp"
#include "platform/host/pool.hpp"

namespace colex::gpu {
namespace {

/// Everything a report says, as text.
std::string words(LaunchReport const& report) {
  std::string s =
      std::to_string(report.blocks) + " blocks, " + std::to_string(report.barriers) + " barriers\n";
  for (auto const& [width, count] : report.loads_by_width)
    s += "load " + std::to_string(width * 1000000 + count) + "\n";
  for (auto const& [width, count] : report.stores_by_width)
    s += "store " + std::to_string(width * 1000000 + count) + "\n";
  for (auto const& [defect, count] : report.counts)
    s += std::string(name(defect)) + std::to_string(count) + "\n";
  for (auto const& finding : report.findings) s += describe(finding) + "\n";
  return s;
}

constexpr std::uint32_t blocks = 24;

template <Planted planted>
std::string run_reverse(std::uint64_t seed, int workers, bool initialised) {
  Index const size = Index{blocks} * reverse_threads;
  Buffer<float> in("in", size), out("out", size), filled("in", std::vector<float>(size, 1.0f));
  return words(launch({.grid = {blocks}, .block = {reverse_threads}, .seed = seed, .workers = workers},
                      reverse<planted>, (initialised ? filled : in).view(0, size - 5), out.view()));
}

/// Blocks write elements that other blocks read and write.
__global__ void entangled(GlobalView<int> data) {
  __shared__ Shared<int, 8> tile;
  Index const thread = threadIdx.x, block = blockIdx.x;
  store(data, (8 * block + thread * 3) % 100, Vec<int, 1>{{1}});
  store(tile, thread, load<1>(data, (5 * block + thread) % 100));
  store(data, 90 + block, load<1>(tile, 7 - thread));  // no barrier, and out of bounds for some blocks
}

std::string run_entangled(std::uint64_t seed, int workers) {
  Buffer<int> data("data", 100);
  return words(
      launch({.grid = {blocks}, .block = {8}, .seed = seed, .workers = workers}, entangled, data.view()));
}

TEST(Workers, one_seed_is_one_report) {
  std::set<std::string> reports;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    auto const expect_same = [&](auto run) {
      auto const alone = run(1);
      reports.insert(alone);
      for (int workers : {2, 3, 7}) EXPECT_EQ(run(workers), alone) << "workers: " << workers;
    };
    expect_same([&](int workers) { return run_reverse<Planted::none>(seed, workers, true); });
    expect_same([&](int workers) { return run_reverse<Planted::none>(seed, workers, false); });
    expect_same([&](int workers) { return run_reverse<Planted::missing_barrier>(seed, workers, true); });
    expect_same([&](int workers) { return run_reverse<Planted::divergent_barrier>(seed, workers, true); });
    expect_same([&](int workers) { return run_entangled(seed, workers); });
  }
  EXPECT_GT(reports.size(), 15u);  // and the seeds' reports differ
}

TEST(Workers, results_are_right) {
  Index const size = Index{blocks} * reverse_threads;
  std::vector<float> ramp(size);
  for (Index i = 0; i < size; ++i) ramp[i] = static_cast<float>(i);
  Buffer<float> in("in", ramp), out("out", size);
  EXPECT_TRUE(launch({.grid = {blocks}, .block = {reverse_threads}, .workers = 4}, reverse<Planted::none>,
                     in.view(), out.view())
                  .clean());
  for (Index i = 0; i < size; ++i) EXPECT_EQ(out.at(i), static_cast<float>(i / 64 * 64 + 63 - i % 64));
  EXPECT_THROW(
      launch({.grid = {1}, .block = {64}, .workers = 0}, reverse<Planted::none>, in.view(), out.view()),
      std::invalid_argument);
}

TEST(Workers, take_items_on_several_threads_and_hand_them_over_in_order) {
  std::vector<std::thread::id> on(200);
  std::vector<std::uint64_t> finished;
  std::atomic<int> both = 0;
  run_in_order(
      200, 2,
      [&](std::uint64_t i) {
        on[i] = std::this_thread::get_id();
        if (i < 2)  // the first two items wait for each other, so that each thread has one
          for (++both; both < 2;) std::this_thread::yield();
      },
      [&](std::uint64_t i) {
        EXPECT_NE(on[i], std::thread::id());
        finished.push_back(i);
      });
  ASSERT_EQ(finished.size(), 200u);
  for (std::uint64_t i = 0; i < 200; ++i) EXPECT_EQ(finished[i], i);
  EXPECT_NE(on[0], on[1]);
}

}  // namespace
}  // namespace colex::gpu
