// SPDX-License-Identifier: MIT
// The layouts of a copy: which thread moves which run of elements, and where an array has an element. The kernel evaluates
// them, and certificates are about them.
//
//   thread_runs(64, 4) == (64,2147483647):(4,256)         (thread, block) -> the first element of its run
//   repeated((8,4):(1,12), 48) == (8,4,2^54):(1,12,48)    element 32 is element 0 of the second tile, at offset 48
//   widest_run(repeated((8,4):(1,10), 40), 4) == 2        10 is even, and no multiple of 4
#pragma once

#include <bit>

#include "colex/ragged.hpp"
#include "colex/recast.hpp"
#include "platform/vec.hpp"
#include "tiles/dealt.hpp"

namespace colex::gpu {

/// (thread, block) -> the first of the `vector` elements that it moves.
constexpr Layout<Index> thread_runs(Index threads, Index vector) {
  return join(line(threads, vector), line(most_blocks, threads * vector));
}

/// An array that repeats a tile every `step` elements, coalesced: more often than there is memory, a power of two.
constexpr Layout<Index> repeated(Layout<Index> const& tile, Index step) {
  Index const least = step < size(tile) ? size(tile) : step;
  auto const times = std::bit_floor(static_cast<std::uint64_t>(kReachLimit / 2 / least));
  return coalesce(join(tile, line(static_cast<Index>(times), step)));
}

/// Whether each `width` elements from a multiple of it on lie side by side, from a multiple of it on: mode 0 has whole runs,
/// and the offsets come in vectors (law upcast_keeps_the_addresses).
constexpr bool allows_runs_of(Layout<Index> const& array, Index width) {
  auto const& run = array.leaves[0];
  return width == 1 || (run.stride == 1 && run.shape % width == 0 && bool(upcast(array, width)));
}
/// The most elements that one access may move: a power of two, at most 16 bytes. Requires element_bytes <= 16.
constexpr int widest_run(Layout<Index> const& array, int element_bytes) {
  int width = 1;
  while (2 * width * element_bytes <= widest_access_bytes && allows_runs_of(array, 2 * width)) width *= 2;
  return width;
}

/// The elements that memory must have for the first `count` of an array: every offset is below it. Requires that no
/// stride is negative.
constexpr Index required_elements(Layout<Index> const& array, Index count) {
  if (count <= 0) return 0;
  auto tile = array.leaves;
  auto const again = tile.back();
  --tile.count;
  return extent(flat(tile)) + (count - 1) / size(flat(tile)) * again.stride;
}

/// The arrays of a config, and the elements that one access to each moves.
template <class Config>
struct SourceArray {
  static constexpr Layout<Index> value = repeated(Config::source, Config::source_step);
  static constexpr int width = widest_run(value, sizeof(typename Config::element));
};
template <class Config>
struct DestinationArray {
  static constexpr Layout<Index> value = repeated(Config::destination, Config::destination_step);
  static constexpr int width = widest_run(value, sizeof(typename Config::element));
};
template <class Config>
struct ThreadRuns {
  static constexpr Layout<Index> value = thread_runs(Config::threads, Config::vector);
};
template <class Array>
constexpr Index required_elements(Index count) {
  return required_elements(Array::value, count);
}

}  // namespace colex::gpu
