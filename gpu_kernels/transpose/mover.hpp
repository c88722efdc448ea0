// SPDX-License-Identifier: MIT
// Which kernel moves an array: its layouts and addresses decide, and what is chosen takes it.
//
//   choose_mover(2, layout("(8191,4099):(1,8191)"), layout("(8191,4099):(4099,1)"), 256, 512).by
//       Mover::transpose: no pitch is a multiple of 16 bytes
#pragma once

#include <variant>

#include "permute/permute.hpp"
#include "transpose/transpose.hpp"

namespace colex::gpu {

/// One run of memory, by copy_identity_f32: that many floats.
struct MoveRun {
  Index floats;
};
/// Squares of wide accesses, by one of PermuteConfigs.
struct MoveSquares {
  char const* config;
  PermuteArray<2> array;
};
/// What moves an array: the kernel, and its problem.
struct Mover {
  std::variant<StridedPlan, MoveRun, MoveSquares, TransposePlan> by;
  Index source_elements, destination_elements;
};

namespace detail {

/// Whether a transpose is left to the wide accesses of `Config`, which moves whole tiles of a matrix.
template <class Config>
bool takes_squares(TransposeShape<strided_rank> const& s) {
  if (s.extent[0] < Config::tile_x || s.extent[1] < Config::tile_y) return false;
  PermuteShape<Config::rank> shape{};
  for (int k = 0; k < strided_rank; ++k) {
    if (s.source[k] < 0 || s.destination[k] < 0) return false;
    if (s.source[k] == 0 && s.extent[k] != 1) return false;  // a repeated column is no square
    if (k >= Config::rank && s.extent[k] != 1) return false;
    if (k >= Config::rank) continue;
    shape.extent[k] = s.extent[k], shape.source[k] = s.source[k], shape.destination[k] = s.destination[k];
  }
  return allows_wide(shape, Config::vector);
}

}  // namespace detail

/// The kernel for an array as plan_strided_copy() takes it; throws as that does. Where tiles serve, an array is a
/// transpose of at least `least_side` by that; the others are moved element by element.
inline Mover choose_mover(int element_bytes, Layout<Index> const& from, Layout<Index> const& to,
                          std::uintptr_t source, std::uintptr_t destination) {
  constexpr Index least_side = 8;
  std::uintptr_t const bits = source | destination | 16u;
  int const alignment = static_cast<int>(bits & (~bits + 1));
  StridedPlan const strided = plan_strided_copy(element_bytes, from, to, alignment);
  Mover mover{strided, strided.source_elements, strided.destination_elements};
  auto const& s = strided.shape;
  if (s.modes <= 1 && s.source[0] == 1 && s.destination[0] == 1 && strided.unit_bytes >= 4 && alignment == 16)
    mover.by = MoveRun{s.units * (strided.unit_bytes / 4)};
  auto const plan = plan_transpose(element_bytes, from, to, source, destination);
  if (!plan || plan->shape.extent[0] < least_side || plan->shape.extent[1] < least_side) return mover;
  mover.by = *plan;
  auto const& t = plan->shape;
  char const* const squares = alignment == 16 && element_bytes == 2 && detail::takes_squares<TransposeBf16>(t)
                                  ? TransposeBf16::name
                                  : nullptr;
  if (squares != nullptr) {
    MoveSquares move{squares, {}};
    for (int k = 0; k < 2; ++k)
      move.array.extent[k] = t.extent[k], move.array.source[k] = t.source[k],
      move.array.destination[k] = t.destination[k];
    mover.by = move;
  }
  return mover;
}

}  // namespace colex::gpu
