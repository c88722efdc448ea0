// SPDX-License-Identifier: MIT
// The other way of counting: the rightmost mode runs fastest, as in PyTorch and NumPy.
//
//   lexicographic::make_layout((2,3)) == (2,3):(3,1)           lexicographic::evaluate((2,3):(3,1), 4) == 4
//   lexicographic::coalesce((2,3):(3,1)) == 6:1                lexicographic::complement(4:2, 8) == 2:1
//
// Reversing every tuple turns one count into the other, so each operation here is the colexicographic one
// between two reversals; none is written twice.
// Source: torch.distributed's _pycute.
#pragma once

#include "colex/complement.hpp"
#include "colex/composition.hpp"
#include "colex/coordinate.hpp"
#include "colex/inverse.hpp"
#include "colex/structure.hpp"

namespace colex {

/// The tree in a mirror: every tuple's entries, at every depth, in the opposite order. An involution.
template <class T>
constexpr Nested<T> reversed(Nested<T> const& t) {
  if (t.profile.is_leaf({})) return t;
  auto r = open<T>(rank(t));
  for (int k = rank(t); k-- > 0;) graft(r, reversed(entry(t, k)));
  return r;
}

namespace lexicographic {

template <Number Int>
constexpr Result<Layout<Int>, Int> reversed(Result<Layout<Int>, Int> const& r) {
  return {colex::reversed(r.value), r.refusal};
}

/// The compact layout of a shape, the rightmost mode of stride 1. Errors: make_layout's.
template <Number Int>
constexpr Result<Layout<Int>, Int> make_layout(IntTuple<Int> const& shape) {
  auto const mirror = colex::reversed(shape);
  return reversed(colex::make_layout(mirror, compact_col_major(mirror)));
}

/// Offset of the integral coordinate `index`, counted lexicographically.
template <Number Int>
constexpr Int evaluate(Layout<Int> const& layout, Int const& index) {
  return colex::evaluate(colex::reversed(layout), index);
}

template <Number Int>
constexpr IntTuple<Int> idx2crd(Int const& index, IntTuple<Int> const& shape) {
  return colex::reversed(colex::idx2crd(index, colex::reversed(shape)));
}

/// Law: lexicographic::evaluate(coalesce(L), i) == lexicographic::evaluate(L, i).
template <Number Int>
constexpr Layout<Int> coalesce(Layout<Int> const& layout) {
  return colex::reversed(colex::coalesce(colex::reversed(layout)));
}

/// c -> A(B(c)), both counted lexicographically; A's first mode runs on. Errors: composition's.
template <Number Int>
constexpr Result<Layout<Int>, Int> composition(Layout<Int> const& a, Layout<Int> const& b) {
  return reversed(colex::composition(colex::reversed(a), colex::reversed(b)));
}

template <Number Int>
constexpr Result<Layout<Int>, Int> complement(Layout<Int> const& layout, Int const& cotarget,
                                              Cover cover = Cover::strict) {
  return reversed(colex::complement(colex::reversed(layout), cotarget, cover));
}

template <Number Int>
constexpr Result<Layout<Int>, Int> right_inverse(Layout<Int> const& layout) {
  return reversed(colex::right_inverse(colex::reversed(layout)));
}

}  // namespace lexicographic
}  // namespace colex
