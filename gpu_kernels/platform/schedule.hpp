// SPDX-License-Identifier: MIT
// What AMD's compiler does not see by itself, and others need not be told. Neither changes a result.
#pragma once

#include "platform/platform.hpp"

namespace colex::gpu {

/// A value that is the same in all lanes of the wave: it may be kept in a scalar register.
__device__ inline int uniform(int value) {
#if defined(__AMDGCN__)
  return __builtin_amdgcn_readfirstlane(value);
#else
  return value;
#endif
}
__device__ inline Index uniform(Index value) {
  auto const low = static_cast<std::uint32_t>(uniform(static_cast<int>(value)));
  return (static_cast<Index>(uniform(static_cast<int>(value >> 32))) << 32) | low;
}

/// The registers of a run are wanted from here on, all of them: its load stays one instruction, where clang would load the half that
/// an instruction takes once more.
template <class Run>
__device__ inline void as_a_whole(Run& run) {
#if defined(__AMDGCN__)
  using Registers = std::uint32_t __attribute__((ext_vector_type(sizeof(Run) / 4)));
  auto held = __builtin_bit_cast(Registers, run);
  asm("" : "+v"(held));
  run = __builtin_bit_cast(Run, held);
#else
  static_cast<void>(run);
#endif
}

/// What comes before the call is issued before what comes after it.
__device__ inline void in_this_order() {
#if defined(__AMDGCN__)
  __builtin_amdgcn_sched_barrier(0);
#endif
}

}  // namespace colex::gpu
