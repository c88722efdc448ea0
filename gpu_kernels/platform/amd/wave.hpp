// SPDX-License-Identifier: MIT
// Waves of 64 lanes; shuffles by ds_bpermute, which reads another lane's register.
#pragma once

#include "platform/amd/names.hpp"
#include "platform/words.hpp"

namespace colex::gpu {

__host__ __device__ constexpr int wave_width() { return 64; }

/// The thread's number in its wave, and the wave's in its block. The block extends along x only.
__device__ inline int lane_id() { return static_cast<int>(threadIdx.x) % 64; }
__device__ inline int wave_id() { return static_cast<int>(threadIdx.x) / 64; }

/// The value of lane `source`, modulo the wave's width.
template <class T>
__device__ inline T shuffle(T value, int source) {
  return in_words(value, [&](int word) { return __builtin_amdgcn_ds_bpermute((source & 63) * 4, word); });
}

/// The value of the lane whose number differs in the bits of `mask`.
template <class T>
__device__ inline T shuffle_xor(T value, int mask) {
  return shuffle(value, lane_id() ^ mask);
}

/// The value of the lane `delta` >= 0 further up; its own past the wave's end.
template <class T>
__device__ inline T shuffle_down(T value, int delta) {
  int const source = lane_id() + delta;
  return shuffle(value, source < 64 ? source : lane_id());
}

}  // namespace colex::gpu
