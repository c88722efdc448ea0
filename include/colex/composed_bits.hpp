// SPDX-License-Identifier: MIT
// A composed layout over GF(2), and what is decided there: its extent, equality, inverse.
//
//   extent(Sw<2,0,3> o 0 o 9:1) == 10             not 9: index 8 goes to 9
//
// Laws: swizzled_layouts_are_exact.  Source: theorems T59-T62 in docs/03_theory.md; Triton's LinearLayout.
#pragma once

#include "colex/composed.hpp"
#include "colex/equal.hpp"

namespace colex {

/// The composed layout as a linear map plus the constant at 0: value(i) == at_zero ^ map(i). Exact.
template <Number Word>
struct BasicAffineBits {
  BasicBitMap<Word> map{};
  Word at_zero = 0;
};
using AffineBits = BasicAffineBits<std::int64_t>;

namespace detail {
/// Whether adding the columns of `m` to `offset` keeps to bits of their own: then offset + m(i) is
/// offset ^ n(i) for a linear n, the carries included.
template <Number Word>
constexpr bool carries_apart(BasicBitMap<Word> const& m, Word const& offset) {
  Word used = 0, shared = 0;
  for (int k = 0; k < m.inputs; ++k) {
    Word const touched = m.column[k] | ((offset + m.column[k]) ^ offset);
    shared |= used & touched;
    used |= touched;
  }
  if (shared == 0) return true;
  return false;
}
}  // namespace detail

/// The columns are c(2^k) ^ c(0). That they make c is seen from the bits that the inner layout touches, or by
/// looking at every point, 2^10 before each look at what was found. Where the budget does not do for all of them,
/// none but the first 2^10 are looked at. Errors: power_of_two (the size), linear (with the index at which c is
/// not the XOR of its parts), capacity, undecided, admissible()'s.
template <Number Word, class Outer>
constexpr Result<BasicAffineBits<Word>, Word> affine_bits(BasicComposedLayout<Word, Outer> const& c,
                                                          Budget budget = {}) {
  if (auto const why = admissible(c); why.condition != Condition::none) return {{}, why};
  Word const points = size(c);
  if ((points & (points - 1)) != 0) return {{}, because<Word>(Condition::power_of_two, points)};
  Result<BasicAffineBits<Word>, Word> r;
  r.value.at_zero = c(0);
  for (Word s = 1; s < points; s *= 2) {
    if (r.value.map.inputs == 62) return {{}, because<Word>(Condition::capacity)};
    r.value.map.column[r.value.map.inputs++] = c(s) ^ r.value.at_zero;
  }
  if (auto const inner = bit_map(c.inner); inner && detail::carries_apart(inner.value, c.offset)) return r;
  Work work(budget);
  std::int64_t const cost = 1 + c.inner.leaves.count / 4;
  for (Word first = 0; first < points;) {
    if (first == 1024 && points > work.limit / cost) return {{}, undecided(work, points)};
    Word differ = 0, end = first;
    for (int k = 0; k < 1024 && end < points; ++k, ++end) {
      if (!work.take(cost)) return {{}, undecided(work, points)};
      differ |= r.value.map(end) ^ c(end) ^ r.value.at_zero;
    }
    if (differ == 0) {
      first = end;
      continue;
    }
    for (; first < end; ++first) {
      Word const got = r.value.map(first) ^ r.value.at_zero, want = c(first);
      if (got == want) continue;
      return {{}, shown_at<Word>(Condition::linear, first, got, want)};
    }
  }
  return r;
}

/// The columns alone, without the constant c(0). Errors: affine_bits'.
template <Number Word, class Outer>
constexpr Result<BasicBitMap<Word>, Word> bit_map(BasicComposedLayout<Word, Outer> const& c,
                                                  Budget budget = {}) {
  auto const affine = affine_bits(c, budget);
  return {affine.value.map, affine.refusal};
}

namespace detail {
/// The largest of `affine`'s values. Each basis vector lacks the leading bits of those before it.
template <Number Word>
constexpr Word largest(BasicAffineBits<Word> const& affine) {
  BasicBitMap<Word> basis;
  for (int k = 0; k < affine.map.inputs; ++k) {
    Word rest = affine.map.column[k];
    for (int j = 0; j < basis.inputs; ++j)
      if ((rest ^ basis.column[j]) < rest) rest ^= basis.column[j];
    if (rest != 0) basis.column[basis.inputs++] = rest;
  }
  Word best = affine.at_zero;
  for (int j = 0; j < basis.inputs; ++j)
    if ((best ^ basis.column[j]) > best) best ^= basis.column[j];
  return best;
}
}  // namespace detail

/// One past the largest offset, the outer map included. Over GF(2) where affine_bits() answers, by
/// enumeration otherwise. Errors: undecided, admissible()'s.
template <Number Word, class Outer>
constexpr Result<Word, Word> extent(BasicComposedLayout<Word, Outer> const& c, Budget budget = {}) {
  if (auto const why = admissible(c); why.condition != Condition::none) return {0, why};
  Work work(budget);
  if (auto const affine = affine_bits(c, work.rest())) return {detail::largest(affine.value) + 1, {}};
  Word const points = size(c);
  if (points > budget.steps) return {0, undecided(work, points)};  // known before any is looked at
  Word top = 0;
  for (Word i = 0; i < points; ++i) {
    if (!work.take(1 + c.inner.leaves.count / 4)) return {0, undecided(work, points)};
    if (c(i) > top) top = c(i);
  }
  return {top + 1, {}};
}

namespace detail {
/// Where the inner layout is least.
template <Number Word, class Outer>
constexpr Word least_index(BasicComposedLayout<Word, Outer> const& c) {
  Word index = 0, points = 1;
  for (auto const& m : c.inner.leaves) {
    if (m.stride < 0) index += (m.shape - 1) * points;
    points *= m.shape;
  }
  return index;
}
}  // namespace detail

/// How a question about composed layouts was decided.
enum class Decided : std::uint8_t { normal_form, gf2, enumeration };

/// Whether two composed layouts are the same function, how that was decided, and a difference where they are
/// not. By normal form where the outer maps are the same one, and one to one: the inner layouts decide, at any
/// size. Otherwise over GF(2) where both are linear, else by enumeration. Errors: undecided,
/// admissible()'s.
template <Number Word>
struct ComposedEquality {
  bool equal = true;
  Decided by = Decided::gf2;
  Word index = 0;  ///< 0 where the sizes differ
};
template <Number Word, class Outer>
constexpr Result<ComposedEquality<Word>, Word> equal(BasicComposedLayout<Word, Outer> const& a,
                                                     BasicComposedLayout<Word, Outer> const& b,
                                                     Budget budget = {}) {
  if (auto const why = defined(a); why.condition != Condition::none) return {{}, why};
  if (auto const why = defined(b); why.condition != Condition::none) return {{}, why};
  if (size(a) != size(b)) return {{false, Decided::normal_form, 0}, {}};
  bool const plain = reads_nothing(a.outer) && reads_nothing(b.outer);
  if (plain || (a.outer == b.outer && one_to_one(a.outer))) {
    auto const inner = equal(a.inner, b.inner);
    if (a.offset != b.offset) return {{false, Decided::normal_form, 0}, {}};
    return {{inner.equal, Decided::normal_form, inner.index}, {}};
  }
  for (auto const* one : {&a, &b})  // behind what reads offsets there is none below 0
    if (least_seen(*one) < 0) return {{false, Decided::normal_form, detail::least_index(*one)}, {}};
  Work work(budget);
  auto const x = affine_bits(a, work.rest()), y = affine_bits(b, work.rest());
  if (x && y) {
    if (x.value.at_zero != y.value.at_zero) return {{false, Decided::gf2, 0}, {}};
    for (int k = 0; k < x.value.map.inputs; ++k)
      if (x.value.map.column[k] != y.value.map.column[k]) return {{false, Decided::gf2, Word(1) << k}, {}};
    return {{true, Decided::gf2, 0}, {}};
  }
  for (Word i = 0; i < size(a); ++i) {
    if (!work.take(1 + a.inner.leaves.count / 4)) return {{}, undecided(work, size(a))};
    if (a(i) != b(i)) return {{false, Decided::enumeration, i}, {}};
  }
  return {{true, Decided::enumeration, 0}, {}};
}

/// The inverse of a composed layout of which i -> c(i) ^ c(0) is linear: inverse(c) applied to that is i.
/// Errors: affine_bits' and inverse(BitMap)'s.
template <Number Word, class Outer>
constexpr Result<BasicBitMap<Word>, Word> inverse(BasicComposedLayout<Word, Outer> const& c,
                                                  Budget budget = {}) {
  auto const affine = affine_bits(c, budget);
  if (!affine) return Result<BasicBitMap<Word>, Word>::refuse(affine.refusal);
  return inverse(affine.value.map);
}

}  // namespace colex
