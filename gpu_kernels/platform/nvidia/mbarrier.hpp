// SPDX-License-Identifier: MIT
// Barriers in shared memory that count arrivals and bytes, and what blocks of a cluster share, as PTX: see
// hopper/mbarrier.hpp.
#pragma once

#include <cuda_runtime.h>

#include "platform/nvidia/capability.hpp"
#include "platform/vec.hpp"

namespace colex::gpu {

/// A byte of shared memory.
using Address = std::uint32_t;

/// Where the launch's shared_bytes begin, at a multiple of dynamic_shared_alignment.
inline constexpr int dynamic_shared_alignment = 128;
inline __device__ Address dynamic_shared_address() {
  extern __shared__ __align__(dynamic_shared_alignment) unsigned char colex_block_memory[];
  return static_cast<Address>(__cvta_generic_to_shared(colex_block_memory));
}

namespace mbarrier {

inline __device__ void init(Address barrier, int arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals) : "memory");
}

/// Makes initialised barriers visible to the cluster and to the copy engine.
inline __device__ void fence_init() {
  asm volatile("fence.mbarrier_init.release.cluster;\n\tfence.proxy.async.shared::cta;" ::: "memory");
}

inline __device__ void expect_bytes(Address barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes)
               : "memory");
}

/// Arrives at the barrier of this address in another block of the cluster, or this one; of scope `block`, in this one. The
/// instruction's own scope is the block's in both, as in CUTLASS: with the cluster's ptxas has each arrival wait for all stores
/// of the warp (MEMBAR.ALL.GPU), and each wait drop the L1 cache. Of what is handed over the tensor core has read all, and
/// the copy engine overwrites it; that an arrival at another block comes after these reads is trusted (hopper_proof.cpp).
template <Scope scope>
inline __device__ void arrive_at(Address barrier, int block) {
  if constexpr (scope == Scope::cluster)
    asm volatile(
        "{\n\t.reg .b32 there;\n\t"
        "mapa.shared::cluster.u32 there, %0, %1;\n\t"
        "mbarrier.arrive.release.cta.shared::cluster.b64 _, [there];\n\t}" ::"r"(barrier),
        "r"(block)
        : "memory");
  else
    asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
}

/// Waits until the phase of this parity is complete; on a new barrier the phase of parity 1 is.
template <Scope>
inline __device__ void wait(Address barrier, int parity) {
  std::uint32_t complete;
  do {
    asm volatile(
        "{\n\t.reg .pred done;\n\t"
        "mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 done, [%1], %2;\n\t"
        "selp.u32 %0, 1, 0, done;\n\t}"
        : "=r"(complete)
        : "r"(barrier), "r"(parity)
        : "memory");
  } while (complete == 0);
}

}  // namespace mbarrier

/// The rank of this block in its cluster.
inline __device__ int cluster_rank() {
  std::uint32_t rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return static_cast<int>(rank);
}

/// Waits for every thread of the cluster.
inline __device__ void sync_cluster() {
  __syncwarp();
  asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;" ::
                   : "memory");
}

/// The warp gives registers back until each of its threads has `count`, or takes more.
template <int count>
__device__ inline void release_registers() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(count));
}
template <int count>
__device__ inline void claim_registers() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(count));
}

/// Until the launches before this one on the stream are over and what they wrote can be seen. Only a kernel
/// that is launched by launch_early() may begin before.
inline __device__ void await_earlier_launch() {
  if constexpr (compiled_capability >= 90) asm volatile("griddepcontrol.wait;" ::: "memory");
}

/// The launch after this one may begin, if it is one by launch_early(): its blocks take the places that blocks of
/// this launch leave, once each of these has come here. What they await is still the end of this launch.
inline __device__ void allow_next_launch() {
  if constexpr (compiled_capability >= 90) asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}

}  // namespace colex::gpu
