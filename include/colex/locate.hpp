// SPDX-License-Identifier: MIT
// Which coordinate has a given offset, as an integral, flat or natural coordinate.
//
//   preimage((4,8):(8,1), 19) == 14          get_hier_coord((4,8):(8,1), 19) == (2,3)
//   preimage((2,2):(2,3), 4) is refused: no coordinate has offset 4
//
// CuTe's functions of these names divide by the strides and are right for compact layouts only; here every
// answer is a coordinate with that offset.
#pragma once

#include "colex/reach.hpp"
#include "colex/tuple.hpp"

namespace colex {

/// The least integral coordinate found with the given offset; the one with digits (offset / stride) % shape
/// where that one fits (CuTe's). Errors: surjective (no coordinate has it), undecided, well_formed()'s.
template <Number Int>
constexpr Result<Int, Int> preimage(Layout<Int> const& layout, Int const& offset) {
  Result<Int, Int> r{Int(0), {}};
  r.refusal.condition = well_formed(layout);
  if (!r) return r;
  if (!product_fits(offset, Int(1))) return {Int(0), because<Int>(Condition::surjective, offset)};
  detail::Reach<Int> reach;
  List<Int> step;
  Int points(1), direct(0), reached(0);
  for (int k = 0; k < layout.leaves.count; ++k) {
    Mode<Int> const& m = layout.leaves[k];
    step.push(points);
    if (m.shape > Int(1) && !(m.stride == Int(0))) {
      reach.add({m.stride, Int(0), m.shape - Int(1), k, false, Int(0)});
      bool const ahead = bool(offset < Int(0)) == bool(m.stride < Int(0));
      Int const digit = ahead ? magnitude(offset) / magnitude(m.stride) % m.shape : Int(0);
      direct = direct + digit * points;
      reached = reached + digit * m.stride;
    }
    points = points * m.shape;
  }
  if (reached == offset) return {direct, {}};
  reach.close();
  bool const found = reach.solve(0, offset);
  if (reach.steps > kSearchLimit) return {Int(0), because<Int>(Condition::undecided, Int(reach.steps))};
  if (!found) return {Int(0), because<Int>(Condition::surjective, offset)};
  for (auto const& d : reach.digits)
    r.value = r.value + (d.mirrored ? Int(0) - d.value : d.value) * step[d.mode];
  return r;
}

/// The natural coordinate with the given offset. Errors: preimage's.
template <Number Int>
constexpr Result<IntTuple<Int>, Int> get_hier_coord(Layout<Int> const& layout, Int const& offset) {
  auto const index = preimage(layout, offset);
  if (!index) return {{}, index.refusal};
  return {idx2crd(index.value, shape(layout)), {}};
}

/// The coordinate with one entry a mode. Errors: preimage's.
template <Number Int>
constexpr Result<IntTuple<Int>, Int> get_flat_coord(Layout<Int> const& layout, Int const& offset) {
  auto const index = preimage(layout, offset);
  if (!index) return {{}, index.refusal};
  return {idx2crd(index.value, product_each(shape(layout))), {}};
}

}  // namespace colex
