// SPDX-License-Identifier: MIT
// What a launch of the transpose moves, and where a block's tile of it lies.
#pragma once

#include "platform/platform.hpp"

#if defined(__CUDACC__) || defined(__HIP__)
#define COLEX_UNROLL_TOGETHER _Pragma("unroll together")  // a constant
#define COLEX_UNROLL_ONE _Pragma("unroll 1")
#else
#define COLEX_UNROLL_TOGETHER
#define COLEX_UNROLL_ONE
#endif

namespace colex::gpu {

/// The array to move: extents of its modes, x and y first, and their strides on both sides, in elements;
/// where coordinate 0 lies on both sides, counted from the arrays' first elements; how many elements the
/// source has; how many elements the source begins after a multiple of a word, and the destination after one of a
/// sector; tiles along x and y.
template <int rank>
struct TransposeShape {
  Index extent[rank], source[rank], destination[rank], source_origin, destination_origin, source_elements;
  std::int32_t source_lead, destination_lead, tiles_x, tiles_y, group;
};

/// Where a block's tile lies: its coordinates, and the offset of its batch coordinate on both sides.
struct TransposePlace {
  Index x, y, source, destination;
};

}  // namespace colex::gpu
