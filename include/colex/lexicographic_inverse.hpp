// SPDX-License-Identifier: MIT
// Equality and inverses where the rightmost mode runs fastest: every coordinate that goes in or comes out is a
// lexicographic index.
//
//   lex_right_inverse((4,8):(1,4)) == (8,4):(1,8)          lex_left_inverse((4,8):(8,1)) == 32:1
//   lex_equal((2,3):(3,1), 6:1) == yes                     lex_nullspace((2,3,4):(1,0,2)) == 3:4
//
// Source: torch.distributed's _pycute.
#pragma once

#include "colex/common.hpp"
#include "colex/equal.hpp"
#include "colex/find.hpp"
#include "colex/left_inverse.hpp"
#include "colex/lexicographic.hpp"

namespace colex {

/// Whether two layouts are one function of the lexicographic index; else the first index at which they differ.
template <Number Int>
constexpr Equality<Int> lex_equal(Layout<Int> const& a, Layout<Int> const& b) {
  return equal(reversed(a), reversed(b));
}

/// The layout in normal form with f(i) at the lexicographic index i. Errors: find_layout's.
template <Number Int, class F>
constexpr Result<Layout<Int>, Int> lex_find_layout(F f, Int const& points) {
  return detail::reversed(find_layout<Int>(f, points));
}

template <Number Int>
constexpr Result<Layout<Int>, Int> lex_right_inverse(Layout<Int> const& layout, Parts parts = Parts::any,
                                                     Budget budget = {}) {
  return detail::reversed(right_inverse(reversed(layout), parts, budget));
}
template <Number Int>
constexpr Result<Layout<Int>, Int> lex_left_inverse(Layout<Int> const& layout, Inverse kind = Inverse::exact,
                                                    Budget budget = {}) {
  return detail::reversed(left_inverse(reversed(layout), kind, budget));
}
template <Number Int>
constexpr Result<Layout<Int>, Int> lex_nullspace(Layout<Int> const& layout, Budget budget = {}) {
  return detail::reversed(nullspace(reversed(layout), budget));
}
template <Number Int>
constexpr Result<Layout<Int>, Int> lex_max_common_layout(Layout<Int> const& a, Layout<Int> const& b,
                                                         Parts parts = Parts::any, Budget budget = {}) {
  return detail::reversed(max_common_layout(reversed(a), reversed(b), parts, budget));
}
template <Number Int>
constexpr Result<Int, Int> lex_max_common_vector(Layout<Int> const& a, Layout<Int> const& b,
                                                 Parts parts = Parts::any, Budget budget = {}) {
  return max_common_vector(reversed(a), reversed(b), parts, budget);
}
/// The lexicographic index that has an offset. Errors: surjective, undecided.
template <Number Int>
constexpr Result<Int, Int> lex_get_1d_coord(Layout<Int> const& layout,
                                            std::type_identity_t<Int> const& offset, Budget budget = {}) {
  return get_1d_coord(reversed(layout), offset, budget);
}

}  // namespace colex
