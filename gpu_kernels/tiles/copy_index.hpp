// SPDX-License-Identifier: MIT
// The index arithmetic of the copy kernel: which block and thread moves which element, and where it lies.
// Templated on the number type: a solver reasons about the functions that the kernel runs.
//
// A copy moves elements 0, 1, ..., count - 1. Thread t of block b moves `vector` consecutive ones, for
// instance with 64 threads and vector 4:  grid_blocks(1000, 64, 4) == 4   first_element(3, 57, 64, 4) == 996
//                                run_length(996, 4, 1000) == 4   run_length(1000, 4, 1000) == 0
// An array is a tile layout repeated without end: its modes are the tile's and one more, unbounded.
//   array_modes((8,4):(4,1), 40): element 33 is element 1 of the second tile and lies at offset 40 + 4 = 44.
// Every number counts elements and is >= 0; divisors are positive.
#pragma once

#include "colex/coalesce.hpp"

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

/// The modes of an array that repeats `tile` every `step` elements, coalesced; the last mode is unbounded and
/// its shape says nothing.
template <Number Int>
constexpr List<Mode<Int>> array_modes(Layout<Int> const& tile, Int const& step) {
  List<Mode<Int>> modes = tile.leaves;
  modes.push({Int(1), step});
  return coalesce_extended(modes);
}

namespace detail {
template <class Array, int k, Number Int>
constexpr Int offset_from(EvaluateState<Int> const& at) {
  constexpr Mode<std::int64_t> mode = Array::modes[k];
  if constexpr (k + 1 == Array::modes.count) {
    return at.offset + at.rest * Int(mode.stride);
  } else {
    return offset_from<Array, k + 1>(evaluate_step(at, Mode<Int>{Int(mode.shape), Int(mode.stride)}));
  }
}
}  // namespace detail

/// The offset of an element of an array: evaluate_extended(Array::modes, element), one mode after the other
/// at compile time, for nvcc leaves a loop over modes a loop. `Array` is a type with a static constexpr list
/// `modes`.
template <class Array, Number Int>
constexpr Int element_offset(Int const& element) {
  return detail::offset_from<Array, 0>(EvaluateState<Int>{element, Int(0)});
}

/// The elements that memory must have for elements 0, ..., count - 1: every offset is below it. Requires that
/// no stride is negative.
template <class Array, Number Int>
constexpr Int required_elements(Int const& count) {
  constexpr auto modes = Array::modes;
  if (count <= Int(0)) return Int(0);
  Int period(1), reach(1);
  for (int k = 0; k + 1 < modes.count; ++k) {
    period = period * Int(modes[k].shape);
    reach = reach + (Int(modes[k].shape) - Int(1)) * Int(modes[k].stride);
  }
  return reach + ((count - Int(1)) / period) * Int(modes.back().stride);
}

}  // namespace colex::gpu
