// SPDX-License-Identifier: MIT
// The same memory counted in wider or narrower elements.
//
//   upcast((8,4):(1,8), 4) == (2,4):(1,2)          downcast((2,4):(1,2), 4) == (8,4):(1,8)
//   upcast((3,4):(1,3), 2) is refused: mode 0: 3 does not fit whole vectors of 2
//
// Laws: upcast_keeps_the_addresses.  Source: CuTe's upcast, downcast and recast_layout, which assume the
// conditions that are decided here.
#pragma once

#include "colex/complement.hpp"

namespace colex {

/// The layout in vectors of n elements. A mode of stride d, n | d, keeps its points; one with d | n loses its
/// digits within a vector. Law: upcast(L)(c') == L(c) / n for every c, where c' has the digits of c, those of
/// modes with d < n divided by n/d. Strict: vectors are whole, so n/d divides the extent or the extent fits
/// in one vector. Errors: not_negative (n below 1, or a negative stride below n), vector_divides,
/// well_formed()'s.
template <Number Int>
constexpr Result<Layout<Int>, Int> upcast(Layout<Int> const& layout, std::type_identity_t<Int> const& n,
                                          Cover cover = Cover::strict) {
  auto refuse = [](Condition c, Int const& left, Int const& right, int mode) {
    auto why = because<Int>(c, left, right);
    why.modes[0] = mode;
    return Result<Layout<Int>, Int>{{}, why};
  };
  if (Condition const c = well_formed(layout); c != Condition::none) return {{}, because<Int>(c)};
  if (n < Int(1)) return refuse(Condition::not_negative, n, Int(1), -1);
  Layout<Int> r = layout;
  Int within(0);  // largest place of an element within its vector
  for (int k = 0; k < r.leaves.count; ++k) {
    Mode<Int>& m = r.leaves[k];
    Int const step = magnitude(m.stride);
    if (step % n == Int(0)) {
      m.stride = m.stride < Int(0) ? Int(0) - step / n : step / n;
      continue;
    }
    if (m.shape == Int(1)) {  // never moves: its stride is of no account
      if (n % step == Int(0)) {
        m.stride = m.stride < Int(0) ? Int(-1) : Int(1);
      } else {
        m.stride = Int(0);
      }
      continue;
    }
    if (m.stride < Int(0)) return refuse(Condition::not_negative, m.stride, n, k);
    if (!(n % m.stride == Int(0))) return refuse(Condition::vector_divides, m.stride, n, k);
    Int const points = n / m.stride;  // of this mode in one vector
    if (m.shape < points) {
      within = within + (m.shape - Int(1)) * m.stride;
      m = {Int(1), Int(1)};
      continue;
    }
    if (cover == Cover::strict && !(m.shape % points == Int(0)))
      return refuse(Condition::vector_divides, m.shape, points, k);
    within = within + (points - Int(1)) * m.stride;
    m = {(m.shape - Int(1)) / points + Int(1), Int(1)};
  }
  if (within >= n) return refuse(Condition::vector_divides, within, n, -1);
  return {r, {}};
}

/// The layout in n-ths of an element: the mode of stride 1 gets n times its points, every other stride is
/// multiplied by n. Exactly one mode of stride 1 may move: with none, or two, no mode counts the parts. Where
/// none moves, the one of a single point is it. Law: upcast(downcast(L, n), n) == L. Errors: not_negative (n
/// below 1), adjacent (`left`: how many modes could count the parts; stride -1 counts as none), overflow,
/// well_formed()'s.
template <Number Int>
constexpr Result<Layout<Int>, Int> downcast(Layout<Int> const& layout, std::type_identity_t<Int> const& n) {
  if (Condition const c = well_formed(layout); c != Condition::none) return {{}, because<Int>(c)};
  if (n < Int(1)) return {{}, because<Int>(Condition::not_negative, n, Int(1))};
  int moving = 0, still = 0;
  for (auto const& m : layout.leaves)
    if (m.stride == Int(1)) ++(m.shape == Int(1) ? still : moving);
  int const adjacent = moving > 0 ? moving : still;
  if (adjacent != 1) return {{}, because<Int>(Condition::adjacent, Int(adjacent), Int(1))};
  Result<Layout<Int>, Int> r{layout, {}};
  for (auto& m : r.value.leaves) {
    bool const counts = m.stride == Int(1) && (moving == 0 || !(m.shape == Int(1)));
    Int& grows = counts ? m.shape : m.stride;
    if (!product_fits(grows, n)) return {{}, because<Int>(Condition::overflow, grows, n)};
    grows = grows * n;
  }
  r.refusal.condition = well_formed(r.value);
  return r;
}

/// From elements of `from` bits to elements of `to` bits: upcast, downcast, or, where neither divides the
/// other, down to the common part and up again. Errors: theirs; not_negative where a width is below 1.
template <Number Int>
constexpr Result<Layout<Int>, Int> recast(Layout<Int> const& layout, std::type_identity_t<Int> const& from,
                                          std::type_identity_t<Int> const& to, Cover cover = Cover::strict) {
  if (from < Int(1) || to < Int(1)) return {{}, because<Int>(Condition::not_negative, from, to)};
  Int a = from, b = to;
  while (!(b == Int(0))) {
    Int const rest = a % b;
    a = b;
    b = rest;
  }
  Int const up = to / a, down = from / a;
  Result<Layout<Int>, Int> r{layout, {}};
  if (!(down == Int(1))) r = downcast(layout, down);
  return r && !(up == Int(1)) ? upcast(r.value, up, cover) : r;
}

}  // namespace colex
