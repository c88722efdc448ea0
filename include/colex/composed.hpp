// SPDX-License-Identifier: MIT
// Layouts seen through a swizzle, or through any linear map over GF(2): i -> outer(offset + inner(i)).
//
//   evaluate(Sw<3,4,3> o 0 o (8,8):(8,1), (3,2)) == 26
//   composition(Sw<3,4,3> o 0 o (8,8):(8,1), (4,8):(2,8)) == Sw<3,4,3> o 0 o (4,8):(16,1)
//
// What an operation does to the domain of a layout it does to the inner layout, and `outer` and `offset` stay
// (composed_domain.hpp). What is asked about the offsets is in composed_bits.hpp and any_layout.hpp. Source: CuTe's layout_composed.hpp;
// theorems T59-T62 in docs/03_theory.md.
#pragma once

#include "colex/composition.hpp"
#include "colex/slice.hpp"
#include "colex/swizzle.hpp"

namespace colex {

// An outer map says its value at x >= 0, and what is wrong with it where offsets up to `top` go through it.
template <Number Word>
constexpr Word outer_value(Swizzle const& s, Word const& x) {
  return swizzled(s.bits, s.base, s.shift, x);
}
template <Number Word>
constexpr Refusal<Word> admissible(Swizzle const& s, Word const&) {
  return admissible<Word>(s);
}

constexpr bool one_to_one(Swizzle const&) { return true; }

/// i -> outer(offset + inner(i)), offsets in elements. Written Sw<3,4,3> o 0 o (8,8):(8,1).
template <Number Word, class Outer = Swizzle>
struct BasicComposedLayout {
  Outer outer{};
  Word offset = 0;
  Layout<Word> inner{};

  constexpr Word operator()(Word const& i) const {
    return outer_value<Word>(outer, offset + evaluate(inner, i));
  }
  /// At a coordinate of any nesting: c(i, j), c(make_coord(i, j)).
  template <class... Entry>
  requires(sizeof...(Entry) > 1 || !(std::is_convertible_v<Entry, Word> && ...)) constexpr Word operator()(
      Entry const&... entries) const {
    return outer_value<Word>(outer, offset + evaluate(inner, entries...));
  }
  bool operator==(BasicComposedLayout const&) const = default;
};
using ComposedLayout = BasicComposedLayout<std::int64_t>;

template <Number Word, class Outer>
constexpr Word size(BasicComposedLayout<Word, Outer> const& c) {
  return size(c.inner);
}
template <Number Word, class Outer>
constexpr Word evaluate(BasicComposedLayout<Word, Outer> const& c, std::type_identity_t<Word> const& i) {
  return c(i);
}

/// The least number that the outer map reads.
template <Number Word, class Outer>
constexpr Word least_seen(BasicComposedLayout<Word, Outer> const& c) {
  Word low = c.offset;
  for (auto const& m : c.inner.leaves)
    if (m.stride < 0) low += (m.shape - 1) * m.stride;
  return low;
}

/// Errors of a composed layout: those of its outer map, well_formed()'s, not_negative (the outer map would
/// read a negative offset), overflow (an offset beyond 2^62).
template <Number Word, class Outer>
constexpr Refusal<Word> admissible(BasicComposedLayout<Word, Outer> const& c) {
  if (auto const why = admissible(c.outer, Word(0)); why.condition != Condition::none) return why;
  if (Condition const w = well_formed(c.inner); w != Condition::none) return because<Word>(w);
  if (Word const low = least_seen(c); low < 0) return because<Word>(Condition::not_negative, low);
  Word const past = extent(c.inner);  // at least 1, and at most 2^62 + 1
  if (c.offset > kReachLimit - past) return because<Word>(Condition::overflow, c.offset);
  return admissible(c.outer, c.offset + past - 1);
}

/// Whether nothing is read from the offsets, so that they may be negative.
constexpr bool reads_nothing(Swizzle const& outer) { return outer.bits == 0; }
/// The same for a function that is asked for its values only: a plain layout may have negative ones.
template <Number Word, class Outer>
constexpr Refusal<Word> defined(BasicComposedLayout<Word, Outer> const& c) {
  auto const why = admissible(c);
  return why.condition == Condition::not_negative && reads_nothing(c.outer) ? Refusal<Word>{} : why;
}

// ------------------------------------------------------------------------ operations on the domain

/// The outer map and the offset of `c` after another inner layout.
template <Number Word, class Outer>
constexpr BasicComposedLayout<Word, Outer> around(BasicComposedLayout<Word, Outer> const& c,
                                                  Layout<Word> const& inner) {
  BasicComposedLayout<Word, Outer> r = c;
  r.inner = inner;
  return r;
}
/// The same where the inner layout may be refused; the refusal is handed on.
template <Number Word, class Outer, class Int>
constexpr Result<BasicComposedLayout<Word, Outer>, Int> around(BasicComposedLayout<Word, Outer> const& c,
                                                               Result<Layout<Word>, Int> const& inner) {
  return {around(c, inner.value), inner.refusal};
}
/// A part of the inner layout: where it starts joins the offset, which the outer map sees.
template <Number Word, class Outer, class Int>
constexpr Result<BasicComposedLayout<Word, Outer>, Int> around(BasicComposedLayout<Word, Outer> const& c,
                                                               Result<Placed<Word>, Int> const& part) {
  auto r = around(c, part.value.layout);
  r.offset = c.offset + part.value.offset;
  return {r, part.refusal};
}

/// A o B for a composed A: the outer map stays outside. Errors: composition's.
template <Number Word, class Outer>
constexpr Result<BasicComposedLayout<Word, Outer>, Word> composition(
    BasicComposedLayout<Word, Outer> const& a, Layout<Word> const& b, Budget budget = {}) {
  return around(a, composition(a.inner, b, Domain::extend_last, budget));
}

}  // namespace colex
