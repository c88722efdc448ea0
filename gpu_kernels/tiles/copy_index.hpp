// SPDX-License-Identifier: MIT
// The index arithmetic of the copy kernel: which block and thread moves which element, and where it lies. Templated
// on the number type, so that the functions that the kernel runs are the ones a solver reasons about.
//
// A copy moves elements 0, 1, ..., count - 1. Thread t of block b moves `vector` consecutive ones, for instance
// with 64 threads and vector 4:  grid_blocks(1000, 64, 4) == 4   first_element(3, 57, 64, 4) == 996
//                                run_length(996, 4, 1000) == 4   run_length(1000, 4, 1000) == 0
// An array is a tile layout repeated without end: its modes are the tile's and one more, unbounded.
//   array_modes((8,4):(4,1), 40): element 33 is element 1 of the second tile and lies at offset 40 + 4 = 44.
// Every number counts elements and is >= 0; `/` and `%` see non-negative dividends and positive divisors only.
#pragma once

#include "colex/colex.hpp"

namespace colex::gpu {

/// Blocks that cover `count` elements. Requires count >= 0, threads > 0, vector > 0.
template <Number Int>
constexpr Int grid_blocks(Int const& count, Int const& threads, Int const& vector) {
  Int const per_block = threads * vector;
  return (count + per_block - Int(1)) / per_block;
}

/// The first element that the thread moves; it may lie beyond the last one.
template <Number Int>
constexpr Int first_element(Int const& block, Int const& thread, Int const& threads, Int const& vector) {
  return (block * threads + thread) * vector;
}

/// How many elements from `first` on the thread moves: `vector`, fewer at the ragged end, none beyond it.
template <Number Int>
constexpr Int run_length(Int const& first, Int const& vector, Int const& count) {
  if (first >= count) return Int(0);
  if (count - first < vector) return count - first;
  return vector;
}

/// The modes of an array that repeats `tile` every `step` elements, coalesced; the last mode is unbounded and its
/// shape says nothing.
template <Number Int>
constexpr List<Mode<Int>> array_modes(Layout<Int> const& tile, Int const& step) {
  List<Mode<Int>> modes = tile.leaves;
  modes.push({Int(1), step});
  return coalesce_extended(modes);
}

/// The offset of an element of the array.
template <Number Int>
constexpr Int element_offset(List<Mode<Int>> const& modes, Int const& element) {
  return evaluate_extended(modes, element);
}

/// The elements that memory must have for elements 0, ..., count - 1: every offset is below it. No stride may be
/// negative.
template <Number Int>
constexpr Int required_elements(List<Mode<Int>> const& modes, Int const& count) {
  if (count <= Int(0)) return Int(0);
  Int period(1), reach(1);
  for (int k = 0; k + 1 < modes.count; ++k) {
    period = period * modes[k].shape;
    reach = reach + (modes[k].shape - Int(1)) * modes[k].stride;
  }
  return reach + ((count - Int(1)) / period) * modes.back().stride;
}

/// The same modes in another number type, for a solver's integers.
template <Number Int>
constexpr List<Mode<Int>> modes_as(List<Mode<std::int64_t>> const& modes) {
  List<Mode<Int>> converted;
  for (auto const& mode : modes) converted.push({Int(mode.shape), Int(mode.stride)});
  return converted;
}

}  // namespace colex::gpu
