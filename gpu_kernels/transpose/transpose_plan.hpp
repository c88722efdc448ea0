// SPDX-License-Identifier: MIT
// From two layouts to what the transpose moves: the mode that is contiguous in the source becomes x, the one
// that is contiguous in the destination y, the others are batch modes.
//
//   plan_transpose(2, layout("(8191,4099):(1,8191)"), layout("(8191,4099):(4099,1)"), 256, 514)
//   x 8191, y 4099, by transpose_b16; the destination begins 1 element after a multiple of 32 bytes
#pragma once

#include <optional>

#include "strided_copy/strided_copy_plan.hpp"
#include "transpose/transpose_kernel.hpp"

namespace colex::gpu {

/// What one launch moves, and the elements that each side's memory must hold. Tiles are the launcher's.
struct TransposePlan {
  TransposeShape<strided_rank> shape{};
  Index source_elements = 0, destination_elements = 0;
  char const* config = "";
};

/// What a sector of memory holds, which is written as a whole or costs more.
constexpr int sector_bytes = 32;
/// The elements of the widest word.
constexpr int word_elements(int element_bytes) { return most_word_bytes / element_bytes; }

/// The config that moves nx by ny elements of so many bytes: where one side is at most as long as a narrow tile, and
/// such a tile is shipped, that.
constexpr char const* transpose_config(int element_bytes, Index nx, Index ny) {
  if (element_bytes == 1)
    return ny <= TransposeB8Flat::tile_y   ? TransposeB8Flat::name
           : nx <= TransposeB8Tall::tile_x ? TransposeB8Tall::name
                                           : TransposeB8::name;
  if (element_bytes == 2) return ny <= TransposeB16Flat::tile_y ? TransposeB16Flat::name : TransposeB16::name;
  return element_bytes == 4   ? TransposeB32::name
         : element_bytes == 8 ? TransposeB64::name
                              : TransposeB128::name;
}

/// How to move an array of elements of 1, 2, 4, 8 or 16 bytes from one layout to another of the same shape; none
/// where no mode is contiguous in the source, or none but that in the destination. The addresses are those where
/// the arrays begin, at their lowest element, and multiples of an element's bytes. Throws std::invalid_argument as
/// plan_strided_copy() does.
inline std::optional<TransposePlan> plan_transpose(int element_bytes, Layout<Index> const& from,
                                                   Layout<Index> const& to, std::uintptr_t source,
                                                   std::uintptr_t destination) {
  // What is refused is refused by one function.
  StridedPlan const checked = plan_strided_copy(element_bytes, from, to, element_bytes);
  TransposePlan plan;
  plan.source_elements = checked.source_elements, plan.destination_elements = checked.destination_elements;
  auto& s = plan.shape;
  auto const modes = detail::paired_modes(from, to, s.source_origin, s.destination_origin);
  int const count = static_cast<int>(modes.size());
  int x = -1, y = -1;
  for (int k = 0; k < count; ++k) {
    if (modes[k].destination == 1) y = k;
    if (modes[k].source == 1 && modes[k].destination != 1) x = k;
  }
  if (x < 0 || y < 0) return {};
  int next = 2;
  for (int k = 0; k < strided_rank; ++k) s.extent[k] = 1;
  for (int k = 0; k < count; ++k) {
    int const at = k == x ? 0 : k == y ? 1 : next++;
    s.extent[at] = modes[k].extent, s.source[at] = modes[k].source, s.destination[at] = modes[k].destination;
  }
  auto const lead = [&](std::uintptr_t address, int bytes) {
    return static_cast<std::int32_t>(address % static_cast<unsigned>(bytes) /
                                     static_cast<unsigned>(element_bytes));
  };
  plan.config = transpose_config(element_bytes, s.extent[0], s.extent[1]);
  s.source_elements = plan.source_elements, s.source_lead = lead(source, most_word_bytes),
  s.destination_lead = lead(destination, sector_bytes);
  return plan;
}

}  // namespace colex::gpu
