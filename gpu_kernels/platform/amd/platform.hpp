// SPDX-License-Identifier: MIT
// AMD: the platform's names, either over the HIP headers (hipcc) or without any (clang, device code only).
//
//   hipcc -std=c++20 --offload-arch=gfx90a --cuda-device-only -c kernel.cpp
//   clang++-19 -x hip -std=c++20 --offload-device-only -nogpuinc -nogpulib --offload-arch=gfx942 -c kernel.cpp
#pragma once

#include <type_traits>

#include "platform/vec.hpp"

#if defined(__HIPCC__)
#include <hip/hip_runtime.h>
#else
#include "platform/amd/headerless.hpp"
#endif

namespace colex::gpu {

/// An array in global memory. On a device only its address; bounds are the certificate's matter.
template <class T>
struct GlobalView {
  T* data;
};

/// N elements shared by the threads of a block, in LDS.
template <class T, int N>
struct alignas(widest_access_bytes) Shared {
  T data[N];
};

/// The V elements at [offset, offset + V) by one access.
template <int V, class View>
__device__ inline auto load(View const& view, Index offset) {
  using T = std::remove_cv_t<std::remove_reference_t<decltype(view.data[0])>>;
  Vec<T, V> vec;
  __builtin_memcpy(&vec, __builtin_assume_aligned(view.data + offset, sizeof vec), sizeof vec);
  return vec;
}

/// Writes the vector to [offset, offset + V) by one access.
template <class View, class T, int V>
__device__ inline void store(View&& view, Index offset, Vec<T, V> const& vec) {
  __builtin_memcpy(__builtin_assume_aligned(view.data + offset, sizeof vec), &vec, sizeof vec);
}

#if defined(__HIPCC__)
/// What launch returns; a value-initialised one is success.
using LaunchResult = hipError_t;

/// Starts the kernel on the default stream. Returns hipSuccess, or the error of the launch itself.
template <class... Parameters, class... Arguments>
inline LaunchResult launch(LaunchShape const& shape, void (*kernel)(Parameters...), Arguments... arguments) {
  dim3 const grid(shape.grid.x, shape.grid.y, shape.grid.z);
  dim3 const block(shape.block.x, shape.block.y, shape.block.z);
  kernel<<<grid, block>>>(arguments...);
  return hipGetLastError();
}
#endif

}  // namespace colex::gpu
