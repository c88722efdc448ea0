// SPDX-License-Identifier: MIT
// AMD: the platform's names, either over the HIP headers (hipcc) or without any (clang, device code only).
//
//   hipcc -std=c++20 --offload-arch=gfx90a --cuda-device-only -c kernel.cpp
//   clang++-19 -x hip -std=c++20 --offload-device-only -nogpuinc -nogpulib --offload-arch=gfx942 -c
//   kernel.cpp
#pragma once

#include <type_traits>

#include "platform/vec.hpp"

// Clang includes its HIP wrapper before the source unless told -nogpuinc: that tells the two ways apart.
#if defined(__CLANG_HIP_RUNTIME_WRAPPER_H__)
#define COLEX_HIP_HEADERS 1
#include <hip/hip_runtime.h>
#else
#define COLEX_HIP_HEADERS 0
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
template <int V, class U>
__device__ inline Vec<std::remove_const_t<U>, V> load(GlobalView<U> const& view, Index offset) {
  Vec<std::remove_const_t<U>, V> vec;
  __builtin_memcpy(&vec, __builtin_assume_aligned(view.data + offset, sizeof vec), sizeof vec);
  return vec;
}

template <int V, class U, int N>
__device__ inline Vec<U, V> load(Shared<U, N> const& shared, Index offset) {
  Vec<U, V> vec;
  __builtin_memcpy(&vec, __builtin_assume_aligned(shared.data + offset, sizeof vec), sizeof vec);
  return vec;
}

/// Writes the vector to [offset, offset + V) by one access.
template <class U, int V>
__device__ inline void store(GlobalView<U> const& view, Index offset, Vec<U, V> const& vec) {
  __builtin_memcpy(__builtin_assume_aligned(view.data + offset, sizeof vec), &vec, sizeof vec);
}

template <class U, int V, int N>
__device__ inline void store(Shared<U, N>& shared, Index offset, Vec<U, V> const& vec) {
  __builtin_memcpy(__builtin_assume_aligned(shared.data + offset, sizeof vec), &vec, sizeof vec);
}

#if COLEX_HIP_HEADERS
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
