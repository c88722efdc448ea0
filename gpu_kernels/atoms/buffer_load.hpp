// SPDX-License-Identifier: MIT
// Loads with a bound: what lies past it reads as zero, without a branch. AMD's buffer loads test the bound
// for each dword, not for each byte: an element inside the bound is dropped when its dword is not wholly
// inside. The host platform does as the hardware does, and reports a dropped element.
//
//   BufferView<F16> row = buffer_view(in, 7);           // 14 bytes: element 6 shares its dword with the end
//   Vec<F16, 8> v = buffer_load<8>(row, 0);             // elements 0..5, then zeros; on the host a report
#pragma once

#include "platform/platform.hpp"

namespace colex::gpu {

/// Whether the dword that holds byte number `byte` >= 0 is within the first `bound` bytes.
template <class Int>
__host__ __device__ constexpr bool dword_is_inside(Int byte, Int bound) {
  return byte / 4 * 4 + 4 <= bound;
}

/// `size` elements of an array from number `first` on, fewer than 2^31 bytes.
template <class T>
struct BufferView {
  GlobalView<T const> view;
  int size = 0;
  Index first = 0;
};

template <class T>
__device__ inline BufferView<std::remove_const_t<T>> buffer_view(GlobalView<T> const& view, int size,
                                                                 Index first = 0) {
  return {{view}, size, first};
}

#if defined(__AMDGCN__) && __has_builtin(__builtin_amdgcn_make_buffer_rsrc)

/// The V elements at `offset` + `step`, both >= 0, by one access aligned to its size; zeros past the bound. `step` is the same
/// for all lanes, and costs no instruction.
template <int V, class T>
__device__ inline Vec<T, V> buffer_load(BufferView<T> const& buffer, int offset, int step = 0) {
  constexpr int bytes = V * sizeof(T), raw_buffer_gfx9 = 0x00020000;
  auto const descriptor =
      __builtin_amdgcn_make_buffer_rsrc(const_cast<T*>(buffer.view.data + buffer.first), 0,
                                        buffer.size * static_cast<int>(sizeof(T)), raw_buffer_gfx9);
  int const byte = offset * static_cast<int>(sizeof(T)), base = step * static_cast<int>(sizeof(T));
  auto const word = [&] {
    if constexpr (bytes == 1) return __builtin_amdgcn_raw_buffer_load_b8(descriptor, byte, base, 0);
    if constexpr (bytes == 2) return __builtin_amdgcn_raw_buffer_load_b16(descriptor, byte, base, 0);
    if constexpr (bytes == 4) return __builtin_amdgcn_raw_buffer_load_b32(descriptor, byte, base, 0);
    if constexpr (bytes == 8) return __builtin_amdgcn_raw_buffer_load_b64(descriptor, byte, base, 0);
    if constexpr (bytes == 16) return __builtin_amdgcn_raw_buffer_load_b128(descriptor, byte, base, 0);
  }();
  using Run = Vec<T, V>;
  return __builtin_bit_cast(Run, word);
}

#else

/// The V elements at `offset` + `step`, both >= 0, by one access aligned to its size; zeros past the bound. An access that
/// crosses the bound is made element by element.
template <int V, class T>
__device__ inline Vec<T, V> buffer_load(BufferView<T> const& buffer, int at, int step = 0) {
  Index const offset = Index{at} + step;
  Index const bound = Index{buffer.size} * static_cast<Index>(sizeof(T));
  if (offset + V <= buffer.size && dword_is_inside<Index>((offset + V) * sizeof(T) - 1, bound))
    return load<V>(buffer.view, buffer.first + offset);
  Vec<T, V> run{};
  for (int i = 0; i < V && offset + i < buffer.size; ++i) {
    if (dword_is_inside<Index>((offset + i) * sizeof(T), bound)) {
      run.value[i] = load<1>(buffer.view, buffer.first + offset + i).value[0];
#if defined(COLEX_HOST_PLATFORM)
    } else {
      buffer.view.report_dropped(buffer.first + offset + i);
#endif
    }
  }
  return run;
}

#endif

}  // namespace colex::gpu
