// SPDX-License-Identifier: MIT
// The factors by which operands of 8-bit floats are scaled, f32 in memory: of one tensor, of rows and columns, or of
// blocks of 128 of K. Where a factor of A or B differs from part to part of K, each part's sums are multiplied as they
// leave the tensor core, by the factor of their row of A and that of their 128 columns of B; else those multiply the
// finished sums, once. A factor of each column of B multiplies these, too.
//
//   Scales{.a = s, .a_row = 1}                              a factor of each row of A
//   Scales{.a = s, .a_row = 32, .a_part = 1, ...}           and of each 128 of K, which are 32
#pragma once

#include "gemm/gemm_index.hpp"
#include "tiles/tile_layout.hpp"

namespace colex::gpu::hopper {

/// The columns of B that have one factor, and the depth of a part of K.
inline constexpr int scaled_block = 128;

/// Where the factor of a line and a part of K lies; a line is a row of A, or a block of columns of B.
template <class Int>
constexpr Int scale_offset(Int const& line, Int const& line_step, Int const& part, Int const& part_step) {
  return line * line_step + part * part_step;
}
/// Elements from the first factor to the last. Requires lines, parts > 0.
template <class Int>
constexpr Int scales_spanned(Int const& lines, Int const& line_step, Int const& parts, Int const& part_step) {
  return (lines - Int(1)) * line_step + (parts - Int(1)) * part_step + Int(1);
}
/// The block of columns that a tile's first column is in: a tile of 128 columns or a divisor of them is in one.
template <class Int>
constexpr Int scaled_block_of(Int const& tile_column, Int const& tile_columns) {
  return tile_column * tile_columns / Int(scaled_block);
}

/// Where the factor of the same line lies so many parts further.
template <class Int>
constexpr Int later_scale_offset(Int const& offset, Int const& parts, Int const& part_step) {
  return offset + parts * part_step;
}

/// As the caller states them; null for none.
struct Scales {
  float const* a = nullptr;
  Index a_row = 0, a_part = 0;  ///< elements from row to row, and from part to part: 0 where they have one
  float const* b = nullptr;
  Index b_block = 0, b_part = 0;   ///< the same from block to block of 128 columns
  float const* columns = nullptr;  ///< of each column of B

  bool any() const { return a != nullptr || b != nullptr || columns != nullptr; }
  /// Whether a part of K may have other factors than the next.
  bool differ_by_part() const { return (a != nullptr && a_part != 0) || (b != nullptr && b_part != 0); }
};

/// As the kernels see them.
struct ScalesView {
  GlobalView<float const> a, b, columns;
  Index a_row, a_part, b_block, b_part;
  int parts;  ///< of K: splits may have more
  bool has_a, has_b, has_columns;
  bool of_parts;   ///< a and b are factors of each part's sums, else of the finished ones
  bool of_result;  ///< there are factors of finished sums
};
inline ScalesView scales_view(Scales const& s, Index parts, GlobalView<float const> const& a,
                              GlobalView<float const> const& b, GlobalView<float const> const& columns) {
  return {a,
          b,
          columns,
          s.a_row,
          s.a_part,
          s.b_block,
          s.b_part,
          static_cast<int>(parts),
          s.a != nullptr,
          s.b != nullptr,
          s.columns != nullptr,
          s.differ_by_part(),
          s.columns != nullptr || (s.any() && !s.differ_by_part())};
}

/// What a thread multiplies its sums of each part by: factors of its two rows of A, and of the tile's columns of B. The
/// four lanes that hold the same rows load those of four parts, one each, and tell each other; those of the next four
/// are on their way meanwhile, for they come from memory as late as the operands do. Where there is no factor it is 1.
struct PartFactors {
  static constexpr int lanes = 4;
  float held[2], next_a[2], next_b;  ///< of the lane's part of four: products, then those on their way
  Index a_at[2], b_at;               ///< where the lane's after those lie
  bool has_a[2], has_b;
  int left;  ///< parts of K from that one on
  int turn;  ///< of the four: whose part is the next
  int lane;

  /// Before an item, whose first part is number `part` of K: the thread's rows, the block of columns.
  __device__ void begin(ScalesView const& scales, Index const (&row)[2], int rows, Index block, Index part,
                        int thread) {
    lane = thread % 32, turn = 0;
    part += lane % lanes;
    COLEX_UNROLL
    for (int half = 0; half < 2; ++half) {
      has_a[half] = scales.has_a && row[half] < rows;
      a_at[half] = scale_offset(row[half], scales.a_row, part, scales.a_part);
    }
    has_b = scales.has_b;
    b_at = scale_offset(block, scales.b_block, part, scales.b_part);
    left = scales.parts - static_cast<int>(part);
    load_next(scales);
  }
  /// The factors of the next part. All lanes of a warp come here.
  __device__ void take(ScalesView const& scales, float (&factor)[2]) {
    if (turn == 0) {
      held[0] = next_a[0] * next_b, held[1] = next_a[1] * next_b;
      load_next(scales);
    }
    COLEX_UNROLL
    for (int half = 0; half < 2; ++half) factor[half] = shuffle(held[half], lane / lanes * lanes + turn);
    turn = (turn + 1) % lanes;
  }
  __device__ void load_next(ScalesView const& scales) {
    COLEX_UNROLL
    for (int half = 0; half < 2; ++half) {
      next_a[half] = has_a[half] && left > 0 ? load<1>(scales.a, a_at[half]).value[0] : 1;
      a_at[half] = later_scale_offset(a_at[half], Index{lanes}, scales.a_part);
    }
    next_b = has_b && left > 0 ? load<1>(scales.b, b_at).value[0] : 1;
    b_at = later_scale_offset(b_at, Index{lanes}, scales.b_part);
    left -= lanes;
  }
};

}  // namespace colex::gpu::hopper
