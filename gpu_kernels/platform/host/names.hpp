// SPDX-License-Identifier: MIT
// The HIP names that kernels use, for a kernel that runs as fibers on the CPU. The running block sets the
// indices before each thread goes on; a block never changes its OS thread, so they are thread-local.
//
//   __global__ void kernel() { __shared__ Shared<float, 64> tile; __syncthreads(); }
#pragma once

#include <source_location>

#include "platform/vec.hpp"

#define __host__
#define __device__
#define __global__
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __grid_constant__
#define __shared__ static thread_local

namespace colex::gpu {
void wait_at_barrier(std::source_location where);
}

inline thread_local constinit colex::gpu::Dim3 threadIdx{}, blockIdx{}, blockDim{}, gridDim{};

/// Waits for every thread of the block.
inline void __syncthreads(std::source_location where = std::source_location::current()) {
  colex::gpu::wait_at_barrier(where);
}
