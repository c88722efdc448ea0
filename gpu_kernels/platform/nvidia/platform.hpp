// SPDX-License-Identifier: MIT
// NVIDIA: the platform's names over the CUDA runtime. Debian's HIP headers do not compile with CUDA 13.
//
//   nvcc -x cu -std=c++20 --expt-relaxed-constexpr -gencode=arch=compute_90a,code=sm_90a kernel.cpp
#pragma once

#include <cuda_runtime.h>

#include <type_traits>

#include "platform/vec.hpp"

namespace colex::gpu {

/// An array in global memory. On a device only its address; bounds are the certificate's matter.
template <class T>
struct GlobalView {
  T* data;
};

/// N elements shared by the threads of a block.
template <class T, int N>
struct alignas(widest_access_bytes) Shared {
  T data[N];
};

/// The V elements at [offset, offset + V) by one access.
template <int V, class View>
__device__ inline auto load(View const& view, Index offset) {
  using T = std::remove_cv_t<std::remove_reference_t<decltype(view.data[0])>>;
  return *reinterpret_cast<Vec<T, V> const*>(view.data + offset);
}

/// Writes the vector to [offset, offset + V) by one access.
template <class View, class T, int V>
__device__ inline void store(View&& view, Index offset, Vec<T, V> const& vec) {
  *reinterpret_cast<Vec<T, V>*>(view.data + offset) = vec;
}

/// What launch returns; a value-initialised one is success.
using LaunchResult = cudaError_t;

/// Starts the kernel on the default stream. Returns cudaSuccess, or the error of the launch itself.
template <class... Parameters, class... Arguments>
inline LaunchResult launch(LaunchShape const& shape, void (*kernel)(Parameters...), Arguments... arguments) {
  dim3 const grid(shape.grid.x, shape.grid.y, shape.grid.z);
  dim3 const block(shape.block.x, shape.block.y, shape.block.z);
  kernel<<<grid, block>>>(arguments...);
  return cudaGetLastError();
}

}  // namespace colex::gpu
