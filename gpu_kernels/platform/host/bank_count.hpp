// SPDX-License-Identifier: MIT
// Bank conflicts of a launch on the host platform, under the model that the launch names.
//
//   LaunchReport report = launch({.grid = {1}, .block = {64}, .banks = &gfx942}, kernel, in.view());
//   report.bank_degree();                        // of the worst access to shared memory; 1: no conflict
//   report.bank_counts["kernel.hpp:17 load"];    // {accesses, phases, passes, degree}
//
// Threads run one after the other here, so the lanes of a wave are brought together afterwards: the n-th time
// that a lane reaches a place in the source belongs to the n-th time of the others.
#pragma once

#include <map>
#include <source_location>
#include <string>
#include <tuple>
#include <vector>

#include "platform/host/finding.hpp"
#include "tiles/bank_model.hpp"

namespace colex::gpu {

/// The accesses of one block to shared memory. Does nothing without a model.
class BankLog {
 public:
  explicit BankLog(BankModel const* model = nullptr) : model_(model) {}

  /// Thread `thread` accesses `bytes` bytes from byte `first` of an array in shared memory.
  void note(std::uint32_t thread, Direction access, int bytes, Index first, std::source_location where);

  /// Adds what the block cost.
  void add_to(std::map<std::string, BankCount>& counts) const;

 private:
  using Site = std::tuple<std::string, Direction, int>;  // place in the source, direction, bytes
  BankModel const* model_;
  std::map<std::pair<Site, std::uint32_t>, std::uint32_t> times_;  // of a thread at a site
  // Site, wave, how many times before -> byte address of each lane, -1 where it takes no part.
  std::map<std::tuple<Site, std::uint32_t, std::uint32_t>, std::vector<Index>> accesses_;
};

}  // namespace colex::gpu
