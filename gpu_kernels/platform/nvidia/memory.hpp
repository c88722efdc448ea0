// SPDX-License-Identifier: MIT
// Memory on NVIDIA: views, shared arrays, and accesses that stay one instruction.
#pragma once

#include <cuda_runtime.h>

#include <type_traits>

#include "platform/vec.hpp"

namespace colex::gpu {

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

/// An array in global memory. On a device only its address; bounds are the certificate's matter.
template <class T>
struct GlobalView {
  T* data;
};

/// An array in shared memory.
template <class T>
struct SharedView {
  T* data;
};

/// N elements shared by the threads of a block.
template <class T, int N>
struct alignas(widest_access_bytes) Shared {
  __device__ SharedView<T> view() { return {data}; }
  T data[N];
};

/// The V elements at [offset, offset + V) by one access. The intrinsics keep it one: the optimiser takes
/// plain vector accesses apart at times.
template <int V, class U>
__device__ inline Vec<std::remove_const_t<U>, V> load(GlobalView<U> const& view, Index offset) {
  using Word = typename nvidia::Word<V * sizeof(U)>::type;
  return __builtin_bit_cast(Vec<std::remove_const_t<U>, V>,
                            __ldca(reinterpret_cast<Word const*>(view.data + offset)));
}

template <int V, class U>
__device__ inline Vec<std::remove_const_t<U>, V> load(SharedView<U> const& view, Index offset) {
  using Word = typename nvidia::Word<V * sizeof(U)>::type;
  return __builtin_bit_cast(Vec<std::remove_const_t<U>, V>,
                            *reinterpret_cast<Word const*>(view.data + offset));
}

template <int V, class U, int N>
__device__ inline Vec<U, V> load(Shared<U, N>& shared, Index offset) {
  return load<V>(shared.view(), offset);
}

/// Writes the vector to [offset, offset + V) by one access.
template <class U, int V>
__device__ inline void store(GlobalView<U> const& view, Index offset, Vec<U, V> const& vec) {
  using Word = typename nvidia::Word<V * sizeof(U)>::type;
  __stwb(reinterpret_cast<Word*>(view.data + offset), __builtin_bit_cast(Word, vec));
}

/// Stores of an unrolled loop, whose addresses the compiler is to fold: 16 bytes that lie in four registers,
/// and one element.
template <class U>
__device__ inline void store_words(GlobalView<U> const& view, Index offset, unsigned const (&words)[4]) {
  *reinterpret_cast<uint4*>(view.data + offset) = {words[0], words[1], words[2], words[3]};
}
template <class U>
__device__ inline void store_element(GlobalView<U> const& view, Index offset, U value) {
  view.data[offset] = value;
}

template <class U, int V>
__device__ inline void store(SharedView<U> const& view, Index offset, Vec<U, V> const& vec) {
  using Word = typename nvidia::Word<V * sizeof(U)>::type;
  *reinterpret_cast<Word*>(view.data + offset) = __builtin_bit_cast(Word, vec);
}

template <class U, int V, int N>
__device__ inline void store(Shared<U, N>& shared, Index offset, Vec<U, V> const& vec) {
  store(shared.view(), offset, vec);
}

/// `size` elements that begin `first_byte` bytes into the launch's shared_bytes, which begin at a multiple of
/// 1024 bytes.
template <class T>
__device__ inline SharedView<T> dynamic_shared(Index first_byte, Index) {
  extern __shared__ __align__(1024) unsigned char colex_dynamic_shared[];
  return {reinterpret_cast<T*>(colex_dynamic_shared + first_byte)};
}

}  // namespace colex::gpu
