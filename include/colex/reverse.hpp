// SPDX-License-Identifier: MIT
// The entries of a tuple, or the modes of a layout, in the opposite order.
//
//   reverse((1,(2,3),4)) == (4,(2,3),1)          transpose((4,8):(1,4)) == (8,4):(4,1)
//
// The entries themselves stay as they are; reversed() in lexicographic.hpp turns them as well.
// Source: CuTe's reverse, tuple_algorithms.hpp; Mojo's Layout.transpose.
#pragma once

#include "colex/layout.hpp"
#include "colex/structure.hpp"

namespace colex {

/// The entries at the top in the opposite order; a leaf stays one. An involution.
template <class T>
constexpr Nested<T> reverse(Nested<T> const& t) {
  if (t.profile.is_leaf({})) return t;
  auto r = open<T>(rank(t));
  for (int k = rank(t); k-- > 0;) graft(r, t, place_of(t, k));
  return r;
}

/// The layout whose value at (j, ..., i) is L(i, ..., j). An involution.
template <Number Int>
constexpr Layout<Int> transpose(Layout<Int> const& layout) {
  return reverse(layout);
}

}  // namespace colex
