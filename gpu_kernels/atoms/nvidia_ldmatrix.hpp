// SPDX-License-Identifier: MIT
// ldmatrix and stmatrix on NVIDIA.
#pragma once

#include "atoms/ldmatrix_layouts.hpp"
#include "platform/platform.hpp"

namespace colex::gpu {

/// Loads 8 x 8 matrices of 16-bit elements; lane r's `row` is the offset of 16 aligned bytes, row r % 8 of
/// matrix r / 8. Lanes past the last matrix's rows point at nothing. A lane gets a register of each matrix.
template <int matrices, Order order = Order::rows, class U>
__device__ inline auto ldmatrix(SharedView<U> const& view, Index row) {
  using T = std::remove_const_t<U>;
  static_assert(order == Order::rows ? sizeof(T) <= 4 : sizeof(T) == 2);
  auto const from = static_cast<unsigned>(__cvta_generic_to_shared(view.data + row));
  std::uint32_t r[matrices];
#define COLEX_LDMATRIX(shape, registers, ...)                                           \
  if constexpr (order == Order::rows) {                                                 \
    asm volatile("ldmatrix.sync.aligned.m8n8." shape ".shared.b16 " registers ";"       \
                 : __VA_ARGS__                                                          \
                 : "r"(from)                                                            \
                 : "memory");                                                           \
  } else {                                                                              \
    asm volatile("ldmatrix.sync.aligned.m8n8." shape ".trans.shared.b16 " registers ";" \
                 : __VA_ARGS__                                                          \
                 : "r"(from)                                                            \
                 : "memory");                                                           \
  }
  if constexpr (matrices == 1) {
    COLEX_LDMATRIX("x1", "{%0}, [%1]", "=r"(r[0]))
  } else if constexpr (matrices == 2) {
    COLEX_LDMATRIX("x2", "{%0,%1}, [%2]", "=r"(r[0]), "=r"(r[1]))
  } else {
    static_assert(matrices == 4);
    COLEX_LDMATRIX("x4", "{%0,%1,%2,%3}, [%4]", "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]))
  }
#undef COLEX_LDMATRIX
  Fragment<T, 4 * matrices / sizeof(T)> fragment;
  __builtin_memcpy(fragment.value, r, sizeof fragment);
  return fragment;
}

/// Stores 8 x 8 matrices of 16-bit elements: the reverse of ldmatrix.
template <int matrices, Order order = Order::rows, class T>
__device__ inline void stmatrix(SharedView<T> const& view, Index row,
                                Fragment<T, 4 * matrices / sizeof(T)> const& fragment) {
  static_assert(order == Order::rows ? sizeof(T) <= 4 : sizeof(T) == 2);
  auto const to = static_cast<unsigned>(__cvta_generic_to_shared(view.data + row));
  std::uint32_t r[matrices];
  __builtin_memcpy(r, fragment.value, sizeof r);
#define COLEX_STMATRIX(shape, registers, ...)                                                            \
  if constexpr (order == Order::rows) {                                                                  \
    asm volatile("stmatrix.sync.aligned.m8n8." shape ".shared.b16 [%0], " registers ";" ::"r"(to),       \
                 __VA_ARGS__                                                                             \
                 : "memory");                                                                            \
  } else {                                                                                               \
    asm volatile("stmatrix.sync.aligned.m8n8." shape ".trans.shared.b16 [%0], " registers ";" ::"r"(to), \
                 __VA_ARGS__                                                                             \
                 : "memory");                                                                            \
  }
  if constexpr (matrices == 1) {
    COLEX_STMATRIX("x1", "{%1}", "r"(r[0]))
  } else if constexpr (matrices == 2) {
    COLEX_STMATRIX("x2", "{%1,%2}", "r"(r[0]), "r"(r[1]))
  } else {
    static_assert(matrices == 4);
    COLEX_STMATRIX("x4", "{%1,%2,%3,%4}", "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]))
  }
#undef COLEX_STMATRIX
}

}  // namespace colex::gpu
