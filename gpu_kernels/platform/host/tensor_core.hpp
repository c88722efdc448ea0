// SPDX-License-Identifier: MIT
// What wgmma needs of the host platform: operands out of shared memory by their descriptors, and the groups
// of products that run behind a thread. hopper/host_wgmma.hpp multiplies.
//
//   std::vector<unsigned char> a = read_operand({descriptor, 64, true, 2});   64 lines of 32 bytes of K
#pragma once

#include <source_location>
#include <vector>

#include "platform/host/mbarrier.hpp"
#include "platform/host/view.hpp"

namespace colex::gpu {

inline constexpr int warpgroup_lanes = 128;

/// One operand of one step: `lines` x 32 bytes of K.
struct OperandRead {
  std::uint64_t descriptor;
  int lines;
  bool k_major;
  int element_bytes;
};

/// The elements of an operand, (line, k) at line * K + k, as the running thread's warpgroup reads them
/// together; reports what it must not read. Reading lasts until the group of products is complete.
std::vector<unsigned char> read_operand(OperandRead const& operand);

/// A thread's accumulators, as far as products are concerned.
struct AccumulatorState {
  std::uint32_t group = 0;    ///< the last group that computes them
  std::uint32_t touched = 0;  ///< the thread's fences when it touched them
};
/// The running thread touches accumulators: reports it while a product computes them. Returns whether it may.
bool touch_accumulators(AccumulatorState& state, std::source_location where);
/// A product of the open group of the running thread takes them over.
void take_accumulators(AccumulatorState& state, std::source_location where);

/// All lanes of the wave, or of the warpgroup, come here.
void fence_products(std::source_location where);
void commit_products(std::source_location where);
void wait_for_products(int pending, std::source_location where);

}  // namespace colex::gpu
