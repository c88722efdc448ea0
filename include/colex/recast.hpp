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
#include "colex/fold.hpp"

namespace colex {

/// One mode of upcast. `within` is the largest place of an element within its vector, by the modes so far.
/// Precondition: n >= 1, mode.shape >= 1.
template <Number Int>
constexpr Step<Int, Int> upcast_step(Int const& within, Mode<Int> const& mode, Int const& n, Cover cover) {
  Int const zero(0), one(1), apart = magnitude(mode.stride);
  bool const down = bool(mode.stride < zero);
  auto refuse = [&](Condition c, Int const& left, Int const& right) -> Step<Int, Int> {
    return {within, false, {}, because<Int>(c, left, right)};
  };
  if (apart % n == zero) {
    Int const vectors = apart / n;
    return {within, true, {mode.shape, down ? zero - vectors : vectors}};
  }
  if (mode.shape == one) {  // never moves: its stride is of no account
    if (n % apart == zero) return {within, true, {one, Int(down ? -1 : 1)}};
    return {within, true, {one, zero}};
  }
  if (down) return refuse(Condition::not_negative, mode.stride, n);
  if (!(n % apart == zero)) return refuse(Condition::vector_divides, apart, n);
  Int const points = n / apart;  // of this mode in one vector
  if (mode.shape < points) return {within + (mode.shape - one) * apart, true, {one, one}};
  if (cover == Cover::strict && !(mode.shape % points == zero))
    return refuse(Condition::vector_divides, mode.shape, points);
  return {within + (points - one) * apart, true, {(mode.shape - one) / points + one, one}};
}

/// The layout in vectors of n elements. A mode of stride d, n | d, keeps its points; one with d | n loses its
/// digits within a vector. Law: upcast(L)(c') == L(c) / n for every c, where c' has the digits of c, those of
/// modes with d < n divided by n/d. Strict: vectors are whole, so n/d divides the extent or the extent fits
/// in one vector. Errors: not_negative (n below 1, or a negative stride below n), vector_divides,
/// well_formed()'s.
template <Number Int>
constexpr Result<Layout<Int>, Int> upcast(Layout<Int> const& layout, std::type_identity_t<Int> const& n,
                                          Cover cover = Cover::strict) {
  using Answer = Result<Layout<Int>, Int>;
  if (Condition const c = well_formed(layout); c != Condition::none) return Answer::refuse(because<Int>(c));
  if (n < Int(1)) return Answer::refuse(because<Int>(Condition::not_negative, n, Int(1)));
  auto const folded = fold(layout.leaves, Int(0), [&](Int const& within, Mode<Int> const& mode) {
    return upcast_step(within, mode, n, cover);
  });
  if (folded.refusal.condition != Condition::none) return Answer::refuse(folded.refusal);
  if (folded.state >= n) return Answer::refuse(because<Int>(Condition::vector_divides, folded.state, n));
  Layout<Int> r = layout;
  r.leaves = folded.emitted;
  return Answer::answer(r);
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
constexpr Result<Layout<Int>, Int> recast_layout(Layout<Int> const& layout,
                                                 std::type_identity_t<Int> const& from,
                                                 std::type_identity_t<Int> const& to,
                                                 Cover cover = Cover::strict) {
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
