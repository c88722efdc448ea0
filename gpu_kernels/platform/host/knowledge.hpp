// SPDX-License-Identifier: MIT
// What a thread knows to be over: phases of the cluster's mbarriers, products that waves have started, and what their lanes did
// before they met. It learns from the barriers that it waits for, which learnt from who arrived. So an access that nothing orders
// is found in any order of execution, also in those where it does no harm.
//
//   barrier.knowledge.learn(arriving.knowledge);  waiting.knowledge.learn(barrier.knowledge);
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace colex::gpu {

struct Knowledge {
  std::vector<std::uint32_t> phases;    ///< of each barrier: 1 for its making, and 1 for each phase complete
  std::vector<std::uint32_t> products;  ///< of each wave of the cluster: how many of its groups are complete
  std::vector<std::uint32_t> arrivals;  ///< of each wave: how often it has arrived at other blocks
  std::vector<std::uint32_t> meetings;  ///< of each wave: how often its lanes have met in sync_warp()

  void learn(Knowledge const& other) {
    learn(phases, other.phases), learn(products, other.products), learn(arrivals, other.arrivals);
    learn(meetings, other.meetings);
  }

  static std::uint32_t count_of(std::vector<std::uint32_t> const& counts, std::size_t at) {
    return at < counts.size() ? counts[at] : 0;
  }
  static void note(std::vector<std::uint32_t>& counts, std::size_t at, std::uint32_t count) {
    if (at >= counts.size()) counts.resize(at + 1);
    counts[at] = std::max(counts[at], count);
  }

 private:
  static void learn(std::vector<std::uint32_t>& counts, std::vector<std::uint32_t> const& other) {
    if (counts.size() < other.size()) counts.resize(other.size());
    for (std::size_t i = 0; i < other.size(); ++i) counts[i] = std::max(counts[i], other[i]);
  }
};

}  // namespace colex::gpu
