// SPDX-License-Identifier: MIT
// The index arithmetic of the permute kernel where extents are symbolic: which block moves which tile, and where elements
// lie in the arrays. Templated on the number type: a solver reasons about the functions that run. permute_layouts.hpp has
// what is a layout.
//
// Mode 0 of an array is x, mode 1 is y, the others are batch modes. A tile spans tile_x by tile_y elements at
// one coordinate of the batch modes. With 3 x 2 tiles:  tile_place(7, 3, 2) == {x 1, y 0, rest 1}.
#pragma once

#include "colex/ragged.hpp"

// Tile numbers stay below 2^31, and devices divide 32-bit integers faster.
template <>
inline constexpr bool colex::is_number<std::int32_t> = true;

namespace colex::gpu {

/// A tile's place in the grid of tiles: along x, along y, and the number of its batch coordinate.
template <Number Int>
struct GridPlace {
  Int x, y, rest;
};
template <Number Int>
constexpr GridPlace<Int> tile_place(Int const& tile, Int const& tiles_x, Int const& tiles_y) {
  Int const row = tile / tiles_x;
  return {tile % tiles_x, row % tiles_y, row / tiles_y};
}

/// Where an element lies: its offset from the batch coordinate's.
template <Number Int>
constexpr Int element_at(Int const& base, Int const& x, Int const& stride_x, Int const& y,
                         Int const& stride_y) {
  return base + x * stride_x + y * stride_y;
}

/// The elements that memory must have for an array of these extents and strides: every offset is below it.
/// Requires extents > 0 and strides >= 0.
template <int rank, Number Int>
constexpr Int required_by(Int const (&extent)[rank], Int const (&stride)[rank]) {
  Int last(0);
  for (int k = 0; k < rank; ++k) last = last + (extent[k] - Int(1)) * stride[k];
  return last + Int(1);
}

}  // namespace colex::gpu
