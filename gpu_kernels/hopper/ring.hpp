// SPDX-License-Identifier: MIT
// The ring of shared-memory stages between the warp that loads tiles and the warps that multiply them, as two
// roles, or three: where parts of K have factors, another warp copies those to the stage. A stage has two barriers: `full`
// completes when its bytes, and factors, have arrived, `empty` when every warp that reads it, in every block that loads
// into it, has released it.
//
//   load:       wait until empty   expect the bytes   start the copies
//   tell:       wait until empty   start the copies of factors, after which each lane arrives at full
//   multiply:   wait until full    start the products  wait for the products before them, release their stage
//   apart:      wait until full    wait for the products before, release their stage   start the products
//
// The roles are templates on what they do it with: the kernel's instructions, on a device or on the host
// platform; the recorder of ring_model.hpp, where every interleaving of what a few roles do is explored; or that
// of ring_obligations.hpp. Their steps are templates on the integer, too: there the solvers run them, for any
// number of stages, warps, blocks and parts.
#pragma once

#include "platform/platform.hpp"

namespace colex::gpu::hopper {

/// A place in the ring: the stage, and the parity of the phase that its full barrier is in on this lap.
template <class Int>
struct RingPosition {
  Int stage{0}, parity{0};
  __device__ constexpr void advance(Int const& stages) {
    stage = stage + Int(1);
    if (stage == stages) {
      stage = Int(0);
      parity = Int(1) - parity;
    }
  }
};

/// What makes a stage's barriers complete a phase: arrivals at `full`, beside the bytes, and at `empty`. Each lane that
/// tells factors arrives for itself, when what it copies has come.
/// `wgmma.wait_group` speaks for the warp that executes it alone, so every warp releases for itself.
inline constexpr int telling_lanes = 32;
template <class Int>
constexpr Int full_arrivals(Int const& telling) {
  return Int(1) + telling;
}
template <class Int>
constexpr Int empty_arrivals(Int const& cluster, Int const& consumer_warps) {
  return cluster * consumer_warps;
}

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

/// Loads one part of a tile.
template <class Int, class Ops>
__device__ inline void load_part(Ops& ops, RingPosition<Int>& at, Int const& k, Int const& stages) {
  ops.wait_empty(at.stage, Int(1) - at.parity);  // on the first lap nothing is awaited
  ops.expect_bytes(at.stage);
  ops.start_copies(at.stage, k);
  at.advance(stages);
}

/// Tells the factors of one part, for a lane.
template <class Int, class Ops>
__device__ inline void tell_part(Ops& ops, RingPosition<Int>& at, Int const& k, Int const& stages) {
  ops.wait_empty(at.stage, Int(1) - at.parity);
  ops.start_factors(at.stage, k);
  at.advance(stages);
}

/// After the parts of a tile, or of all before one.
template <class Int, class Ops>
__device__ inline void end_products(Ops& ops, Int const& previous) {
  ops.template wait_products<0>();
  ops.release(previous);
}

/// Multiplies one part of a tile, one step behind in releasing: products of a part run while the next one's start. Where
/// sums leave the tensor core after each part, parts run `apart`: the one before has ended and is released by then.
/// `previous` is its stage.
template <bool apart = false, class Int, class Ops>
__device__ inline void multiply_part(Ops& ops, RingPosition<Int>& at, Int& previous, Int const& tile,
                                     Int const& k, Int const& stages) {
  ops.wait_full(at.stage, at.parity);
  if constexpr (apart)
    if (k > Int(0)) end_products(ops, previous);
  ops.start_products(at.stage, tile, k);
  if constexpr (!apart)
    if (k > Int(0)) {
      ops.template wait_products<1>();
      ops.release(previous);
    }
  previous = at.stage;
  at.advance(stages);
}

/// Loads the tiles first, first + step, ... below count, each in k_blocks parts, at least one; or tells their factors.
template <bool telling = false, class Ops>
__device__ inline void load_tiles(Ops& ops, int first, int step, int count, int k_blocks, int stages) {
  RingPosition<int> at;
  for (int tile = first; tile < count; tile += step) {
    ops.begin_tile(tile);
    for (int k = 0; k < k_blocks; ++k)
      if constexpr (telling)
        tell_part(ops, at, k, stages);
      else
        load_part(ops, at, k, stages);
  }
}

/// Multiplies the same parts.
template <bool apart = false, class Ops>
COLEX_INLINED __device__ inline void multiply_tiles(Ops& ops, int first, int step, int count, int k_blocks,
                                                    int stages) {
  RingPosition<int> at;
  for (int tile = first; tile < count; tile += step) {
    int previous = 0;
    for (int k = 0; k < k_blocks; ++k) multiply_part<apart>(ops, at, previous, tile, k, stages);
    end_products(ops, previous);
    ops.store_tile(tile);
  }
}

}  // namespace colex::gpu::hopper
