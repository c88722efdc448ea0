// SPDX-License-Identifier: MIT
// Small kernels, each right or wrong in one named way: `Planted::none` is the right kernel, the others each
// carry one defect. They also compile for the devices.
//
//   reverse<Planted::missing_barrier> reads what another thread of the block may not have written yet.
#pragma once

#include "copy/copy_kernel.hpp"

namespace colex::gpu {

enum class Planted { none, missing_barrier, divergent_barrier, two_barriers, shared_store, misaligned };

inline constexpr int reverse_threads = 64;

/// Reverses each stretch of 64 elements through shared memory. Launch: 64 threads, one block per stretch.
template <Planted planted>
__global__ void reverse(GlobalView<float const> in, GlobalView<float> out) {
  __shared__ Shared<float, reverse_threads> tile;
  Index const thread = threadIdx.x, base = Index{reverse_threads} * blockIdx.x;
  // Half the threads store where the other half do.
  Index const slot = planted == Planted::shared_store ? thread / 2 : thread;
  store(tile, slot, load<1>(in, base + thread));
  if constexpr (planted == Planted::divergent_barrier) {
    if (thread < reverse_threads / 2) __syncthreads();
  } else if constexpr (planted == Planted::two_barriers) {
    if (thread % 2 == 0) {
      __syncthreads();
    } else {
      __syncthreads();
    }
  } else if constexpr (planted != Planted::missing_barrier) {
    __syncthreads();
  }
  store(out, base + thread, load<1>(tile, reverse_threads - 1 - thread));
}

/// The same by accesses of 16 bytes. Launch: 16 threads, one block per stretch of 64.
template <Planted planted>
__global__ void reverse_wide(GlobalView<float const> in, GlobalView<float> out) {
  __shared__ Shared<float, reverse_threads> tile;
  Index const first = 4 * Index{threadIdx.x}, base = Index{reverse_threads} * blockIdx.x;
  store(tile, first, load<4>(in, base + first));
  __syncthreads();
  constexpr Index last = reverse_threads - 4 - (planted == Planted::misaligned ? 1 : 0);
  auto const run = load<4>(tile, first < last ? last - first : 0);
  store(out, base + first, Vec<float, 4>{{run.value[3], run.value[2], run.value[1], run.value[0]}});
}

/// The copy kernel with the predicate of the ragged end dropped: every thread moves a whole run.
template <class Config>
__global__ void copy_without_predicate(GlobalView<typename Config::element const> source,
                                       GlobalView<typename Config::element> destination) {
  using From = SourceArray<Config>;
  using To = DestinationArray<Config>;
  Index const first = StaticOf<ThreadRuns<Config>>{}(Index{threadIdx.x}, Index{blockIdx.x});
  scatter<To, To::width>(destination, first, gather<From, Config::vector, From::width>(source, first));
}

/// Stores 1 at element `spread * block`. Launch: 1 thread. Blocks race when spread is 0.
template <class T>
__global__ void mark_block(GlobalView<T> out, Index spread) {
  store(out, spread * Index{blockIdx.x}, Vec<T, 1>{{1}});
}

}  // namespace colex::gpu
