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
#include "hopper/accumulator.hpp"
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
/// The block of columns that number `piece` of the pieces of so many columns is in, 128 or a divisor of them.
template <class Int>
constexpr Int scaled_block_of(Int const& piece, Int const& piece_columns) {
  return piece * piece_columns / Int(scaled_block);
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
  int parts;   ///< of K: splits may have more
  int blocks;  ///< of columns: the last tile's pieces may be more
  bool has_a, has_b, has_columns;
  bool of_parts;   ///< a and b are factors of each part's sums, else of the finished ones
  bool of_result;  ///< there are factors of finished sums
};
inline ScalesView scales_view(Scales const& s, Index parts, Index blocks, GlobalView<float const> const& a,
                              GlobalView<float const> const& b, GlobalView<float const> const& columns) {
  return {a,
          b,
          columns,
          s.a_row,
          s.a_part,
          s.b_block,
          s.b_part,
          static_cast<int>(parts),
          static_cast<int>(blocks),
          s.a != nullptr,
          s.b != nullptr,
          s.columns != nullptr,
          s.differ_by_part(),
          s.columns != nullptr || (s.any() && !s.differ_by_part())};
}

/// What a thread multiplies its sums of each part by: factors of its two rows of A, and of each piece of the tile's
/// columns of B. The four lanes that hold the same rows load those of four parts, one each, and tell each other. A warp
/// waits longest where it starts products, until the tensor core takes the last of them, so that they are loaded before
/// and used behind that; as they come from memory as late as the operands do, those of the next four are asked for then.
/// Where there is no factor it is 1.
template <int pieces>
struct PartFactors {
  static constexpr int lanes = 4;
  float held[pieces][2];                ///< products of those of the lane's part of four
  float taken[2];                       ///< the thread's, of the next piece
  float loaded_a[2], loaded_b[pieces];  ///< the lane's, of the next four, from load_next() to renew()
  int row, rows, block;                 ///< the thread's first, where they end, the first piece's
  int part;                             ///< the lane's of the next four
  int turn;                             ///< of the four: whose part is the next

  /// Before an item, whose first part is number `first` of K.
  __device__ void begin(int first_row, int rows_end, int first_block, int first, int thread) {
    row = first_row, rows = rows_end, block = first_block;
    part = first + thread % lanes, turn = 0;
  }
  /// Before the products of a part are started.
  __device__ void load_next(ScalesView const& scales) {
    if (turn != 0) return;
    visit(scales, [&](bool is_there, GlobalView<float const> const& from, Index offset, float& to) {
      to = is_there ? load<1>(from, offset).value[0] : 1;
    });
  }
  /// Behind that.
  __device__ void renew(ScalesView const& scales) {
    if (turn != 0) return;
    COLEX_UNROLL
    for (int i = 0; i < pieces; ++i)
      held[i][0] = loaded_a[0] * loaded_b[i], held[i][1] = loaded_a[1] * loaded_b[i];
    part += lanes;
    if constexpr (pieces > 1)  // a step of one piece is too short for more instructions
      visit(scales, [&](bool is_there, GlobalView<float const> const& from, Index offset, float&) {
        if (is_there) prefetch(from, offset);
      });
  }
  /// Takes those of a piece of the part, of all pieces in turn. All lanes of a warp come here.
  template <int piece>
  __device__ void take(int thread) {
    COLEX_UNROLL
    for (int half = 0; half < 2; ++half)
      taken[half] = shuffle(held[piece][half], thread % 32 / lanes * lanes + turn);
    if (piece == pieces - 1) turn = (turn + 1) % lanes;
  }
  /// Calls use(whether there is such a factor, array, offset, where it is loaded to) for those of the lane's part.
  template <class Use>
  __device__ void visit(ScalesView const& scales, Use use) {
    bool const in_k = part < scales.parts;
    COLEX_UNROLL
    for (int half = 0; half < 2; ++half) {
      int const own = row + half * stored_row_step;
      use(in_k && scales.has_a && own < rows, scales.a,
          scale_offset(Index{own}, scales.a_row, Index{part}, scales.a_part), loaded_a[half]);
    }
    COLEX_UNROLL
    for (int i = 0; i < pieces; ++i)
      use(in_k && scales.has_b && block + i < scales.blocks, scales.b,
          scale_offset(Index{block + i}, scales.b_block, Index{part}, scales.b_part), loaded_b[i]);
  }
};

}  // namespace colex::gpu::hopper
