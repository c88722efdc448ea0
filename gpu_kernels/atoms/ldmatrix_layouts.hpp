// SPDX-License-Identifier: MIT
// ldmatrix and stmatrix as data: 8 x 8 matrices of 16-bit elements between shared memory and a warp's
// registers. Index 8 * row + column; rows of the matrices are counted on, and lane r points at row r.
// Source: CUTLASS, cute/atom/copy_traits_sm75.hpp and copy_traits_sm90.hpp.
//
//   LdmatrixLayouts<4, Order::rows>::registers        (32,(2,4)):(2,(1,64))
//   LdmatrixLayouts<4, Order::columns>::registers     ((4,8),(2,4)):((16,1),(8,64))      `.trans`
#pragma once

#include "atoms/tv.hpp"

namespace colex::gpu {

/// Whether a lane gets two neighbours of a row, or of a column.
enum class Order { rows, columns };

template <int matrices, Order order>
struct LdmatrixLayouts {
  static_assert(matrices == 1 || matrices == 2 || matrices == 4);
  static constexpr int elements = 64 * matrices, values = 2 * matrices;
  /// (lane, value) -> element, where a register holds values 2 i and 2 i + 1.
  static constexpr TvLayout registers = order == Order::rows
                                            ? tv_layout({{32, 2}}, {{2, 1}, {matrices, 64}})
                                            : tv_layout({{4, 16}, {8, 1}}, {{2, 8}, {matrices, 64}});
  /// (lane, column) -> element: the rows that the first 8 * matrices lanes point at.
  static constexpr TvLayout rows = tv_layout({{8 * matrices, 8}}, {{8, 1}});
  static_assert(covers_once(registers, elements) && covers_once(rows, elements));
};

}  // namespace colex::gpu
