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
#include "colex/coordinate.hpp"
#include "colex/filter.hpp"
#include "colex/tiler.hpp"

namespace colex {

/// The tree in a mirror: every tuple's entries, at every depth, in the opposite order. An involution. One of more leaves than
/// there is room for, of which not all are there, stays as it is.
template <class T>
constexpr Nested<T> reversed(Nested<T> const& t) {
  if (t.overfull() || t.profile.is_leaf({})) return t;
  auto r = open<T>(rank(t));
  for (int k = rank(t); k-- > 0;) graft(r, reversed(entry(t, k)));
  return r;
}

namespace detail {
/// A refusal's value is no tree, and is not looked at.
template <Number Int>
constexpr Result<Layout<Int>, Int> reversed(Result<Layout<Int>, Int> const& r) {
  if (!r) return r;
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

/// The parts at the leaves of `profile` coalesced; modes beyond it are kept. Error: congruent.
template <Number Int>
constexpr Result<Layout<Int>, Int> lex_coalesce(Layout<Int> const& layout, IntTuple<Int> const& profile) {
  auto const r = at_leaves_of(profile, layout, [](Layout<Int> const& part) { return lex_coalesce(part); });
  return {r.value, because<Int>(r.refusal.condition)};
}

/// Without stride-0 and extent-1 modes, coalesced.
template <Number Int>
constexpr Layout<Int> lex_filter(Layout<Int> const& layout) {
  return reversed(filter(reversed(layout)));
}
/// The parts at the leaves of `profile` filtered; modes beyond it are kept. Error: congruent.
template <Number Int>
constexpr Result<Layout<Int>, Int> lex_filter(Layout<Int> const& layout, IntTuple<Int> const& profile) {
  auto const r = at_leaves_of(profile, layout, [](Layout<Int> const& part) { return lex_filter(part); });
  return {r.value, because<Int>(r.refusal.condition)};
}

/// c -> A(B(c)), both counted lexicographically; A's first mode runs on. Errors: composition's.
template <Number Int>
constexpr Result<Layout<Int>, Int> lex_composition(Layout<Int> const& a, Layout<Int> const& b,
                                                   Budget budget = {}) {
  return detail::reversed(composition(reversed(a), reversed(b), Domain::extend_last, budget));
}

/// By mode where the tiler is a tuple; modes that it does not reach are kept. Errors: composition's, congruent.
template <Number Int>
constexpr Result<Layout<Int>, Int> lex_composition(Layout<Int> const& a,
                                                   std::type_identity_t<Tiler<Int>> const& tiler,
                                                   Budget budget = {}) {
  Work work(budget);
  return apply(a, tiler, Rest::keep, [&](Layout<Int> const& mode, Layout<Int> const& by) {
    return lex_composition(mode, by, work.rest());
  });
}

template <Number Int>
constexpr Result<Layout<Int>, Int> lex_complement(Layout<Int> const& layout,
                                                  std::type_identity_t<Int> const& cotarget,
                                                  Cover cover = Cover::strict) {
  return detail::reversed(complement(reversed(layout), cotarget, cover));
}

}  // namespace colex
