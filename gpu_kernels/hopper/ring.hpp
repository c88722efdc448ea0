// SPDX-License-Identifier: MIT
// The ring of shared-memory stages between the warp that loads tiles and the warps that multiply them, as two
// roles. A stage has two barriers: `full` completes when its bytes have arrived, `empty` when every warp that
// reads it, in every block that loads into it, has released it.
//
//   load:       wait until empty   expect the bytes   start the copies
//   multiply:   wait until full    start the products  wait for the products before them, release their stage
//
// The roles are templates on what they do it with: the kernel's instructions, on a device or on the host
// platform, or the recorder of ring_model.hpp, where every interleaving of what a block's, or a cluster's,
// roles do is explored.
#pragma once

#include "platform/platform.hpp"

namespace colex::gpu::hopper {

/// A place in the ring: the stage, and the parity of the phase that its full barrier is in on this lap.
template <int stages>
struct RingPosition {
  int stage = 0, parity = 0;
  __device__ constexpr void advance() {
    if (++stage == stages) {
      stage = 0;
      parity ^= 1;
    }
  }
};

/// What makes a stage's barriers complete a phase: arrivals at `full`, beside the bytes, and at `empty`.
/// `wgmma.wait_group` speaks for the warp that executes it alone, so every warp releases for itself.
constexpr int full_arrivals = 1;
constexpr int empty_arrivals(int cluster, int consumer_warps) { return cluster * consumer_warps; }

/// Before the roles: one thread of each block makes the barriers, and all see them before anyone uses one.
template <class Ops>
__device__ inline void prepare(Ops& ops) {
  if (ops.leads()) {
    ops.init_barriers();
    ops.fence_barriers();
  }
  ops.sync_cluster();
}

/// After the roles: no block leaves while another may still arrive at its barriers.
template <class Ops>
__device__ inline void finish(Ops& ops) {
  ops.sync_cluster();
}

/// Loads the tiles first, first + step, ... below count, each in k_blocks parts, at least one.
template <int stages, class Ops>
__device__ inline void load_tiles(Ops& ops, int first, int step, int count, int k_blocks) {
  RingPosition<stages> at;
  for (int tile = first; tile < count; tile += step) {
    ops.begin_tile(tile);
    for (int k = 0; k < k_blocks; ++k, at.advance()) {
      ops.wait_empty(at.stage, at.parity ^ 1);  // on the first lap nothing is awaited
      ops.expect_bytes(at.stage);
      ops.start_copies(at.stage, k);
    }
  }
}

/// Multiplies the same parts, one step behind in releasing: products of a part run while the next one's
/// start.
template <int stages, class Ops>
__device__ inline void multiply_tiles(Ops& ops, int first, int step, int count, int k_blocks) {
  RingPosition<stages> at;
  for (int tile = first; tile < count; tile += step) {
    int previous = 0;
    for (int k = 0; k < k_blocks; ++k, at.advance()) {
      ops.wait_full(at.stage, at.parity);
      ops.start_products(at.stage, tile, k);
      if (k > 0) {
        ops.template wait_products<1>();
        ops.release(previous);
      }
      previous = at.stage;
    }
    ops.template wait_products<0>();
    ops.release(previous);
    ops.store_tile(tile);
  }
}

}  // namespace colex::gpu::hopper
