// SPDX-License-Identifier: MIT
// Which coordinate has a given offset, as an integral, flat or natural coordinate.
//
//   get_1d_coord((4,8):(8,1), 19) == 14          get_hier_coord((4,8):(8,1), 19) == (2,3)
//   get_1d_coord((2,2):(2,3), 4) is refused: no coordinate has offset 4
//
// CuTe's functions of these names divide by the strides and are right for compact layouts only; here every
// answer is a coordinate with that offset.
#pragma once

#include "colex/reach.hpp"
#include "colex/tuple.hpp"

namespace colex {

namespace detail {
/// The search for coordinates of a layout by their offset, ready for solve(), and what it costs to make.
template <Number Int>
struct Coordinates {
  Reach<Int> reach;
  List<Int> step;  ///< distance in the domain of one step of leaf k

  constexpr explicit Coordinates(Layout<Int> const& layout) {
    Int points(1);
    for (int k = 0; k < layout.leaves.count; ++k) {
      Mode<Int> const& m = layout.leaves[k];
      step.push(points);
      if (m.shape > Int(1) && !(m.stride == Int(0)))
        reach.add({m.stride, Int(0), m.shape - Int(1), k, false, Int(0)});
      points = points * m.shape;
    }
    reach.close();
  }
  /// Whether a coordinate has the offset; false as well where reach.work has ended.
  constexpr bool has(Int const& offset) { return reach.solve(0, offset); }
  /// The one that has() has found.
  constexpr Int found() const {
    Int at(0);
    for (auto const& d : reach.digits) at = at + (d.mirrored ? Int(0) - d.value : d.value) * step[d.mode];
    return at;
  }
};

/// The coordinate with digits (offset / stride) % shape, and the offset that it has.
template <Number Int>
constexpr EvaluateState<Int> direct_coordinate(Layout<Int> const& layout, Int const& offset) {
  EvaluateState<Int> r{Int(0), Int(0)};
  Int points(1);
  for (auto const& m : layout.leaves) {
    bool const ahead = bool(offset < Int(0)) == bool(m.stride < Int(0));
    if (m.shape > Int(1) && !(m.stride == Int(0)) && ahead) {
      Int const digit = magnitude(offset) / magnitude(m.stride) % m.shape;
      r.rest = r.rest + digit * points;
      r.offset = r.offset + digit * m.stride;
    }
    points = points * m.shape;
  }
  return r;
}
}  // namespace detail

/// The least integral coordinate found with the given offset; the one with digits (offset / stride) % shape
/// where that one fits (CuTe's). Errors: surjective (no coordinate has it), undecided, well_formed()'s. The
/// steps taken are counted in `work`.
template <Number Int>
constexpr Result<Int, Int> get_1d_coord(Layout<Int> const& layout, std::type_identity_t<Int> const& offset,
                                        Work& work) {
  if (Condition const c = well_formed(layout); c != Condition::none) return {Int(0), because<Int>(c)};
  if (!product_fits(offset, Int(1))) return {Int(0), because<Int>(Condition::surjective, offset)};
  auto const direct = detail::direct_coordinate<Int>(layout, offset);
  if (direct.offset == offset) return {direct.rest, {}};
  detail::Coordinates<Int> coordinates(layout);
  coordinates.reach.work = work;
  bool const found = coordinates.has(offset);
  work = coordinates.reach.work;
  if (work.ended()) return {Int(0), undecided(work, size(layout))};
  if (!found) return {Int(0), because<Int>(Condition::surjective, offset)};
  return {coordinates.found(), {}};
}
template <Number Int>
constexpr Result<Int, Int> get_1d_coord(Layout<Int> const& layout, std::type_identity_t<Int> const& offset,
                                        Budget budget = {}) {
  Work work(budget);
  return get_1d_coord(layout, offset, work);
}

/// The natural coordinate with the given offset. Errors: get_1d_coord's.
template <Number Int>
constexpr Result<IntTuple<Int>, Int> get_hier_coord(Layout<Int> const& layout,
                                                    std::type_identity_t<Int> const& offset,
                                                    Budget budget = {}) {
  auto const index = get_1d_coord(layout, offset, budget);
  if (!index) return {{}, index.refusal};
  return {idx2crd(index.value, shape(layout)), {}};
}

/// The coordinate with one entry per mode. Errors: get_1d_coord's.
template <Number Int>
constexpr Result<IntTuple<Int>, Int> get_flat_coord(Layout<Int> const& layout,
                                                    std::type_identity_t<Int> const& offset,
                                                    Budget budget = {}) {
  auto const index = get_1d_coord(layout, offset, budget);
  if (!index) return {{}, index.refusal};
  return {idx2crd(index.value, product_each(shape(layout))), {}};
}

}  // namespace colex
