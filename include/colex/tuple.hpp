// SPDX-License-Identifier: MIT
// Products and comparison of nested integers: shapes, strides and coordinates. Division is in division.hpp.
//
//   prefix_product((4,(2,3))) == (1,(4,8))          suffix_product((4,(2,3))) == (6,(3,1))
//   compatible(24, (4,(2,3))) == yes                every coordinate of 24 is one of (4,(2,3))
//
// Source: Cecka, arXiv:2603.02298, section 2.1.
#pragma once

#include "colex/coordinate.hpp"
#include "colex/structure.hpp"

namespace colex {

// ------------------------------------------------------------------------------------------------ products

/// The product of all leaves. Error: overflow.
template <Number Int>
constexpr Result<Int, Int> product(IntTuple<Int> const& t) {
  Result<Int, Int> r{Int(1), {}};
  for (auto const& x : t.leaves) {
    if (!product_fits(r.value, x)) return {Int(0), because<Int>(Condition::overflow, r.value, x)};
    r.value = r.value * x;
  }
  return r;
}

/// The size of every entry: (4,(2,3)) -> (4,6). Precondition: the whole product fits.
template <Number Int>
constexpr IntTuple<Int> product_each(IntTuple<Int> const& t) {
  if (t.profile.is_leaf({})) return t;
  auto r = open<Int>(rank(t));
  for (int k = 0; k < rank(t); ++k) graft(r, leaf(size(entry(t, k))));
  return r;
}

/// Every leaf replaced by the product of the leaves before it, times `start`. Error: overflow.
template <Number Int>
constexpr Result<IntTuple<Int>, Int> prefix_product(IntTuple<Int> const& t,
                                                    std::type_identity_t<Int> const& start = Int(1)) {
  Result<IntTuple<Int>, Int> r{{t.profile, {}}, {}};
  Int next = start;
  for (int k = 0; k < t.leaves.count; ++k) {
    r.value.leaves.push(next);
    if (k + 1 == t.leaves.count) break;
    if (!product_fits(next, t.leaves[k])) return {{}, because<Int>(Condition::overflow, next, t.leaves[k])};
    next = next * t.leaves[k];
  }
  return r;
}

namespace detail {
/// Same tree, leaves in the opposite order.
template <class T>
constexpr Nested<T> mirrored(Nested<T> const& t) {
  Nested<T> r{t.profile, {}};
  for (int k = t.leaves.count; k-- > 0;) r.leaves.push(t.leaves[k]);
  return r;
}
}  // namespace detail

/// Every leaf replaced by the product of the leaves after it, times `start`. Error: overflow.
template <Number Int>
constexpr Result<IntTuple<Int>, Int> suffix_product(IntTuple<Int> const& t,
                                                    std::type_identity_t<Int> const& start = Int(1)) {
  auto r = prefix_product(detail::mirrored(t), start);
  r.value.leaves = detail::mirrored(r.value).leaves;
  r.value.profile = t.profile;
  return r;
}

/// The sum of the products of corresponding leaves. Errors: congruent, overflow.
template <Number Int>
constexpr Result<Int, Int> inner_product(IntTuple<Int> const& a, IntTuple<Int> const& b) {
  if (!congruent(a, b)) return {Int(0), because<Int>(Condition::congruent)};
  Result<Int, Int> r{Int(0), {}};
  for (int k = 0; k < a.leaves.count; ++k) {
    Int const &x = a.leaves[k], &y = b.leaves[k];
    if (!product_fits(x, y) || !sum_fits(r.value, x * y))
      return {Int(0), because<Int>(Condition::overflow, x, y)};
    r.value = r.value + x * y;
  }
  return r;
}

// ---------------------------------------------------------------------------------------------- comparison

/// Every coordinate nested as `a` fits a shape nested as `b`: b is a with some leaves opened into tuples.
template <class T, class U>
constexpr bool weakly_congruent(Nested<T> const& a, Nested<U> const& b) {
  if (a.profile.is_leaf({})) return true;
  if (b.profile.is_leaf({}) || rank(a) != rank(b)) return false;
  for (int k = 0; k < rank(a); ++k)
    if (!weakly_congruent(entry(a, k), entry(b, k))) return false;
  return true;
}

/// Every coordinate of shape `a` is a coordinate of shape `b`, and the sizes agree, leaf of a by leaf of a.
/// A partial order on shapes.
template <Number Int>
constexpr bool compatible(IntTuple<Int> const& a, IntTuple<Int> const& b) {
  if (a.profile.is_leaf({})) {
    auto const points = product(b);
    return bool(points) && a.leaves[0] == points.value;
  }
  if (b.profile.is_leaf({}) || rank(a) != rank(b)) return false;
  for (int k = 0; k < rank(a); ++k)
    if (!compatible(entry(a, k), entry(b, k))) return false;
  return true;
}

/// Every leaf of a is below b's. Precondition of all three orders: congruent(a, b).
template <Number Int>
constexpr bool elem_less(IntTuple<Int> const& a, IntTuple<Int> const& b) {
  for (int k = 0; k < a.leaves.count; ++k)
    if (!(a.leaves[k] < b.leaves[k])) return false;
  return true;
}

/// The first / the last leaf that differs decides.
template <Number Int>
constexpr bool lex_less(IntTuple<Int> const& a, IntTuple<Int> const& b) {
  for (int k = 0; k < a.leaves.count; ++k)
    if (!(a.leaves[k] == b.leaves[k])) return bool(a.leaves[k] < b.leaves[k]);
  return false;
}
template <Number Int>
constexpr bool colex_less(IntTuple<Int> const& a, IntTuple<Int> const& b) {
  return lex_less(detail::mirrored(a), detail::mirrored(b));
}

}  // namespace colex
