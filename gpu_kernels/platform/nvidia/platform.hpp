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

namespace nvidia {
/// The type whose load is one instruction of that many bytes. Arrays in structs may be moved in pieces.
template <int bytes>
struct Word;
template <>
struct Word<1> {
  using type = unsigned char;
};
template <>
struct Word<2> {
  using type = unsigned short;
};
template <>
struct Word<4> {
  using type = unsigned int;
};
template <>
struct Word<8> {
  using type = uint2;
};
template <>
struct Word<16> {
  using type = uint4;
};
}  // namespace nvidia

/// The V elements at [offset, offset + V) by one access. The intrinsics keep it one: the optimiser takes
/// plain vector accesses apart at times.
template <int V, class U>
__device__ inline Vec<std::remove_const_t<U>, V> load(GlobalView<U> const& view, Index offset) {
  using Word = typename nvidia::Word<V * sizeof(U)>::type;
  return __builtin_bit_cast(Vec<std::remove_const_t<U>, V>,
                            __ldca(reinterpret_cast<Word const*>(view.data + offset)));
}

template <int V, class U, int N>
__device__ inline Vec<U, V> load(Shared<U, N> const& shared, Index offset) {
  using Word = typename nvidia::Word<V * sizeof(U)>::type;
  return __builtin_bit_cast(Vec<U, V>, *reinterpret_cast<Word const*>(shared.data + offset));
}

/// Writes the vector to [offset, offset + V) by one access.
template <class U, int V>
__device__ inline void store(GlobalView<U> const& view, Index offset, Vec<U, V> const& vec) {
  using Word = typename nvidia::Word<V * sizeof(U)>::type;
  __stwb(reinterpret_cast<Word*>(view.data + offset), __builtin_bit_cast(Word, vec));
}

template <class U, int V, int N>
__device__ inline void store(Shared<U, N>& shared, Index offset, Vec<U, V> const& vec) {
  using Word = typename nvidia::Word<V * sizeof(U)>::type;
  *reinterpret_cast<Word*>(shared.data + offset) = __builtin_bit_cast(Word, vec);
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
