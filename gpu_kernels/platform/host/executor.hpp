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

/// Judges an access of `width` elements of `element_bytes` bytes at element `offset` of an array of `size`
/// elements whose first byte is at `base` and whose shadow begins `shadow_byte` bytes in. Records it and
/// reports defects. Returns whether memory may be touched: false exactly when the access is out of bounds.
bool admit(Shadow& shadow, void const* base, Index shadow_byte, Index size, Index offset, int width,
           int element_bytes, Access access);

/// A number that no other block of any launch has; 0 outside a launch. Shared memory lives that long.
std::uint64_t block_serial();

}  // namespace colex::gpu
