// SPDX-License-Identifier: MIT
// Copies of single floats that arrive at a barrier, as PTX: see hopper/word_copy.hpp.
#pragma once

#include "platform/nvidia/mbarrier.hpp"
#include "platform/nvidia/memory.hpp"

namespace colex::gpu {

inline __device__ void copy_word(Address to, GlobalView<float const> const& from, Index offset, bool inside,
                                 Address) {
  float const* const source = from.data + (inside ? offset : 0);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(source), "r"(inside ? 4 : 0)
               : "memory");
}

/// The arrival is one of those that the barrier was made for (noinc).
inline __device__ void arrive_when_copied(Address barrier) {
  asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(barrier) : "memory");
}

inline __device__ void store_word(Address to, float word) {
  asm volatile("st.shared.f32 [%0], %1;" ::"r"(to), "f"(word) : "memory");
}

inline __device__ float load_word(Address from) {
  float word;
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(word) : "r"(from) : "memory");
  return word;
}

}  // namespace colex::gpu
