// SPDX-License-Identifier: MIT
// Asynchronous copies from global to shared memory on the host platform. A copy takes effect at the wait that
// its thread must make, no sooner, and copies that one wait completes do so in an order that the seed
// chooses. Until then an access of its destination is reported as an unfinished copy.
//
//   copy_async<4>(tile, 4 * i, in, 4 * i);  copy_async_commit();
//   copy_async_wait<0>();  __syncthreads();      // now every thread may read the tile
#pragma once

#include <deque>
#include <vector>

#include "platform/host/executor.hpp"

namespace colex::gpu {

/// A copy in flight; of zeros when the source's data is null.
struct PendingCopy {
  Target destination, source;
  Index bytes = 0;
};

/// The copies of one thread: those not committed, and the groups committed, oldest first.
struct CopyQueue {
  std::vector<PendingCopy> open;
  std::deque<std::vector<PendingCopy>> groups;
};

/// Puts a copy in flight for the running thread.
void start_copy(PendingCopy const& copy);
/// Makes the copies since the last commit one group.
void commit_copies();
/// Completes all groups of the running thread but the latest `in_flight`.
void wait_for_copies(int in_flight);

}  // namespace colex::gpu
