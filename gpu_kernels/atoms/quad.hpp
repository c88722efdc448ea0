// SPDX-License-Identifier: MIT
// The thread-value layouts of NVIDIA's matrix instructions, mma.sync and wgmma, by three formulas. A lane is
// (its place in a quad, the quad, the warp); `packed` elements of the operands share a 32-bit register.
//
//   quad_a_layout(16, 16, 2)    ((4,8),(2,2,2)):((32,1),(16,8,128))      m16n8k16 of f16
#pragma once

#include "atoms/tv.hpp"

namespace colex::gpu {

/// M x K: quads are rows, a lane holds runs of k; then the row 8 further down, then the next k.
constexpr TvLayout quad_a_layout(int M, int K, int packed, int warps = 1) {
  return tv_layout({{4, packed * M}, {8, 1}, {warps, 16}},
                   {{packed, M}, {M / (8 * warps), 8}, {K / (4 * packed), 4 * packed * M}});
}

/// N x K with N = 8: quads are columns.
constexpr TvLayout quad_b_layout(int K, int packed) {
  return tv_layout({{4, packed * 8}, {8, 1}}, {{packed, 8}, {K / (4 * packed), 4 * packed * 8}});
}

/// M x N: a lane holds two neighbouring columns; then the row 8 further down, then the next 8 columns.
constexpr TvLayout quad_c_layout(int M, int N, int warps = 1) {
  return tv_layout({{4, 2 * M}, {8, 1}, {warps, 16}}, {{2, M}, {M / (8 * warps), 8}, {N / 8, 8 * M}});
}

/// Elements of T in a register of 32 bits; 1 for wider ones.
template <class T>
inline constexpr int packed_elements = sizeof(T) >= 4 ? 1 : 4 / static_cast<int>(sizeof(T));

}  // namespace colex::gpu
