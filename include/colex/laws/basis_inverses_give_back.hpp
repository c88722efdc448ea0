// SPDX-License-Identifier: MIT
// Law: inverses, complement, composition and divide of layouts whose values are coordinates.
// (4,5):(1@1,1@0) has the values (i div 4, i mod 4); (5,4):(4,1) takes (c, d) back to d + 4 c.
#pragma once

#include "colex/basis_inverse.hpp"

namespace colex::laws {

struct basis_inverses_give_back {
  static constexpr char const* statement =
      "L(right_inverse(L)(c)) = c for each coordinate c in its shape; left_inverse(L)(L(i)) = i, and it is "
      "refused as not injective only where two indices have one coordinate; (i, j) -> L(i) + complement(L, "
      "box)(j) is one to one onto the box; composition(A, Visit(B)) at i is A at the coordinate B(i), and a "
      "divide by Visit(B) is A at B and at B's complement";
  static constexpr char const* source = "CuTe's right_inverse, left_inverse, complement of ScaledBasis";
  using Int = std::int64_t;

  /// Entry k of the value at an index: digit times how far its mode moves along vector k.
  static constexpr Int entry_at(Layout<Coordinate> const& l, int k, Int index) {
    Int sum = 0;
    for (auto const& m : l.leaves) {
      sum += index % m.shape.scalar * m.stride.along[k];
      index /= m.shape.scalar;
    }
    return sum;
  }
  /// How many points a layout has; of mode k of an answer with one mode a vector.
  static constexpr Int points(Layout<Coordinate> const& l) {
    Int n = 1;
    for (auto const& m : l.leaves) n *= m.shape.scalar;
    return n;
  }
  static constexpr Int points(Layout<Int> const& r, int k) { return size(entry(r, k)); }

  /// R's index c has, in mode k, the coordinate that L has there along vector k.
  static constexpr bool undoes(Layout<Coordinate> const& l, Layout<Int> const& r, Int c) {
    Int const there = evaluate(r, c);
    if (there < 0 || there >= points(l)) return false;
    for (int k = 0; k < rank(r); ++k) {
      if (entry_at(l, k, there) != c % points(r, k)) return false;
      c /= points(r, k);
    }
    return true;
  }
  /// Mode k of R takes entry k of L(i), and their sum is i; the last leaf of a mode runs on.
  static constexpr bool gives_back(Layout<Coordinate> const& l, Layout<Int> const& r, Int i) {
    Int sum = 0;
    for (int k = 0; k < rank(r); ++k) {
      auto const mode = entry(r, k);
      Int const along = entry_at(l, k, i);
      if (along < 0) return false;
      sum += evaluate_extended(mode.leaves, along);
    }
    return sum == i;
  }
  /// A at the coordinate of which entry k is that of B(i).
  template <Number Value>
  static constexpr Value visited(Layout<Value> const& a, Layout<Coordinate> const& b, Int i) {
    Value sum(0);
    for (int k = 0; k < a.leaves.count && k < kMaxBases; ++k)
      sum = sum + Value(entry_at(b, k, i)) * a.leaves[k].stride;
    return sum;
  }
  static constexpr bool composes(Layout<Int> const& a, Layout<Coordinate> const& b, Layout<Int> const& r,
                                 Int i) {
    return size(r) == points(b) && evaluate(r, i) == visited(a, b, i);
  }
  /// Where L(i) + R(j) stands in the box, counted from the left; -1 outside of it.
  static constexpr Int place(Layout<Coordinate> const& l, Layout<Coordinate> const& r,
                             IntTuple<Int> const& box, Int i, Int j) {
    Int at = 0, before = 1;
    for (int k = 0; k < box.leaves.count; ++k) {
      Int const sum = entry_at(l, k, i) + entry_at(r, k, j);
      if (sum < 0 || sum >= box.leaves[k]) return -1;
      at += sum * before;
      before *= box.leaves[k];
    }
    return at;
  }
};

}  // namespace colex::laws
