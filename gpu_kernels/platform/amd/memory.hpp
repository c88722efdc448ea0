// SPDX-License-Identifier: MIT
// Memory on AMD: views, LDS arrays, and accesses that stay one instruction.
#pragma once

#include <type_traits>

#include "platform/amd/names.hpp"
#include "platform/vec.hpp"

namespace colex::gpu {

/// An array in global memory. On a device only its address; bounds are the certificate's matter.
template <class T>
struct GlobalView {
  T* data;
};

/// An array in LDS.
template <class T>
struct SharedView {
  T* data;
};

/// N elements shared by the threads of a block, in LDS.
template <class T, int N>
struct alignas(widest_access_bytes) Shared {
  __device__ SharedView<T> view() { return {data}; }
  T data[N];
};

/// The V elements at [offset, offset + V) by one access.
template <int V, class U>
__device__ inline Vec<std::remove_const_t<U>, V> load(GlobalView<U> const& view, Index offset) {
  Vec<std::remove_const_t<U>, V> vec;
  __builtin_memcpy(&vec, __builtin_assume_aligned(view.data + offset, sizeof vec), sizeof vec);
  return vec;
}

template <int V, class U>
__device__ inline Vec<std::remove_const_t<U>, V> load(SharedView<U> const& view, Index offset) {
  Vec<std::remove_const_t<U>, V> vec;
  __builtin_memcpy(&vec, __builtin_assume_aligned(view.data + offset, sizeof vec), sizeof vec);
  return vec;
}

template <int V, class U, int N>
__device__ inline Vec<U, V> load(Shared<U, N>& shared, Index offset) {
  return load<V>(shared.view(), offset);
}

/// Writes the vector to [offset, offset + V) by one access.
template <class U, int V>
__device__ inline void store(GlobalView<U> const& view, Index offset, Vec<U, V> const& vec) {
  __builtin_memcpy(__builtin_assume_aligned(view.data + offset, sizeof vec), &vec, sizeof vec);
}

template <class U, int V>
__device__ inline void store(SharedView<U> const& view, Index offset, Vec<U, V> const& vec) {
  __builtin_memcpy(__builtin_assume_aligned(view.data + offset, sizeof vec), &vec, sizeof vec);
}

template <class U, int V, int N>
__device__ inline void store(Shared<U, N>& shared, Index offset, Vec<U, V> const& vec) {
  store(shared.view(), offset, vec);
}

/// `size` elements that begin `first_byte` bytes into the launch's shared_bytes.
template <class T>
__device__ inline SharedView<T> dynamic_shared(Index first_byte, Index) {
  extern __shared__ unsigned char colex_dynamic_shared[] __attribute__((aligned(1024)));
  return {reinterpret_cast<T*>(colex_dynamic_shared + first_byte)};
}

}  // namespace colex::gpu
