// SPDX-License-Identifier: MIT
// Boxes that go from shared memory to a matrix, as PTX: see hopper/tma.hpp.
#pragma once

#include "platform/nvidia/tensor_copy.hpp"

namespace colex::gpu {

/// Four 8 x 8 matrices of 16 bits, of each of which a lane has a word: lane l names the place of row l % 8 of matrix l / 8.
inline __device__ void store_matrices(Address row, std::uint32_t const (&words)[4]) {
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(row), "r"(words[0]),
               "r"(words[1]), "r"(words[2]), "r"(words[3])
               : "memory");
}

/// The copy engine sees what this thread has written to shared memory, once another thread knows of the fence.
inline __device__ void fence_stores() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

/// Waits for the 128 threads of the warpgroup, which name one barrier from 1 to 15.
inline __device__ void sync_warpgroup(int barrier) {
  asm volatile("bar.sync %0, 128;" ::"r"(barrier) : "memory");
}

/// Starts the copy of a box to a matrix, in the thread's open group. What lies outside the matrix is left out.
inline __device__ void store_box(TensorMap const& map, Address from, int x, int y, int z) {
  asm volatile(
      "cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group [%0, {%1, %2, %3}], [%4];" ::"l"(&map),
      "r"(x), "r"(y), "r"(z), "r"(from)
      : "memory");
}

/// Closes the thread's group.
inline __device__ void commit_stores() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }

/// Until shared memory has been read for all groups of this thread but the latest `pending`.
template <int pending>
__device__ inline void wait_stored_but() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(pending) : "memory");
}

/// Until all groups of this thread are complete.
inline __device__ void wait_stored() { asm volatile("cp.async.bulk.wait_group 0;" ::: "memory"); }

}  // namespace colex::gpu
