// SPDX-License-Identifier: MIT
// The alignment lemma: how many elements of an array one access may move, read off its modes.
//
// Let V be a power of two, and let the coalesced modes of an array begin with n:1 where V divides n and every
// other stride, or be the unbounded mode of stride 1 alone. Then for each multiple e of V the elements e,
// ..., e + V - 1 lie at consecutive offsets, the first of them a multiple of V.
//
//   widest_run(array_modes(layout("(8,4):(1,8)"), 32), 4) == 4      // 16 bytes of 4-byte elements
//   widest_run(array_modes(layout("(8,4):(4,1)"), 32), 4) == 1      // consecutive elements lie 4 apart
//   widest_run(array_modes(layout("(8,4):(1,10)"), 40), 4) == 2     // 10 is even, and no multiple of 4
#pragma once

#include "platform/vec.hpp"
#include "tiles/copy_index.hpp"

namespace colex::gpu {

/// The hypothesis of the lemma.
constexpr bool allows_runs_of(List<Mode<Index>> const& modes, Index width) {
  if (width == 1) return true;
  if (modes[0].stride != 1) return false;
  if (modes.count == 1) return true;
  if (modes[0].shape % width != 0) return false;
  for (int k = 1; k < modes.count; ++k)
    if (modes[k].stride % width != 0) return false;
  return true;
}

/// The most elements that one access may move: a power of two, at most 16 bytes. Requires element_bytes
/// <= 16.
constexpr int widest_run(List<Mode<Index>> const& modes, int element_bytes) {
  int width = 1;
  while (2 * width * element_bytes <= widest_access_bytes && allows_runs_of(modes, 2 * width)) width *= 2;
  return width;
}

/// The conclusion of the lemma, tried on elements 0 <= e < count.
constexpr bool runs_are_contiguous_and_aligned(List<Mode<Index>> const& modes, Index width, Index count) {
  for (Index first = 0; first + width <= count; first += width) {
    Index const offset = evaluate_extended(modes, first);
    if (offset % width != 0) return false;
    for (Index i = 1; i < width; ++i)
      if (evaluate_extended(modes, first + i) != offset + i) return false;
  }
  return true;
}

/// No two elements of the tile share an offset, and no stride is negative. Takes time quadratic in the size.
constexpr bool is_injective_tile(Layout<Index> const& tile) {
  for (auto const& mode : tile.leaves)
    if (mode.stride < 0) return false;
  for (Index a = 0; a < size(tile); ++a)
    for (Index b = 0; b < a; ++b)
      if (evaluate(tile, a) == evaluate(tile, b)) return false;
  return true;
}

}  // namespace colex::gpu
