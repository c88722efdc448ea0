// SPDX-License-Identifier: MIT
// Where a coordinate may lie: every entry at least 0, and below the size of the subtree that it counts in.
//
//   evaluate((3,(2,3)), (2,5)) == 17         evaluate((3,(2,3)), (3,5)) is refused: 3 is not below 3
//   idx2crd((2,5), (3,(2,3))) == (2,(1,2))            each entry on its own
// Source: Cecka, arXiv:2603.02298, section 2.2.
#pragma once

#include "colex/coordinate.hpp"
#include "colex/structure.hpp"

namespace colex {

/// Whether the last mode under an entry ends at its extent.
enum class Last : bool { ends, runs_on };

/// Condition::none when `coordinate` lies inside `shape`, whose size fits 2^62. Errors: congruent; in_domain,
/// with the entry and the number of points that it must stay below.
template <Number Int>
constexpr Refusal<Int> inside(IntTuple<Int> const& coordinate, IntTuple<Int> const& shape,
                              Last last = Last::ends) {
  if (coordinate.profile.is_leaf({})) {
    Int const at = coordinate.leaves[0], points = size(shape);
    bool const holds = !(at < Int(0)) && (last == Last::runs_on || at < points);
    return holds ? Refusal<Int>{} : because<Int>(Condition::in_domain, at, points);
  }
  if (shape.profile.is_leaf({}) || rank(shape) != rank(coordinate)) return because<Int>(Condition::congruent);
  for (int k = 0; k < rank(shape); ++k)
    if (auto const why = inside(entry(coordinate, k), entry(shape, k), last);
        why.condition != Condition::none)
      return why;
  return {};
}

/// The natural coordinate of a coordinate of any admissible nesting; the last mode under an entry takes what
/// is left. Law: crd2idx(idx2crd(c, S), L) == crd2idx(c, L). Errors: inside()'s; in_domain where an entry
/// above 0 counts in `()`.
template <Number Int>
constexpr Result<IntTuple<Int>, Int> idx2crd(IntTuple<Int> const& coordinate, IntTuple<Int> const& shape) {
  if (auto const why = inside(coordinate, shape, Last::runs_on); why.condition != Condition::none)
    return {{}, why};
  if (coordinate.profile.is_leaf({})) {
    if (shape.leaves.count == 0 && !(coordinate.leaves[0] == Int(0)))
      return {{}, because<Int>(Condition::in_domain, coordinate.leaves[0], Int(1))};
    return {idx2crd(coordinate.leaves[0], shape), {}};
  }
  Result<IntTuple<Int>, Int> r{open<Int>(rank(shape)), {}};
  for (int k = 0; k < rank(shape); ++k) {
    auto const part = idx2crd(entry(coordinate, k), entry(shape, k));
    if (!part) return part;
    graft(r.value, part.value);
  }
  return r;
}

}  // namespace colex
