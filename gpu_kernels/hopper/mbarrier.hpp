// SPDX-License-Identifier: MIT
// Barriers in shared memory that count arrivals and bytes (mbarrier), and what the blocks of a cluster share.
// A barrier is named by its address, one of the block's own shared memory.
//
//   mbarrier::init(barrier, 1)            one arrival completes a phase
//   mbarrier::fence_init()                new barriers are there for the cluster and for the copy engine
//   mbarrier::expect_bytes(barrier, 4096) arrives, and 4096 bytes more are awaited
//   mbarrier::arrive_at<Scope::cluster>(barrier, 1)   arrives at the same barrier of block 1 of the cluster
//   mbarrier::wait<Scope::block>(barrier, 0)          until the phase of parity 0 is complete
//   dynamic_shared_address()              where the launch's shared_bytes begin
//   cluster_rank(), sync_cluster()        which block of the cluster this is; waits for all its threads
//   allow_next_launch()                   the launch after this one may begin where blocks of this one have ended
//   await_earlier_launch()                the launches before this one on the stream are over
//   release_registers<40>(), claim_registers<232>()   moves registers between warps; nothing on the host
#pragma once

#include "platform/platform.hpp"

#if defined(__CUDACC__)
#include "platform/nvidia/mbarrier.hpp"
#else
#include "platform/host/mbarrier.hpp"
#endif
