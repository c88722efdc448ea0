// SPDX-License-Identifier: MIT
// mbarriers and clusters on the host platform: see hopper/mbarrier.hpp. Addresses begin at a multiple of 128
// that the seed chooses: more is not asked for on a device.
#pragma once

#include <source_location>

#include "platform/vec.hpp"

namespace colex::gpu {

/// A byte of shared memory.
using Address = std::uint32_t;

/// Where the launch's shared_bytes begin, at a multiple of dynamic_shared_alignment.
inline constexpr int dynamic_shared_alignment = 128;
Address dynamic_shared_address();

namespace mbarrier {

/// A new barrier whose phases await so many arrivals. Threads may use it once they know of it: after a
/// barrier of the block or the cluster.
void init(Address barrier, int arrivals);

/// Makes barriers that this thread knows of visible to the copy engine.
void fence_init();

void expect_bytes(Address barrier, int bytes);

/// Arrives at the barrier of this address in another block of the cluster, or this one; of scope `block`, in this one.
void arrive_at(Address barrier, int block, Scope scope);
template <Scope scope>
void arrive_at(Address barrier, int block) {
  arrive_at(barrier, block, scope);
}

/// Waits until the phase of this parity is complete; on a new barrier the phase of parity 1 is. The host platform takes every
/// wait for one of scope `cluster`.
void wait(Address barrier, int parity, std::source_location where);
template <Scope scope>
void wait(Address barrier, int parity, std::source_location where = std::source_location::current()) {
  wait(barrier, parity, where);
}

}  // namespace mbarrier

/// The rank of this block in its cluster.
int cluster_rank();

/// Waits for every thread of the cluster.
void sync_cluster(std::source_location where = std::source_location::current());

/// Registers are not counted here.
template <int count>
void release_registers() {}
template <int count>
void claim_registers() {}

/// Until the launches before this one are over. In a launch that is marked `early` a thread touches global memory,
/// or has it copied, after that only: what it does before is reported.
void await_earlier_launch();
inline void allow_next_launch() {}

}  // namespace colex::gpu
