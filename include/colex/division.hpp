// SPDX-License-Identifier: MIT
// Division and scaling of nested integers, as tiles divide shapes.
//
//   shape_div((6,4), 12) == (1,2)                   shape_div(6, 4) is refused: 6 is not a multiple of 4
//   ceil_div((5,4), (2,3)) == (3,2)                 round_up((6,4), (4,4)) == (8,4)
//   elem_scale((2,3), (4,(5,2))) == (8,30)          evenly_divides((6,4), (3,2)) == yes
//
// Source: CuTe's int_tuple.hpp; a tuple by a leaf hands what is left of the divisor from entry to entry.
#pragma once

#include "colex/tuple.hpp"

namespace colex {

/// Of two numbers: ceil(x / y). Error: not_negative.
template <Number Int>
constexpr Result<Int, Int> ceil_div_step(Int const& x, Int const& y) {
  if (x < Int(0) || y < Int(1)) return {Int(0), because<Int>(Condition::not_negative, x, y)};
  return {x == Int(0) ? Int(0) : (x - Int(1)) / y + Int(1), {}};
}

/// Of two numbers: x / y where y divides x, 1 where x divides y. Errors: shape_positive, divides.
template <Number Int>
constexpr Result<Int, Int> shape_div_step(Int const& x, Int const& y) {
  if (x < Int(1) || y < Int(1)) return {Int(0), because<Int>(Condition::shape_positive, x, y)};
  if (x % y == Int(0)) return {x / y, {}};
  if (y % x == Int(0)) return {Int(1), {}};
  return {Int(0), because<Int>(Condition::divides, x, y)};
}

namespace detail {
/// Divides tree by tree: leaf by leaf with `step`; a tuple by a leaf hands what is left of the divisor from
/// entry to entry; a leaf by a tuple divides by the product; entries beyond the divisor's rank stay.
template <Number Int, class DivideStep>
constexpr Result<IntTuple<Int>, Int> divide(IntTuple<Int> const& a, IntTuple<Int> const& b, DivideStep step) {
  if (a.profile.is_leaf({})) {
    auto const by = product(b);
    if (!by) return {{}, by.refusal};
    auto const q = step(a.leaves[0], by.value);
    return {leaf(q.value), q.refusal};
  }
  bool const folds = b.profile.is_leaf({});
  if (!folds && rank(b) > rank(a))
    return {{}, because<Int>(Condition::congruent, Int(rank(b)), Int(rank(a)))};
  Result<IntTuple<Int>, Int> r{open<Int>(rank(a)), {}};
  IntTuple<Int> rest = b;
  for (int k = 0; k < rank(a); ++k) {
    auto const x = entry(a, k);
    if (!folds && k >= rank(b)) {
      graft(r.value, x);
      continue;
    }
    auto const q = divide(x, folds ? rest : entry(b, k), step);
    if (!q) return q;
    graft(r.value, q.value);
    if (!folds) continue;
    auto const left = divide(rest, x, step);
    if (!left) return left;
    rest = left.value;
  }
  return r;
}
}  // namespace detail

/// ceil(a / b) for a >= 0, b >= 1, as trees; see detail::divide for tuples. Errors: not_negative, congruent,
/// overflow.
template <Number Int>
constexpr Result<IntTuple<Int>, Int> ceil_div(IntTuple<Int> const& a, IntTuple<Int> const& b) {
  return detail::divide(a, b, ceil_div_step<Int>);
}

/// Exact division of extents: a / b where b divides a, 1 where a divides b. Errors: divides, congruent,
/// overflow. CuTe rounds up silently when its numbers are not constants; this refuses.
template <Number Int>
constexpr Result<IntTuple<Int>, Int> shape_div(IntTuple<Int> const& a, IntTuple<Int> const& b) {
  return detail::divide(a, b, shape_div_step<Int>);
}

/// The least multiple of b that is at least a, for each leaf. Errors: as ceil_div.
template <Number Int>
constexpr Result<IntTuple<Int>, Int> round_up(IntTuple<Int> const& a, IntTuple<Int> const& b) {
  auto r = ceil_div(a, b);
  if (!r) return r;
  if (!congruent(a, b)) return {{}, because<Int>(Condition::congruent)};
  for (int k = 0; k < b.leaves.count; ++k) {
    if (!product_fits(r.value.leaves[k], b.leaves[k]))
      return {{}, because<Int>(Condition::overflow, r.value.leaves[k], b.leaves[k])};
    r.value.leaves[k] = r.value.leaves[k] * b.leaves[k];
  }
  return r;
}

/// Every leaf of `a` times the product of the entry of `b` in its place: a shape of tiles becomes a shape of
/// elements. Errors: congruent (an entry is missing in b, or is nested less than a's), overflow.
template <Number Int>
constexpr Result<IntTuple<Int>, Int> elem_scale(IntTuple<Int> const& a, IntTuple<Int> const& b) {
  if (a.profile.is_leaf({})) {
    auto const by = product(b);
    if (!by) return {{}, by.refusal};
    if (!product_fits(a.leaves[0], by.value))
      return {{}, because<Int>(Condition::overflow, a.leaves[0], by.value)};
    return {leaf(a.leaves[0] * by.value), {}};
  }
  if (b.profile.is_leaf({}) || rank(a) != rank(b)) return {{}, because<Int>(Condition::congruent)};
  Result<IntTuple<Int>, Int> r{open<Int>(rank(a)), {}};
  for (int k = 0; k < rank(a); ++k) {
    auto const part = elem_scale(entry(a, k), entry(b, k));
    if (!part) return part;
    graft(r.value, part.value);
  }
  return r;
}

/// Whether tiles of shape `b` cover shape `a` with none reaching past it: size(a) == size(b) *
/// size(ceil_div(a, b)), mode by mode where b is a tuple. A tuple b of more entries than a divides nothing; a
/// leaf a counts as one entry, so that (8) divides 16 as 8 does. Errors: ceil_div's.
template <Number Int>
constexpr Result<bool, Int> evenly_divides(IntTuple<Int> const& a, IntTuple<Int> const& b) {
  if (!b.profile.is_leaf({})) {
    if (rank(b) > rank(a)) return {false, {}};
    Result<bool, Int> r{true, {}};
    for (int k = 0; k < rank(b) && r && r.value; ++k) r = evenly_divides(entry(a, k), entry(b, k));
    return r;
  }
  auto const tiles = ceil_div(a, b);
  if (!tiles) return {false, tiles.refusal};
  auto const points = product(a), count = product(tiles.value);
  if (!points) return {false, points.refusal};
  Int const of = b.leaves[0];
  if (!count || !product_fits(count.value, of)) return {false, {}};  // more points than a has
  return {bool(count.value * of == points.value), {}};
}

}  // namespace colex
