// SPDX-License-Identifier: MIT
// Steps 7 and 8 of the ladder, on Hopper: the copy engine (TMA) brings k-tiles, and the tensor core reads both operands from shared memory
// (wgmma). The instructions are those of gpu_kernels; where TMA writes what wgmma reads is asserted there, as an equality of layouts.
//
//   by_boxes<<<dim3(N / 128, M / 128), 256, bytes_of_boxes>>>(product, a, b);      N of step 8 is a multiple of 256
#pragma once

#include "by_threads.hpp"
#include "hopper/mbarrier.hpp"
#include "hopper/tma.hpp"
#include "hopper/wgmma.hpp"

namespace ladder {
namespace hopper = colex::gpu::hopper;
namespace mbarrier = colex::gpu::mbarrier;
using colex::gpu::Address;
using colex::gpu::Scope;
using colex::gpu::TensorMap;
/// `rows` rows of a k-tile, which TMA copies in one box.
template <int rows, int box = rows>
using Box = hopper::OperandTile<hopper::Element::bf16, hopper::Major::k, rows, box>;

/// A warpgroup's 64 rows of `columns` columns: the sums as wgmma leaves them, and their way to C.
template <int columns>
struct Warpgroup {
  hopper::wgmma::Accumulators<columns / 2, float> sum;
  unsigned const thread = threadIdx.x % 128;

  /// Starts the products of a k-tile at these addresses; `first`: sums begin anew.
  __device__ void multiply(Address a_tile, Address b_tile, bool first) {
    using A = Box<64>;
    using B = Box<columns>;
    hopper::wgmma::fence_accumulators();
    unroll<hopper::steps>([&](auto step) {
      hopper::wgmma::multiply<A, B>(sum, hopper::later_descriptor<A>(hopper::descriptor<A>(a_tile), 0, step),
                                    hopper::later_descriptor<B>(hopper::descriptor<B>(b_tile), 0, step),
                                    !first || step > 0);
    });
    hopper::wgmma::commit();
  }
  /// A warp has 16 rows, its lanes words of them as in `(8,4):(4,1)`.
  __device__ void store(Product p, unsigned row_of_64, unsigned column_tile) {
    auto const tile = local_tile(matrix<Word>(p.c, p.M, p.N), Tuple<16, columns / 2>{},
                                 coord(4 * row_of_64 + thread / 32, column_tile));
    auto const c = local_partition(tile, static_layout<"(8,4):(4,1)">(), thread % 32);
    unroll<columns / 4>([&](auto i) {
      constexpr int half = i % 2, group = i / 2;
      c(half, group) = rounded(sum[4 * group + 2 * half], sum[4 * group + 2 * half + 1]);
    });
  }
};

/// Step 7: one thread asks for a k-tile, all await it, two warpgroups multiply 64 rows each.
inline constexpr int bytes_of_boxes = 2 * Box<128>::bytes + 1024;
__global__ void __launch_bounds__(256)
    by_boxes(Product p, __grid_constant__ TensorMap const a, __grid_constant__ TensorMap const b) {
  Address const a_tile = (colex::gpu::dynamic_shared_address() + 1023) / 1024 * 1024,
                b_tile = a_tile + Box<128>::bytes;
  __shared__ std::uint64_t barrier_memory;
  auto const full = static_cast<Address>(__cvta_generic_to_shared(&barrier_memory));
  if (threadIdx.x == 0) mbarrier::init(full, 1), mbarrier::fence_init();
  __syncthreads();
  Warpgroup<128> group;
  unsigned const own = threadIdx.x / 128;
  for (int k_tile = 0; k_tile < p.K / depth; ++k_tile) {
    if (threadIdx.x == 0) {
      mbarrier::expect_bytes(full, 2 * Box<128>::bytes);
      colex::gpu::copy_box(a_tile, a, k_tile * depth, blockIdx.y * 128, 0, full);
      colex::gpu::copy_box(b_tile, b, k_tile * depth, blockIdx.x * 128, 0, full);
    }
    mbarrier::wait<Scope::block>(full, k_tile % 2);
    group.multiply(a_tile + own * Box<64>::bytes, b_tile, k_tile == 0);
    hopper::wgmma::wait<0>();
    __syncthreads();  // all have read the k-tile
  }
  group.store(p, 2 * blockIdx.y + own, blockIdx.x);
}

/// Step 8: producer and consumers. A thread of the third warpgroup brings k-tiles into a ring of four stages; two warpgroups multiply
/// 128 x 256. A stage is full when its bytes have come, and empty when both have read it.
inline constexpr int ring_stages = 4, stage_bytes = Box<128>::bytes + Box<256>::bytes,
                     bytes_of_ring = ring_stages * stage_bytes + 1024;
__global__ void __launch_bounds__(384, 1)
    by_roles(Product p, __grid_constant__ TensorMap const a, __grid_constant__ TensorMap const b) {
  Address const ring = (colex::gpu::dynamic_shared_address() + 1023) / 1024 * 1024;
  __shared__ std::uint64_t barriers[2 * ring_stages];
  auto const full = [&](int stage) {
    return static_cast<Address>(__cvta_generic_to_shared(barriers + stage));
  };
  auto const empty = [&](int stage) { return full(ring_stages + stage); };
  auto const a_tile = [&](int stage) { return ring + stage * stage_bytes; };
  auto const b_tile = [&](int stage) { return a_tile(stage) + Box<128>::bytes; };
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < ring_stages; ++stage)
      mbarrier::init(full(stage), 1), mbarrier::init(empty(stage), 2);
    mbarrier::fence_init();
  }
  __syncthreads();
  int const k_tiles = p.K / depth;
  if (threadIdx.x / 128 == 2) {
    colex::gpu::release_registers<40>();
    for (int k_tile = 0; k_tile < k_tiles && threadIdx.x % 128 == 0; ++k_tile) {
      int const stage = k_tile % ring_stages, lap = k_tile / ring_stages;
      mbarrier::wait<Scope::block>(empty(stage), (lap + 1) % 2);  // of the first lap nothing is awaited
      mbarrier::expect_bytes(full(stage), stage_bytes);
      colex::gpu::copy_box(a_tile(stage), a, k_tile * depth, blockIdx.y * 128, 0, full(stage));
      colex::gpu::copy_box(b_tile(stage), b, k_tile * depth, blockIdx.x * 256, 0, full(stage));
    }
  } else {
    colex::gpu::claim_registers<232>();
    Warpgroup<256> group;
    unsigned const own = threadIdx.x / 128;
    for (int k_tile = 0; k_tile < k_tiles; ++k_tile) {
      int const stage = k_tile % ring_stages;
      mbarrier::wait<Scope::block>(full(stage), k_tile / ring_stages % 2);
      group.multiply(a_tile(stage) + own * Box<64>::bytes, b_tile(stage), k_tile == 0);
      if (k_tile > 0) {  // the products before are over: their stage may be filled again
        hopper::wgmma::wait<1>();
        if (group.thread == 0) mbarrier::arrive_at<Scope::block>(empty((k_tile - 1) % ring_stages), 0);
      }
    }
    hopper::wgmma::wait<0>();
    group.store(p, 2 * blockIdx.y + own, blockIdx.x);
  }
}

}  // namespace ladder
