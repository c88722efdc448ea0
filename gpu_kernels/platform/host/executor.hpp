// SPDX-License-Identifier: MIT
// Runs a launch on the CPU: every GPU thread is a fiber, a barrier switches to the next thread of the block.
// Between two barriers the threads of a block run one after the other, in an order that the seed chooses anew
// for each interval; so are blocks. One seed, one execution. Races do not hide behind the order: see
// shadow.hpp.
//
// The blocks of a cluster run together (cluster.hpp): their threads take turns. What threads wait for happens
// as late as it can: a box of the copy engine lands, as a rule, when no thread can go on.
//
// Clusters run on `workers` OS threads; the report is the same for any number of them.
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
  bool is_global = false;  // other blocks may touch it, too
};

/// Counts an access of `width` elements at element `offset` of a view of `size` elements that begins at
/// `view`, and reports one that is misaligned or out of bounds; then the target's data is null.
Target aim(Target const& view, Index size, Index offset, int width, bool is_store);

/// Records that the running thread touches `bytes` bytes at the target; reports races and the like.
void touch(Target const& target, Index bytes, Access access);

/// Reports that a load with a bound reads zero for an element that lies inside the bound.
void report_dropped(Shadow const& shadow, Index element);

/// Tells the running block's bank log (bank_count.hpp) of an access to shared memory.
void note_shared_access(bool is_store, int bytes, Index first_byte, std::source_location where);

/// A number that no other block of any launch has; 0 outside a launch. Shared memory lives that long.
std::uint64_t block_serial();

}  // namespace colex::gpu
