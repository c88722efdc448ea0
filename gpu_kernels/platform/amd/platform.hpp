// SPDX-License-Identifier: MIT
// AMD: the platform's names, either over the HIP headers (hipcc) or without any, and without the device library (clang).
//
//   hipcc -std=c++20 --offload-arch=gfx90a -c kernel.cpp
//   clang++-19 -x hip -std=c++20 -nogpuinc -nogpulib --offload-arch=gfx942 -c kernel.cpp
#pragma once

#include "platform/amd/copy_async.hpp"
#include "platform/amd/memory.hpp"
#include "platform/amd/names.hpp"
#include "platform/amd/wave.hpp"

namespace colex::gpu {

/// What launch returns; a value-initialised one is success.
using LaunchResult = hipError_t;

/// Starts the kernel on the shape's stream. Returns hipSuccess, or the error of the launch itself.
template <class... Parameters, class... Arguments>
inline LaunchResult launch(LaunchShape const& shape, void (*kernel)(Parameters...), Arguments... arguments) {
  dim3 const grid(shape.grid.x, shape.grid.y, shape.grid.z);
  dim3 const block(shape.block.x, shape.block.y, shape.block.z);
  kernel<<<grid, block, shape.shared_bytes, static_cast<hipStream_t>(shape.stream)>>>(arguments...);
  return hipGetLastError();
}

}  // namespace colex::gpu
