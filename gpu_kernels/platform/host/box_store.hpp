// SPDX-License-Identifier: MIT
// Boxes that go from shared memory to a matrix, on the host platform: see hopper/tma.hpp. The bytes leave when the
// group is closed or when its thread waits for it, as the seed chooses. Who knows of which fence and of which read is
// kept word by word (box_shadow.hpp), so that what nothing orders is found in any order of execution.
#pragma once

#include "platform/host/tensor_copy.hpp"

namespace colex::gpu {

/// Four 8 x 8 matrices of 16 bits, of each of which a lane has a word: lane l names the place of row l % 8 of matrix l / 8.
void store_matrices(Address row, std::uint32_t const (&words)[4],
                    std::source_location where = std::source_location::current());

/// The copy engine sees what this thread has written to shared memory, once another thread knows of the fence.
void fence_stores();

/// Waits for the 128 threads of the warpgroup, which name one barrier from 1 to 15.
void sync_warpgroup(int barrier, std::source_location where = std::source_location::current());

/// Starts the copy of a box to a matrix, in the thread's open group. What lies outside the matrix is left out.
void store_box(TensorMap const& map, Address from, int x, int y, int z);

/// Closes the thread's group.
void commit_stores();

/// Until shared memory has been read for all groups of this thread but the latest `pending`.
void wait_stored_but(int pending);
template <int pending>
void wait_stored_but() {
  wait_stored_but(pending);
}

/// Until all groups of this thread are complete.
void wait_stored();

}  // namespace colex::gpu
