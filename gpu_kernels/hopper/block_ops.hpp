// SPDX-License-Identifier: MIT
// What all roles of a block of the Hopper GEMM know: where stages, buffers, barriers and factors lie in shared memory, in
// this order, and which block of its cluster this is.
#pragma once

#include "hopper/gemm_config.hpp"
#include "hopper/mbarrier.hpp"
#include "hopper/work_list.hpp"

namespace colex::gpu::hopper {

static_assert(dynamic_shared_alignment % shared_alignment == 0);

template <class Config>
struct BlockOps {
  Address memory;
  int rank;
  bool told;   ///< parts of K have factors, which come to the stages as operands do
  int stages;  ///< of the ring

  __device__ Address a_tile(int stage) const { return memory + stage * Config::stage_bytes; }
  __device__ Address b_tile(int stage) const { return a_tile(stage) + Config::A::bytes; }
  /// Those of a warpgroup, for boxes of its results.
  __device__ Address buffers(int warpgroup) const {
    return a_tile(stages) + warpgroup * Config::buffers * result_box_bytes;
  }
  __device__ Address full(int stage) const { return buffers(Config::consumers) + 8 * stage; }
  __device__ Address empty(int stage) const { return full(stages + stage); }
  /// Of a stage's factors number i (told_factors.hpp).
  __device__ Address factor(int stage, int i) const {
    return full(2 * stages) + 4 * (stage * Config::factors + i);
  }

  /// The first row of the result that this block computes of an item.
  __device__ int row_of(Item const& item) const {
    return row_from(item.origin, first_row(item.tile.row, int{Config::cluster}, rank, int{Config::M}));
  }

  __device__ bool leads() const { return threadIdx.x == 0; }
  __device__ void init_barriers() {
    for (int stage = 0; stage < stages; ++stage) {
      mbarrier::init(full(stage), full_arrivals(told ? telling_lanes : 0));
      mbarrier::init(empty(stage), empty_arrivals(int{Config::cluster}, int{Config::consumer_warps}));
    }
  }
  __device__ void fence_barriers() { mbarrier::fence_init(); }
  __device__ void sync_cluster() { gpu::sync_cluster(); }
};

}  // namespace colex::gpu::hopper
