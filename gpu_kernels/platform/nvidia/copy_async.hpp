// SPDX-License-Identifier: MIT
// Asynchronous copies on NVIDIA: cp.async where it moves 4, 8 or 16 bytes, an ordinary copy where it does
// not.
#pragma once

#include "platform/nvidia/memory.hpp"

namespace colex::gpu {

/// Starts a copy of V elements by one access on each side; when not `inside`, of V zeros, and `from` is not
/// touched. It is complete after a wait for its group by this thread; others see it after a barrier more.
template <int V, class T>
__device__ inline void copy_async(SharedView<std::remove_const_t<T>> const& to, Index to_offset,
                                  GlobalView<T> const& from, Index from_offset, bool inside = true) {
  constexpr int bytes = V * sizeof(T);
  if constexpr (bytes == 4 || bytes == 8 || bytes == 16) {
    auto const target = static_cast<unsigned>(__cvta_generic_to_shared(to.data + to_offset));
    T* const source = from.data + (inside ? from_offset : 0);
    int const read = inside ? bytes : 0;  // the rest is filled with zeros
    if constexpr (bytes == 16) {
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(target), "l"(source), "r"(read)
                   : "memory");
    } else {
      asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(target), "l"(source), "n"(bytes),
                   "r"(read)
                   : "memory");
    }
  } else {
    Vec<std::remove_const_t<T>, V> const zeros{};
    store(to, to_offset, inside ? load<V>(from, from_offset) : zeros);
  }
}

/// Makes this thread's copies since its last commit one group.
__device__ inline void copy_async_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }

/// Waits until at most `in_flight` of this thread's groups are incomplete, the latest ones.
template <int in_flight>
__device__ inline void copy_async_wait() {
  asm volatile("cp.async.wait_group %0;" ::"n"(in_flight) : "memory");
}

}  // namespace colex::gpu
