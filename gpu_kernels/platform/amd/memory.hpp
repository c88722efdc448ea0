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

namespace amd {
/// 8 or 16 bytes as words: clang 19 keeps their access in one piece, where it would take a struct's apart.
/// clang 15 does the opposite, and goes through memory.
constexpr bool keeps_words = __clang_major__ >= 17;
template <int words>
using Words = std::uint32_t __attribute__((ext_vector_type(words), may_alias));

template <class Vector>
__device__ inline Vector load_whole(void const* from) {
  if constexpr (keeps_words && sizeof(Vector) >= 8) {
    return __builtin_bit_cast(Vector, *static_cast<Words<sizeof(Vector) / 4> const*>(from));
  } else {
    Vector vec;
    __builtin_memcpy(&vec, __builtin_assume_aligned(from, sizeof vec), sizeof vec);
    return vec;
  }
}

template <class Vector>
__device__ inline void store_whole(void* to, Vector const& vec) {
  if constexpr (keeps_words && sizeof(Vector) >= 8) {
    using Whole = Words<sizeof(Vector) / 4>;
    *static_cast<Whole*>(to) = __builtin_bit_cast(Whole, vec);
  } else {
    __builtin_memcpy(__builtin_assume_aligned(to, sizeof vec), &vec, sizeof vec);
  }
}
}  // namespace amd

/// A view that was itself read from memory: tells the compiler that it is of global memory.
template <class T>
__device__ inline GlobalView<T> in_global(GlobalView<T> const& view) {
  using Global = __attribute__((address_space(1))) T;
  return {(T*)(Global*)reinterpret_cast<std::uintptr_t>(view.data)};
}

/// The V elements at [offset, offset + V) by one access.
template <int V, class U>
__device__ inline Vec<std::remove_const_t<U>, V> load(GlobalView<U> const& view, Index offset) {
  return amd::load_whole<Vec<std::remove_const_t<U>, V>>(view.data + offset);
}

template <int V, class U>
__device__ inline Vec<std::remove_const_t<U>, V> load(SharedView<U> const& view, Index offset) {
  return amd::load_whole<Vec<std::remove_const_t<U>, V>>(view.data + offset);
}

template <int V, class U, int N>
__device__ inline Vec<U, V> load(Shared<U, N>& shared, Index offset) {
  return load<V>(shared.view(), offset);
}

/// Writes the vector to [offset, offset + V) by one access.
template <class U, int V>
__device__ inline void store(GlobalView<U> const& view, Index offset, Vec<U, V> const& vec) {
  amd::store_whole(view.data + offset, vec);
}

template <class U, int V>
__device__ inline void store(SharedView<U> const& view, Index offset, Vec<U, V> const& vec) {
  amd::store_whole(view.data + offset, vec);
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
