// SPDX-License-Identifier: MIT
// The orders of tuples as CuTe has them: tuples of unlike rank compare, too. The one that ends first is below in the orders
// of counting; elem_less asks the entries that A has, each below B's.
//
//   cute::elem_less((0,1), (1,2,3)) == yes      cute::elem_less((1,2,3), (2,3)) == no
//   cute::lex_less((1,2,3), (2,3)) == yes       cute::elem_less((1,2), 3) is refused: congruent
//
// An integer and a tuple do not compare: CuTe does not compile that.  Source: CuTe elem_less, lex_less, colex_less.
#pragma once

#include "colex/tuple.hpp"

namespace colex::cute {

/// Whether entries that both have are alike: integers, or tuples of which this holds. Precondition of the orders below.
template <Number Int>
constexpr bool comparable(IntTuple<Int> const& a, IntTuple<Int> const& b) {
  bool const leaf = a.profile.is_leaf({});
  if (leaf != b.profile.is_leaf({})) return false;
  if (leaf) return true;
  for (int k = 0; k < rank(a) && k < rank(b); ++k)
    if (!comparable(entry(a, k), entry(b, k))) return false;
  return true;
}

/// Every entry of a is below b's; b may have more.
template <Number Int>
constexpr bool elem_less(IntTuple<Int> const& a, IntTuple<Int> const& b) {
  if (a.profile.is_leaf({})) return bool(a.leaves[0] < b.leaves[0]);
  for (int k = 0; k < rank(a); ++k)
    if (k == rank(b) || !cute::elem_less(entry(a, k), entry(b, k))) return false;
  return true;
}

namespace detail {
/// Entries in order, from the first on or from the last.
template <Number Int>
constexpr bool counted_before(IntTuple<Int> const& a, IntTuple<Int> const& b, bool from_last) {
  if (a.profile.is_leaf({})) return bool(a.leaves[0] < b.leaves[0]);
  for (int k = 0; k < rank(b); ++k) {
    if (k == rank(a)) return true;
    auto const x = entry(a, from_last ? rank(a) - 1 - k : k), y = entry(b, from_last ? rank(b) - 1 - k : k);
    if (counted_before(x, y, from_last)) return true;
    if (!(x == y)) return false;
  }
  return false;
}
}  // namespace detail

/// The first / the last entry that differs decides; a tuple that ends before is below.
template <Number Int>
constexpr bool lex_less(IntTuple<Int> const& a, IntTuple<Int> const& b) {
  return detail::counted_before(a, b, false);
}
template <Number Int>
constexpr bool colex_less(IntTuple<Int> const& a, IntTuple<Int> const& b) {
  return detail::counted_before(a, b, true);
}

}  // namespace colex::cute
