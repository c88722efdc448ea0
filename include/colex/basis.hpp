// SPDX-License-Identifier: MIT
// Basis strides: layouts whose values are coordinates. E(0), E(1), ..., written 1@0, 1@1, ..., are numbers like any other here, so
// evaluate, coalesce and composition are the same code.
//
//   identity_layout((4,8)) == (4,8):(1@0,1@1)             at (2,5), or at 22: 2@0 + 5@1
//   identity_composition((4,8), (2,4):(2,8)) == (2,4):(2@0,2@1)     identity_layout((4,8)) o (2,4):(2,8)
//
// A Coordinate is a scalar plus a vector; two vectors multiply to nothing. Extents are pure scalars, strides
// pure vectors, so a stride times a digit is again a vector. Order, quotient and remainder are the scalar's.
// Source: CuTe's ArithmeticTuple and ScaledBasis; Cecka, arXiv:2603.02298, 3.3.
#pragma once

#include "colex/composition.hpp"

namespace colex {

/// Basis vectors a coordinate can have; one a leaf of the shape it is a coordinate of.
inline constexpr int kMaxBases = 8;

struct Coordinate {
  std::int64_t scalar = 0;
  std::int64_t along[kMaxBases]{};

  constexpr Coordinate() = default;
  constexpr explicit Coordinate(std::int64_t n) : scalar(n) {}
  bool operator==(Coordinate const&) const = default;

  friend constexpr Coordinate operator+(Coordinate a, Coordinate const& b) {
    a.scalar += b.scalar;
    for (int k = 0; k < kMaxBases; ++k) a.along[k] += b.along[k];
    return a;
  }
  friend constexpr Coordinate operator-(Coordinate a, Coordinate const& b) {
    a.scalar -= b.scalar;
    for (int k = 0; k < kMaxBases; ++k) a.along[k] -= b.along[k];
    return a;
  }
  friend constexpr Coordinate operator*(Coordinate const& a, Coordinate const& b) {
    Coordinate r(a.scalar * b.scalar);
    for (int k = 0; k < kMaxBases; ++k) r.along[k] = a.scalar * b.along[k] + b.scalar * a.along[k];
    return r;
  }
  friend constexpr Coordinate operator/(Coordinate const& a, Coordinate const& b) {
    return Coordinate(a.scalar / b.scalar);
  }
  friend constexpr Coordinate operator%(Coordinate const& a, Coordinate const& b) {
    return Coordinate(a.scalar % b.scalar);
  }
  friend constexpr bool operator<(Coordinate const& a, Coordinate const& b) { return a.scalar < b.scalar; }
  friend constexpr bool operator>(Coordinate const& a, Coordinate const& b) { return a.scalar > b.scalar; }
  friend constexpr bool operator<=(Coordinate const& a, Coordinate const& b) { return a.scalar <= b.scalar; }
  friend constexpr bool operator>=(Coordinate const& a, Coordinate const& b) { return a.scalar >= b.scalar; }
};

template <>
inline constexpr bool is_number<Coordinate> = true;
/// Not overflow-checked: an identity layout's values stay below its extents. Keep scales small.
template <>
inline constexpr bool is_unbounded<Coordinate> = true;

/// The basis vector k, 0 <= k < kMaxBases, times `scale`.
constexpr Coordinate E(int k, std::int64_t scale = 1) {
  Coordinate r;
  r.along[k] = scale;
  return r;
}

/// The layout of `shape` whose value at a coordinate is that coordinate, basis vector k for leaf k. Errors:
/// capacity (more than kMaxBases leaves), well_formed()'s for the shape.
constexpr Result<Layout<Coordinate>, std::int64_t> identity_layout(IntTuple<std::int64_t> const& shape) {
  if (shape.leaves.count > kMaxBases) return {{}, because<std::int64_t>(Condition::capacity)};
  if (auto const made = make_layout(shape, compact_col_major(shape)); !made) return {{}, made.refusal};
  Result<Layout<Coordinate>, std::int64_t> r;
  r.value.profile = shape.profile;
  for (int k = 0; k < shape.leaves.count; ++k) r.value.leaves.push({Coordinate(shape.leaves[k]), E(k)});
  return r;
}

/// identity_layout by CuTe's name.
constexpr Result<Layout<Coordinate>, std::int64_t> make_identity_layout(IntTuple<std::int64_t> const& shape) {
  return identity_layout(shape);
}

/// A layout of integers as one of scalars, to compose with an identity layout on its left.
constexpr Layout<Coordinate> scalars(Layout<std::int64_t> const& layout) {
  return transform(layout, [](Mode<std::int64_t> const& m) {
    return Mode<Coordinate>{Coordinate(m.shape), Coordinate(m.stride)};
  });
}

/// A value of layouts of `count` basis vectors, as a tuple; where that is 0 a scalar.
struct Entries {
  Coordinate of{};
  int count = 0;
};
template <class Out>
constexpr void write(Out& out, Entries const& value) {
  if (value.count == 0) return write(out, value.of.scalar);
  for (int k = 0; k < value.count; ++k) {
    out.push_back(k == 0 ? '(' : ',');
    write(out, value.of.along[k]);
  }
  out.push_back(')');
}
/// Basis vectors up to the last that the witness of a refusal moves along; 0 where its values are scalars.
constexpr int shown_bases(Refusal<Coordinate> const& why) {
  int count = 0;
  for (int k = 0; k < kMaxBases; ++k)
    if (why.got.along[k] != 0 || why.want.along[k] != 0) count = k + 1;
  return count;
}

/// A refusal as one of integers; the two values of its witness, which are coordinates, are left out.
constexpr Refusal<std::int64_t> scalar(Refusal<Coordinate> const& why) {
  auto r = because<std::int64_t>(why.condition, why.left.scalar, why.right.scalar);
  for (int k = 0; k < 2; ++k) r.modes[k] = why.modes[k];
  r.has_witness = why.has_witness;
  r.index = why.index.scalar;
  return r;
}
/// The same of coordinates.
constexpr Refusal<Coordinate> on_coordinates(Refusal<std::int64_t> const& why) {
  auto r = because<Coordinate>(why.condition, Coordinate(why.left), Coordinate(why.right));
  for (int k = 0; k < 2; ++k) r.modes[k] = why.modes[k];
  r.has_witness = why.has_witness;
  r.index = Coordinate(why.index), r.got = Coordinate(why.got), r.want = Coordinate(why.want);
  return r;
}

/// As for integers; a witness has coordinates: "... at index 4 the modes before it force (4,0), f(4) = (0,1)".
template <class Out>
constexpr void write(Out& out, Refusal<Coordinate> const& refusal, std::string_view truth = "f") {
  int const count = shown_bases(refusal);
  detail::write_all(out, name(refusal.condition), ": ");
  detail::write_reason(out, scalar(refusal), truth, Entries{refusal.got, count},
                       Entries{refusal.want, count});
}
/// Long enough for two coordinates of kMaxBases entries.
constexpr FixedText<768> sentence(Refusal<Coordinate> const& refusal, std::string_view truth = "f") {
  FixedText<768> out;
  write(out, refusal, truth);
  return out;
}

/// The coordinates of `shape` that `layout` visits: identity_layout(shape) o layout. Errors: identity_layout's,
/// composition's, whose witness has coordinates. A template, so that including this header compiles no composition.
template <Number Int>
requires std::is_same_v<Int, std::int64_t>
constexpr Result<Layout<Coordinate>, Coordinate> identity_composition(IntTuple<Int> const& shape,
                                                                      Layout<Int> const& layout,
                                                                      Budget budget = {}) {
  auto const all = identity_layout(shape);
  if (!all) return {{}, on_coordinates(all.refusal)};
  return composition(all.value, scalars(layout), Domain::extend_last, budget);
}

/// A value of an identity layout as the natural coordinate of `shape`.
constexpr IntTuple<std::int64_t> natural(Coordinate const& value, IntTuple<std::int64_t> const& shape) {
  IntTuple<std::int64_t> r{shape.profile, {}};
  for (int k = 0; k < shape.leaves.count; ++k) r.leaves.push(value.along[k]);
  return r;
}

}  // namespace colex
