// SPDX-License-Identifier: MIT
// Arithmetic of nested integers, leaf by leaf, and what is said of all leaves together.
//
//   add((1,(2,3)), (10,(20,30))) == (11,(22,33))          mod((7,9), 4) == (3,1)
//   shape_mod((4,6), 8) == (4,2)
//   sum((4,(2,3))) == 9          increment((3,(1,0)), (4,(2,3))) == (0,(0,1))
//
// An integer beside a tuple meets every leaf. Division is of numbers from 0 on by numbers from 1 on. Source:
// CuTe's int_tuple.hpp and integer_sequence arithmetic.
#pragma once

#include "colex/division.hpp"

namespace colex {

namespace detail {
/// op(a, b, r) says whether it has put an answer into r.
template <Number Int, class Op>
constexpr Result<IntTuple<Int>, Int> leaf_by_leaf(IntTuple<Int> const& a, IntTuple<Int> const& b,
                                                  Condition otherwise, Op op) {
  bool const one_a = a.profile.is_leaf({}), one_b = b.profile.is_leaf({});
  if (!one_a && !one_b && !congruent(a, b)) return {{}, because<Int>(Condition::congruent)};
  Result<IntTuple<Int>, Int> r{{one_a ? b.profile : a.profile, {}}, {}};
  int const leaves = one_a ? b.leaves.count : a.leaves.count;
  for (int k = 0; k < leaves; ++k) {
    Int const &x = a.leaves[one_a ? 0 : k], &y = b.leaves[one_b ? 0 : k];
    Int answer{};
    if (!op(x, y, answer)) return {{}, because<Int>(otherwise, x, y)};
    r.value.leaves.push(answer);
  }
  return r;
}
}  // namespace detail

/// a + b. Errors: congruent, overflow.
template <Number Int>
constexpr Result<IntTuple<Int>, Int> add(IntTuple<Int> const& a, IntTuple<Int> const& b) {
  return detail::leaf_by_leaf(a, b, Condition::overflow, [](Int const& x, Int const& y, Int& r) {
    if (!sum_fits(x, y)) return false;
    r = x + y;
    return true;
  });
}
/// a - b. Errors: congruent, overflow.
template <Number Int>
constexpr Result<IntTuple<Int>, Int> sub(IntTuple<Int> const& a, IntTuple<Int> const& b) {
  return detail::leaf_by_leaf(a, b, Condition::overflow, [](Int const& x, Int const& y, Int& r) {
    if (!sum_fits(x, y)) return false;
    r = x - y;
    return true;
  });
}
/// a * b. Errors: congruent, overflow.
template <Number Int>
constexpr Result<IntTuple<Int>, Int> mul(IntTuple<Int> const& a, IntTuple<Int> const& b) {
  return detail::leaf_by_leaf(a, b, Condition::overflow, [](Int const& x, Int const& y, Int& r) {
    if (!product_fits(x, y)) return false;
    r = x * y;
    return true;
  });
}
/// The quotient of a by b, rounded down. Errors: congruent, not_negative (a below 0, or b below 1).
template <Number Int>
constexpr Result<IntTuple<Int>, Int> div(IntTuple<Int> const& a, IntTuple<Int> const& b) {
  return detail::leaf_by_leaf(a, b, Condition::not_negative, [](Int const& x, Int const& y, Int& r) {
    if (x < Int(0) || y < Int(1)) return false;
    r = x / y;
    return true;
  });
}
/// What is left of a by b. Errors: congruent, not_negative (a below 0, or b below 1).
template <Number Int>
constexpr Result<IntTuple<Int>, Int> mod(IntTuple<Int> const& a, IntTuple<Int> const& b) {
  return detail::leaf_by_leaf(a, b, Condition::not_negative, [](Int const& x, Int const& y, Int& r) {
    if (x < Int(0) || y < Int(1)) return false;
    r = x % y;
    return true;
  });
}

/// What shape_div divides off: shape_div(a, b) * shape_mod(a, b) is a, leaf by leaf. Errors: shape_div's.
template <Number Int>
constexpr Result<IntTuple<Int>, Int> shape_mod(IntTuple<Int> const& a, IntTuple<Int> const& b) {
  auto const rest = shape_div(a, b);
  return rest ? div(a, rest.value) : rest;
}

/// The sum of all leaves; 0 for (). Error: overflow.
template <Number Int>
constexpr Result<Int, Int> sum(IntTuple<Int> const& t) {
  Result<Int, Int> r{Int(0), {}};
  for (auto const& x : t.leaves) {
    if (!sum_fits(r.value, x)) return {Int(0), because<Int>(Condition::overflow, r.value, x)};
    r.value = r.value + x;
  }
  return r;
}
/// The largest leaf. Error: in_domain, of ().
template <Number Int>
constexpr Result<Int, Int> max(IntTuple<Int> const& t) {
  if (t.leaves.count == 0) return {Int(0), because<Int>(Condition::in_domain)};
  Int r = t.leaves[0];
  for (auto const& x : t.leaves)
    if (x > r) r = x;
  return {r, {}};
}
/// The least leaf. Error: in_domain, of ().
template <Number Int>
constexpr Result<Int, Int> min(IntTuple<Int> const& t) {
  if (t.leaves.count == 0) return {Int(0), because<Int>(Condition::in_domain)};
  Int r = t.leaves[0];
  for (auto const& x : t.leaves)
    if (x < r) r = x;
  return {r, {}};
}

/// The entries of a, then those of b, in one tuple; an integer is one entry. Error: capacity.
template <class T>
constexpr Result<Nested<T>> concat(Nested<T> const& a, Nested<T> const& b) {
  Nested<T> r = open<T>(0);
  for (auto const* part : {&a, &b}) {
    int const entries = part->profile.is_leaf({}) ? 1 : rank(*part);
    for (int k = 0; k < entries; ++k) r = append(r, entry(*part, k));
  }
  if (r.overfull()) return {{}, because<std::int64_t>(Condition::capacity)};
  return {r, {}};
}

/// The natural coordinate after `c` in `shape`, colexicographically; after the last comes the first. Errors:
/// congruent, in_domain (an entry is not a coordinate).
template <Number Int>
constexpr Result<IntTuple<Int>, Int> increment(IntTuple<Int> const& c, IntTuple<Int> const& shape) {
  if (!congruent(c, shape)) return {{}, because<Int>(Condition::congruent)};
  Result<IntTuple<Int>, Int> r{c, {}};
  bool carry = true;
  for (int k = 0; k < c.leaves.count; ++k) {
    Int const &x = c.leaves[k], &extent = shape.leaves[k];
    if (x < Int(0) || x >= extent) return {{}, because<Int>(Condition::in_domain, x, extent)};
    if (!carry) continue;
    carry = bool(x + Int(1) == extent);
    r.value.leaves[k] = carry ? Int(0) : x + Int(1);
  }
  return r;
}

/// The digit of `index` at every leaf of a shape with strides: (index / stride) % extent; 0 where the extent
/// is 1. For compact strides the coordinate with that offset. Errors: congruent, stride_positive,
/// not_negative (the index), shape_positive.
template <Number Int>
constexpr Result<IntTuple<Int>, Int> idx2crd(std::type_identity_t<Int> const& index,
                                             IntTuple<Int> const& shape, IntTuple<Int> const& stride) {
  if (!congruent(shape, stride)) return {{}, because<Int>(Condition::congruent)};
  if (index < Int(0)) return {{}, because<Int>(Condition::not_negative, index)};
  Result<IntTuple<Int>, Int> r{{shape.profile, {}}, {}};
  for (int k = 0; k < shape.leaves.count; ++k) {
    Int const &extent = shape.leaves[k], &apart = stride.leaves[k];
    if (extent < Int(1)) return {{}, because<Int>(Condition::shape_positive, extent)};
    if (extent > Int(1) && apart < Int(1)) return {{}, because<Int>(Condition::stride_positive, apart)};
    r.value.leaves.push(extent == Int(1) ? Int(0) : index / apart % extent);
  }
  return r;
}

}  // namespace colex
