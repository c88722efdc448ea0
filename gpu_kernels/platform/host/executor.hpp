// SPDX-License-Identifier: MIT
// Runs a launch on the CPU: every GPU thread is a fiber, a barrier switches to the next thread of the block.
// Between two barriers the threads of a block run one after the other, in an order that the seed chooses anew
// for each interval; so are blocks. One seed, one execution. Races do not hide behind the order: see
// shadow.hpp.
//
//   LaunchReport report = run_launch({.grid = {2}, .block = {64}, .seed = 1}, [&] { kernel(in.view()); });
#pragma once

#include <functional>
#include <source_location>

#include "platform/host/shadow.hpp"

namespace colex::gpu {

/// Runs `thread_body` once for each thread of each block. Throws std::invalid_argument when the shape has an
/// extent of zero or a block of more than 1024 threads, std::logic_error inside a kernel. The body
/// must not throw.
LaunchReport run_launch(LaunchShape const& shape, std::function<void()> const& thread_body);

/// Waits until every thread of the block waits. Called by __syncthreads().
void wait_at_barrier(std::source_location where);

/// What an access does. A copy is the start of an asynchronous one that will write there.
enum class Access { load, store, copy };

/// Bytes that an access may touch, and what is needed to speak of them.
struct Target {
  unsigned char* data = nullptr;  // null: out of bounds
  Shadow* shadow = nullptr;
  Index byte = 0;       // of `data` in the shadow
  Index view_byte = 0;  // of the view's first element in the shadow
  int element_bytes = 1;
};

/// Counts an access of `width` elements at element `offset` of a view of `size` elements that begins at
/// `view`, and reports one that is misaligned or out of bounds; then the target's data is null.
Target aim(Target const& view, Index size, Index offset, int width, bool is_store);

/// Records that the running thread touches `bytes` bytes at the target; reports races and the like.
void touch(Target const& target, Index bytes, Access access);

/// A number that no other block of any launch has; 0 outside a launch. Shared memory lives that long.
std::uint64_t block_serial();

}  // namespace colex::gpu
