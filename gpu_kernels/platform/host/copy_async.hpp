// SPDX-License-Identifier: MIT
// Asynchronous copies from global to shared memory, as kernels call them on the host platform.
//
//   copy_async<4>(tile.view(), 4 * i, in, 4 * i, i < rows);  copy_async_commit();
//   copy_async_wait<0>();  __syncthreads();
#pragma once

#include "platform/host/pending_copy.hpp"
#include "platform/host/view.hpp"

namespace colex::gpu {

/// Starts a copy of V elements by one access on each side; when not `inside`, of V zeros, and `from` is not
/// touched. It is complete after a wait for its group by this thread; others see it after a barrier more.
template <int V, class U>
void copy_async(SharedView<std::remove_const_t<U>> const& to, Index to_offset, GlobalView<U> const& from,
                Index from_offset, bool inside = true) {
  static_assert(V * sizeof(U) <= widest_access_bytes && (V & (V - 1)) == 0);
  constexpr Index bytes = V * sizeof(U);
  Target from_there{};
  if (inside) {
    from_there = from.at(from_offset, V, false);
    if (from_there.data) touch(from_there, bytes, Access::load);
  }
  Target const to_there = to.at(to_offset, V, true);
  if (!to_there.data) return;
  touch(to_there, bytes, Access::copy);
  start_copy({.destination = to_there, .source = from_there, .bytes = bytes});
}

/// Makes this thread's copies since its last commit one group.
inline void copy_async_commit() { commit_copies(); }

/// Waits until at most `in_flight` of this thread's groups are incomplete, the latest ones.
template <int in_flight>
void copy_async_wait() {
  wait_for_copies(in_flight);
}

}  // namespace colex::gpu
