// SPDX-License-Identifier: MIT
// The factors by which operands of 8-bit floats are scaled, f32 in memory: of one tensor, of rows and columns, or of
// blocks of 128 of K. Where a factor of A or B differs from part to part of K, each part's sums are multiplied as they
// leave the tensor core, by the factor of their row of A and that of their 128 columns of B; else those multiply the
// finished sums, once. A factor of each column of B multiplies these, too. Where rows are in groups, each group's B has factors of
// its own.
//
//   Scales{.a = s, .a_row = 1}                              a factor of each row of A
//   Scales{.a = s, .a_row = 32, .a_part = 1, ...}           and of each 128 of K, which are 32
#pragma once

#include "gemm/gemm_index.hpp"
#include "tiles/tile_layout.hpp"

namespace colex::gpu::hopper {

/// The columns of B that have one factor, and the depth of a part of K.
inline constexpr int scaled_block = 128;

/// Where the factor of a line and a part of K lies; a line is a row of A, or a block of columns of B, or a column, of a group.
template <class Int>
constexpr Int scale_offset(Int const& line, Int const& line_step, Int const& part, Int const& part_step,
                           Int const& group = Int(0), Int const& group_step = Int(0)) {
  return group * group_step + line * line_step + part * part_step;
}
/// Where that of so many lines and parts further lies.
template <class Int>
constexpr Int later_offset(Int const& offset, Int const& lines, Int const& line_step, Int const& parts,
                           Int const& part_step) {
  return offset + lines * line_step + parts * part_step;
}
/// Elements from the first factor to the last. Requires lines, parts, groups > 0.
template <class Int>
constexpr Int scales_spanned(Int const& lines, Int const& line_step, Int const& parts, Int const& part_step,
                             Int const& groups = Int(1), Int const& group_step = Int(0)) {
  return (groups - Int(1)) * group_step + (lines - Int(1)) * line_step + (parts - Int(1)) * part_step +
         Int(1);
}
/// The block of columns that number `piece` of the pieces of so many columns is in, 128 or a divisor of them.
template <class Int>
constexpr Int scaled_block_of(Int const& piece, Int const& piece_columns) {
  return piece * piece_columns / Int(scaled_block);
}

/// The numbers of a stage's factors: first those of the rows of its A, then those of the pieces of its columns of B.
template <class Int>
constexpr Int factor_of_row(Int const& row) {
  return row;
}
template <class Int>
constexpr Int factor_of_piece(Int const& rows, Int const& piece) {
  return rows + piece;
}

/// As the caller states them; null for none.
struct Scales {
  float const* a = nullptr;
  Index a_row = 0, a_part = 0;  ///< elements from row to row, and from part to part: 0 where they have one
  float const* b = nullptr;
  Index b_block = 0, b_part = 0;         ///< the same from block to block of 128 columns
  float const* columns = nullptr;        ///< of each column of B
  Index b_group = 0, columns_group = 0;  ///< elements from one group's B to the next one's

  bool any() const { return a != nullptr || b != nullptr || columns != nullptr; }
  /// Whether a part of K may have other factors than the next.
  bool differ_by_part() const { return (a != nullptr && a_part != 0) || (b != nullptr && b_part != 0); }
};

/// As the kernels see them.
struct ScalesView {
  GlobalView<float const> a, b, columns;
  Index a_row, a_part, b_block, b_part, b_group, columns_group;
  int parts;   ///< of K: splits may have more
  int blocks;  ///< of columns: the last tile's pieces may be more
  bool has_a, has_b, has_columns;
  bool of_parts;   ///< a and b are factors of each part's sums, else of the finished ones
  bool of_result;  ///< there are factors of finished sums
};
/// Of a product of this K and N.
inline ScalesView scales_view(Scales const& s, Index K, Index N, GlobalView<float const> const& a,
                              GlobalView<float const> const& b, GlobalView<float const> const& columns) {
  return {a,
          b,
          columns,
          s.a_row,
          s.a_part,
          s.b_block,
          s.b_part,
          s.b_group,
          s.columns_group,
          static_cast<int>(tiles_over(K, Index{scaled_block})),
          static_cast<int>(tiles_over(N, Index{scaled_block})),
          s.a != nullptr,
          s.b != nullptr,
          s.columns != nullptr,
          s.differ_by_part(),
          s.columns != nullptr || (s.any() && !s.differ_by_part())};
}

}  // namespace colex::gpu::hopper
