// SPDX-License-Identifier: MIT
// Complement, inverses, what two layouts have in common, and recasts, as CuTe's unit tests demand of them.
//
//   cute::complement((4,2):(1,5)) == 1:0        the layout and its complement end at its cosize, 9, or beyond
//   cute::left_inverse(((2,4),(3,5)):((4,1),(2,8))) == (2,2,2,5):(2,8,1,24)      coordinates share offsets:
//   cute::evaluate((2,2,2,5):(2,8,1,24), 6) == 9         6 -> 9, whose offset is 6; left_inverse() refuses
//   cute::domain_distribute(((64,3)), 128) == 64:1            64 is the part of 128 that (64,3) can deal out
//
// Source: CuTe's layout.hpp and its unit tests.
#pragma once

#include "colex/common.hpp"
#include "colex/distribute.hpp"
#include "colex/divide.hpp"
#include "colex/left_inverse.hpp"
#include "colex/lexicographic.hpp"
#include "colex/product.hpp"
#include "colex/recast.hpp"

namespace colex::cute {

/// R, increasing, whose offsets meet A's in 0 only, with cosize((A, R)) >= cotarget. A shape as cotarget is
/// rounded up entry by entry. Modes of stride 0 are left out. Errors: complement's.
template <Number Int>
constexpr Result<Layout<Int>, Int> complement(Layout<Int> const& layout, IntTuple<Int> const& cotarget) {
  return colex::complement(layout, cotarget, Cover::disjoint);
}
template <Number Int>
constexpr Result<Layout<Int>, Int> complement(Layout<Int> const& layout,
                                              std::type_identity_t<Int> const& cotarget) {
  return colex::complement(layout, cotarget, Cover::disjoint);
}
/// In A's own cosize. Errors: complement's.
template <Number Int>
constexpr Result<Layout<Int>, Int> complement(Layout<Int> const& layout) {
  return colex::complement(layout, cosize(layout), Cover::disjoint);
}

/// R of whole modes of the coalesced layout with L(R(k)) == k for every k below size(R). Errors:
/// well_formed()'s.
template <Number Int>
constexpr Result<Layout<Int>, Int> right_inverse(Layout<Int> const& layout, Budget budget = {}) {
  return colex::right_inverse(layout, Parts::whole_modes, budget);
}

/// L' with L(L'(L(k))) == L(k) for every k, both running on past their ends. Errors: left_inverse's.
template <Number Int>
constexpr Result<Layout<Int>, Int> left_inverse(Layout<Int> const& layout, Budget budget = {}) {
  return colex::left_inverse(layout, Inverse::quasi, budget);
}

/// R of whole modes with A(R(i)) == i == B(R(i)), and its size. Errors: well_formed()'s.
template <Number Int>
constexpr Result<Layout<Int>, Int> max_common_layout(Layout<Int> const& a, Layout<Int> const& b,
                                                     Budget budget = {}) {
  return colex::max_common_layout(a, b, Parts::whole_modes, budget);
}
template <Number Int>
constexpr Result<Int, Int> max_common_vector(Layout<Int> const& a, Layout<Int> const& b, Budget budget = {}) {
  return colex::max_common_vector(a, b, Parts::whole_modes, budget);
}

/// Of n workers as many as divide over `shape`: an increasing layout whose size divides n. Error:
/// not_negative (n < 1).
template <Number Int>
constexpr Result<Layout<Int>, Int> domain_distribute(IntTuple<Int> const& shape,
                                                     std::type_identity_t<Int> const& n) {
  using Answer = Result<Layout<Int>, Int>;
  if (n < Int(1)) return Answer::refuse(because<Int>(Condition::not_negative, n, Int(1)));
  return Answer::answer(colex::detail::distribute(shape, n).layout);
}

/// Copies of `block` until each mode has the extent of `target` or more. Errors: tile_to_shape's, but
/// divides.
template <Number Int>
constexpr Result<Layout<Int>, Int> tile_to_shape(Layout<Int> const& block, IntTuple<Int> const& target,
                                                 IntTuple<Int> const& order, Budget budget = {}) {
  return colex::tile_to_shape(block, target, order, Cover::disjoint, budget);
}
template <Number Int>
constexpr Result<Layout<Int>, Int> tile_to_shape(Layout<Int> const& block, IntTuple<Int> const& target,
                                                 Budget budget = {}) {
  return colex::tile_to_shape(block, target, Cover::disjoint, budget);
}

/// Vectors of n elements, and elements of other widths; a last vector may be short. Errors: upcast's,
/// recast_layout's.
template <Number Int>
constexpr Result<Layout<Int>, Int> upcast(Layout<Int> const& layout, std::type_identity_t<Int> const& n) {
  return colex::upcast(layout, n, Cover::disjoint);
}
template <Number Int>
constexpr Result<Layout<Int>, Int> recast_layout(Layout<Int> const& layout,
                                                 std::type_identity_t<Int> const& from,
                                                 std::type_identity_t<Int> const& to) {
  return colex::recast_layout(layout, from, to, Cover::disjoint);
}

/// cute::complement() counted from the right, in one point unless a cotarget is given, as in PyTorch. Errors:
/// complement's.
template <Number Int>
constexpr Result<Layout<Int>, Int> lex_complement(Layout<Int> const& layout,
                                                  std::type_identity_t<Int> const& cotarget = Int(1)) {
  return colex::lex_complement<Int>(layout, cotarget, Cover::disjoint);
}

}  // namespace colex::cute
