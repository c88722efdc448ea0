// SPDX-License-Identifier: MIT
// The other way of counting: the rightmost mode runs fastest, as in PyTorch and NumPy.
//
//   lex_make_layout((2,3)) == (2,3):(3,1)           lex_evaluate((2,3):(3,1), 4) == 4
//   lex_coalesce((2,3):(3,1)) == 6:1                lex_complement(4:2, 8) == 2:1
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

namespace detail {
template <Number Int>
constexpr Result<Layout<Int>, Int> reversed(Result<Layout<Int>, Int> const& r) {
  return {colex::reversed(r.value), r.refusal};
}
}  // namespace detail

/// The compact layout of a shape, the rightmost mode of stride 1. Errors: make_layout's.
template <Number Int>
constexpr Result<Layout<Int>, Int> lex_make_layout(IntTuple<Int> const& shape) {
  auto const mirror = reversed(shape);
  return detail::reversed(make_layout(mirror, compact_col_major(mirror)));
}

/// Offset of the integral coordinate `index`, counted lexicographically.
template <Number Int>
constexpr Int lex_evaluate(Layout<Int> const& layout, std::type_identity_t<Int> const& index) {
  return evaluate(reversed(layout), index);
}

/// Offset of a coordinate that the layout's shape is congruent with or refines; a number for a tuple of modes
/// counts lexicographically. Errors: congruent, overflow.
template <Number Int>
constexpr Result<Int, Int> lex_crd2idx(IntTuple<Int> const& coordinate, Layout<Int> const& layout) {
  return crd2idx(reversed(coordinate), reversed(layout));
}

template <Number Int>
constexpr IntTuple<Int> lex_idx2crd(std::type_identity_t<Int> const& index, IntTuple<Int> const& shape) {
  return reversed(idx2crd(index, reversed(shape)));
}

/// Law: lex_evaluate(lex_coalesce(L), i) == lex_evaluate(L, i).
template <Number Int>
constexpr Layout<Int> lex_coalesce(Layout<Int> const& layout) {
  return reversed(coalesce(reversed(layout)));
}

/// c -> A(B(c)), both counted lexicographically; A's first mode runs on. Errors: composition's.
template <Number Int>
constexpr Result<Layout<Int>, Int> lex_composition(Layout<Int> const& a, Layout<Int> const& b,
                                                   Budget budget = {}) {
  return detail::reversed(composition(reversed(a), reversed(b), Domain::extend_last, budget));
}

template <Number Int>
constexpr Result<Layout<Int>, Int> lex_complement(Layout<Int> const& layout,
                                                  std::type_identity_t<Int> const& cotarget,
                                                  Cover cover = Cover::strict) {
  return detail::reversed(complement(reversed(layout), cotarget, cover));
}

template <Number Int>
constexpr Result<Layout<Int>, Int> lex_right_inverse(Layout<Int> const& layout, Budget budget = {}) {
  return detail::reversed(right_inverse(reversed(layout), Parts::any, budget));
}

}  // namespace colex
