// SPDX-License-Identifier: MIT
// The index arithmetic of the transpose: which words of memory a tile takes in, and which of its
// elements make a word of the destination; transpose_layouts.hpp has what is a layout. Templated on the number type: a solver
// reasons about the functions that the kernel runs.
//
// The source is contiguous along x, the destination along y. A word is W neighbouring elements from an
// address that is a multiple of its size on; neither array, nor any of its rows, need begin at one. A tile
// is X elements along x by Y along y, and its words along y begin up to R - 1 elements before it, so that it
// takes in R - 1 rows before its own. R, the reach, is W, or the elements of a sector of memory, which then one tile
// stores alone. With W = 4, R = 4, X = 8, Y = 8 and a source whose rows are 5 elements apart:
//   row_coordinate(8, 2, 4) == 7            row 2 of the tile whose y begins at 8
//   word_start(100, 1, 8) == 107            8 further than the word of an element, at 100, that is the second of it
//   first_row(3, 1, 0, 4, 4) == 14           element 0 of word 3 of a column: its word begins 1 before y = 12
//   element_at_step(3, 1, 4) == 0           of a column whose words begin 1 before a multiple of W
#pragma once

#include "gemm/tile_order.hpp"
#include "permute/permute_index.hpp"

// Leads and rows of a tile are small.
template <>
inline constexpr bool colex::is_number<std::uint32_t> = true;

namespace colex::gpu {

/// The coordinate along y of a tile's row; it may lie outside the array. `start` is where the tile begins.
template <Number Int>
constexpr Int row_coordinate(Int const& start, Int const& row, Int const& R) {
  return start + row - (R - Int(1));
}

/// The first element of a word of a row or column, `ahead` elements behind the word that has its first element, which
/// lies at `offset`. Requires ahead to be words.
template <Number Int>
constexpr Int word_start(Int const& offset, Int const& shift, Int const& ahead) {
  return offset - shift + ahead;
}

/// Whether every word that holds one of `across` elements of the rows from one offset to another lies in an
/// array of that many elements.
template <Number Int>
constexpr bool words_lie_inside(Int const& first, Int const& last, Int const& across, Int const& elements,
                                Int const& W) {
  Int low = first, high = last;
  if (last < first) low = last, high = first;
  if (low < W - Int(1)) return false;
  if (elements < high + across + (W - Int(1))) return false;
  return true;
}

/// Whether every word of a tile's columns that begins before the end of an array of ny elements along y lies in it. The
/// tile takes in Y of them from y0 on; a column's words begin at most `early` elements before it. Both y0 and Y are
/// multiples of W.
template <Number Int>
constexpr bool columns_lie_inside(Int const& y0, Int const& early, Int const& Y, Int const& ny,
                                  Int const& W) {
  if (y0 < early) return false;
  if (ny < y0 + Y && early > Int(0)) return false;
  if (ny < y0 + Y && ny % W != Int(0)) return false;
  return true;
}

/// The tile's row that has element j of a word of a column, which begins `shift` elements before a multiple
/// of R.
template <Number Int>
constexpr Int first_row(Int const& word, Int const& shift, Int const& j, Int const& W, Int const& R) {
  return word * W + (j - shift + (R - Int(1)));
}

/// The element of a column's word that a lane gathers at a step. At one step the lanes of all columns gather from rows
/// that are equal modulo W, which divides R, so that columns side by side meet in words of shared memory.
template <Number Int>
constexpr Int element_at_step(Int const& step, Int const& shift, Int const& W) {
  return (step + shift) % W;
}

}  // namespace colex::gpu
