// SPDX-License-Identifier: MIT
// Asynchronous copies on AMD: ordinary ones, by way of registers. The compiler waits where it must.
#pragma once

#include "platform/amd/memory.hpp"

namespace colex::gpu {

/// Copies V elements by one access on each side; when not `inside`, V zeros, and `from` is not touched.
template <int V, class T>
__device__ inline void copy_async(SharedView<std::remove_const_t<T>> const& to, Index to_offset,
                                  GlobalView<T> const& from, Index from_offset, bool inside = true) {
  Vec<std::remove_const_t<T>, V> run{};
  if (inside) run = load<V>(from, from_offset);
  store(to, to_offset, run);
}

__device__ inline void copy_async_commit() {}

template <int in_flight>
__device__ inline void copy_async_wait() {}

}  // namespace colex::gpu
