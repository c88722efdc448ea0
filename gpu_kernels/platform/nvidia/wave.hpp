// SPDX-License-Identifier: MIT
// Warps under the names of waves: 32 threads, and every lane takes part in a shuffle.
#pragma once

#include <cuda_runtime.h>

#include "platform/words.hpp"

namespace colex::gpu {

__host__ __device__ constexpr int wave_width() { return 32; }

/// The thread's number in its wave, and the wave's in its block. The block extends along x only.
__device__ inline int lane_id() { return static_cast<int>(threadIdx.x % 32); }
__device__ inline int wave_id() { return static_cast<int>(threadIdx.x / 32); }

/// The value of the lane whose number differs in the bits of `mask`.
template <class T>
__device__ inline T shuffle_xor(T value, int mask) {
  return in_words(value, [&](int word) { return __shfl_xor_sync(0xFFFFFFFFu, word, mask & 31); });
}

/// The value of the lane `delta` >= 0 further up; its own past the wave's end.
template <class T>
__device__ inline T shuffle_down(T value, int delta) {
  return in_words(
      value, [&](int word) { return __shfl_down_sync(0xFFFFFFFFu, word, static_cast<unsigned>(delta)); });
}

/// The value of lane `source`, modulo the wave's width.
template <class T>
__device__ inline T shuffle(T value, int source) {
  return in_words(value, [&](int word) { return __shfl_sync(0xFFFFFFFFu, word, source & 31); });
}

/// Waits for all lanes of the wave: what each has done before is over for what each does after.
__device__ inline void sync_warp() { __syncwarp(); }

}  // namespace colex::gpu
