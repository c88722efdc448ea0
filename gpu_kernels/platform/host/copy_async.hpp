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
  Index const bytes = V * sizeof(U);
  bool const readable = inside && admit(*from.shadow_, from.data_, from.shadow_byte_, from.size_, from_offset,
                                        V, sizeof(U), Access::load);
  if (!admit(*to.shadow_, to.data_, to.shadow_byte_, to.size_, to_offset, V, sizeof(U), Access::copy)) return;
  PendingCopy copy{.destination = reinterpret_cast<unsigned char*>(to.data_ + to_offset), .bytes = bytes};
  copy.destination_shadow = to.shadow_;
  copy.destination_byte = to.shadow_byte_ + to_offset * static_cast<Index>(sizeof(U));
  if (readable) {
    copy.source = reinterpret_cast<unsigned char const*>(from.data_ + from_offset);
    copy.source_shadow = from.shadow_;
    copy.source_byte = from.shadow_byte_ + from_offset * static_cast<Index>(sizeof(U));
  }
  start_copy(copy);
}

/// Makes this thread's copies since its last commit one group.
inline void copy_async_commit() { commit_copies(); }

/// Waits until at most `in_flight` of this thread's groups are incomplete, the latest ones.
template <int in_flight>
void copy_async_wait() {
  wait_for_copies(in_flight);
}

}  // namespace colex::gpu
