// SPDX-License-Identifier: MIT
// NVIDIA: the platform's names over the CUDA runtime. Debian's HIP headers do not compile with CUDA 13.
//
//   nvcc -x cu -std=c++20 --expt-relaxed-constexpr -gencode=arch=compute_90a,code=sm_90a kernel.cpp
#pragma once

#include <cuda_runtime.h>

#include "platform/nvidia/capability.hpp"
#include "platform/nvidia/copy_async.hpp"
#include "platform/nvidia/launch_early.hpp"
#include "platform/nvidia/memory.hpp"
#include "platform/nvidia/wave.hpp"

namespace colex::gpu {

/// What launch returns; a value-initialised one is success.
using LaunchResult = cudaError_t;

/// Starts the kernel on the shape's stream. Returns cudaSuccess, or the error of the launch itself.
template <class... Parameters, class... Arguments>
inline LaunchResult launch(LaunchShape const& shape, void (*kernel)(Parameters...), Arguments... arguments) {
  dim3 const grid(shape.grid.x, shape.grid.y, shape.grid.z);
  dim3 const block(shape.block.x, shape.block.y, shape.block.z);
  if (shape.shared_bytes > 48 * 1024) {
    auto const error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                            static_cast<int>(shape.shared_bytes));
    if (error != cudaSuccess) return error;
  }
  if (shape.early)
    return launch_early(kernel, static_cast<int>(shape.grid.x), static_cast<int>(shape.block.x),
                        static_cast<int>(shape.shared_bytes), static_cast<cudaStream_t>(shape.stream),
                        arguments...);
  kernel<<<grid, block, shape.shared_bytes, static_cast<cudaStream_t>(shape.stream)>>>(arguments...);
  return cudaGetLastError();
}

}  // namespace colex::gpu
