// SPDX-License-Identifier: MIT
// Linear maps over GF(2), where addition is XOR: what swizzles and layouts of powers of two are.
//
//   static_assert(BitMap{{1, 2, 4 ^ 1, 8 ^ 2}, 4}(12) == 15);       12 = 4 + 8 goes to (4 ^ 1) ^ (8 ^ 2)
//   bit_inverse([1,2,5,10]) == [1,2,5,10]      bit_rank([1,2,5,10]) == 4      of 4 columns: injective
//
// Column k is the image of 2^k; Triton calls the columns bases. Everything is decided by elimination, nothing
// by enumeration. A word is 64 bits: std::int64_t, or a bit vector in proofs; not every Number has XOR. Laws:
// swizzles_compose_over_gf2, bit_maps_invert_exactly, bit_maps_are_layouts_exactly.  Source: Triton's
// LinearLayout; theorem T60 in docs/03_theory.md.
#pragma once

#include "colex/find.hpp"

namespace colex {

/// One bit of the argument of a linear map: `column` joins the sum where bit k of x is set.
template <class Word, class Count>
constexpr Word bit_step(Word const& sum, Word const& column, Word const& x, Count const& k) {
  if (((x >> k) & Word(1)) != Word(0)) return sum ^ column;
  return sum;
}

/// One step of elimination: `by` joins the column where the column has the bit `pivot`.
template <class Word>
constexpr Word eliminate_step(Word const& column, Word const& by, Word const& pivot) {
  if ((column & pivot) != Word(0)) return column ^ by;
  return column;
}

/// A column during elimination, and the argument that goes to it.
template <class Word>
struct Reached {
  Word column{}, from{};
};
template <class Word>
constexpr Reached<Word> eliminate_step(Reached<Word> const& at, Reached<Word> const& by, Word const& pivot) {
  if ((at.column & pivot) != Word(0)) return {at.column ^ by.column, at.from ^ by.from};
  return at;
}

/// The lowest bit of x that is set; 0 for 0.
template <class Word>
constexpr Word lowest_bit(Word const& x) {
  return x & (Word(0) - x);
}

template <class Word>
constexpr bool is_power_of_two(Word const& n) {
  return n > Word(0) && (n & (n - Word(1))) == Word(0);
}

/// Of x >= 0, up to 62: the zeros, or ones, that it ends in; and the bits up to its highest.
template <class Word>
constexpr int trailing_zeros(Word const& x) {
  int n = 0;
  while (n < 62 && ((x >> n) & Word(1)) == Word(0)) ++n;
  return n;
}
template <class Word>
constexpr int trailing_ones(Word const& x) {
  int n = 0;
  while (n < 62 && ((x >> n) & Word(1)) != Word(0)) ++n;
  return n;
}
template <class Word>
constexpr int bit_length(Word const& x) {
  int n = 0;
  while (n < 62 && (x >> n) != Word(0)) ++n;
  return n;
}

/// One column more of a sum without a carry, which is an XOR, too: the bits used so far, and whether the column
/// has none of those before.
template <class Word>
struct BitsUsed {
  Word bits{};
  bool apart = true;
};
template <class Word>
constexpr BitsUsed<Word> apart_step(Word const& used, Word const& column) {
  return {used | column, bool((used & column) == Word(0))};
}

/// A linear map from `inputs` bits, 0 <= inputs <= 62; columns are from 0 to 2^62 - 1, those past `inputs` 0.
template <class Word>
struct BasicBitMap {
  Word column[62]{};
  int inputs = 0;

  constexpr Word operator()(Word const& x) const { return image(*this, x); }
  constexpr void push(Word const& c) { column[inputs++] = c; }
  constexpr Word const* begin() const { return column; }
  constexpr Word const* end() const { return column + inputs; }
  bool operator==(BasicBitMap const&) const = default;
};
using BitMap = BasicBitMap<std::int64_t>;

/// m(x).
template <class Word>
constexpr Word image(BasicBitMap<Word> const& m, Word const& x) {
  Word r(0);
  for (int k = 0; k < m.inputs; ++k) r = bit_step(r, m.column[k], x, k);
  return r;
}

template <class Word = std::int64_t>
constexpr BasicBitMap<Word> identity_map(int inputs) {
  BasicBitMap<Word> r;
  for (int k = 0; k < inputs; ++k) r.push(Word(1) << k);
  return r;
}

/// x -> a(b(x)). Bits of b(x) beyond a's inputs are lost: give `a` enough of them.
template <class Word>
constexpr BasicBitMap<Word> composition(BasicBitMap<Word> const& a, BasicBitMap<Word> const& b) {
  BasicBitMap<Word> r;
  for (Word const& c : b) r.push(a(c));
  return r;
}

/// Number of independent columns. Law: rank(m) == m.inputs if and only if m is injective.
template <class Word>
constexpr int rank(BasicBitMap<Word> m) {
  int independent = 0;
  for (int k = 0; k < m.inputs; ++k) {
    if (m.column[k] == Word(0)) continue;
    ++independent;
    Word const pivot = lowest_bit(m.column[k]);
    for (int j = k + 1; j < m.inputs; ++j) m.column[j] = eliminate_step(m.column[j], m.column[k], pivot);
  }
  return independent;
}

namespace detail {
/// Columns during elimination.
template <class Word>
struct Elimination {
  Reached<Word> at[62]{};
  int count = 0;

  constexpr void push(Reached<Word> const& one) { at[count++] = one; }
  constexpr Reached<Word>* begin() { return at; }
  constexpr Reached<Word>* end() { return at + count; }
  constexpr Reached<Word> const* begin() const { return at; }
  constexpr Reached<Word> const* end() const { return at + count; }
};

/// The columns reduced: each has a bit, its lowest, that no other has. Error: injective, as inverse() has it.
template <Number Word>
constexpr Result<Elimination<Word>, Word> eliminated(BasicBitMap<Word> const& m) {
  Result<Elimination<Word>, Word> r;
  for (int k = 0; k < m.inputs; ++k) r.value.push({m.column[k], Word(1) << k});
  for (int k = 0; k < m.inputs; ++k) {
    Reached<Word> const by = r.value.at[k];
    if (by.column == Word(0)) return r.refuse(because<Word>(Condition::injective, 0, by.from));
    Word const pivot = lowest_bit(by.column);
    for (auto& one : r.value) one = eliminate_step(one, by, pivot);
    r.value.at[k] = by;
  }
  return r;
}
}  // namespace detail

/// The left inverse on the images of m: inverse(m)(m(x)) == x. Its inputs reach to the highest bit of m's
/// columns; unreached bits go to 0. Error: injective, with a nonzero x such that m(x) == 0 in `right`.
template <Number Word>
constexpr Result<BasicBitMap<Word>, Word> inverse(BasicBitMap<Word> const& m) {
  auto const e = detail::eliminated(m);
  Result<BasicBitMap<Word>, Word> r;
  if (!e) return r.refuse(e.refusal);
  Word reached(0);
  for (Reached<Word> const& one : e.value) {
    reached = reached | one.column;
    r.value.column[trailing_zeros(one.column)] = one.from;
  }
  r.value.inputs = bit_length(reached);
  return r;
}

/// Condition::none when the map is a bijection from its inputs onto [0, 2^outputs); else injective, with a
/// nonzero x that goes to 0 in `right`, or surjective, with an offset in `left` that nothing goes to, or
/// in_domain, with a column beyond the outputs in `left`. Precondition: 0 <= outputs <= 61.
template <Number Word, class Count>
constexpr Refusal<Word> bijective(BasicBitMap<Word> const& m, Count const& outputs) {
  for (Word const& c : m)
    if ((c >> outputs) != Word(0)) return because<Word>(Condition::in_domain, c, Word(1) << outputs);
  auto const back = inverse(m);
  if (!back) return back.refusal;
  for (Count bit(0); bit < outputs; ++bit) {
    Word const y = Word(1) << bit;
    if (m(back.value(y)) != y) return because<Word>(Condition::surjective, y);
  }
  return {};
}

/// The map of a layout whose extents are powers of two and whose modes use distinct bits: then + is XOR.
/// Errors: power_of_two, linear (two modes carry into each other: the layout is not linear over GF(2)),
/// not_negative, capacity (more than 62 bits), well_formed()'s.
template <Number Word>
constexpr Result<BasicBitMap<Word>, Word> bit_map(Layout<Word> const& layout) {
  Result<BasicBitMap<Word>, Word> r;
  if (Condition const c = well_formed(layout); c != Condition::none) return r.refuse(because<Word>(c));
  Word used = 0;
  for (auto const& m : layout.leaves) {
    if (!is_power_of_two(m.shape)) return r.refuse(because<Word>(Condition::power_of_two, m.shape));
    if (m.shape > 1 && m.stride < 0) return r.refuse(because<Word>(Condition::not_negative, m.stride));
    for (Word s = 1; s < m.shape; s = s * Word(2)) {
      Word const column = s * m.stride;
      auto const with = apart_step(used, column);
      if (!with.apart) return r.refuse(because<Word>(Condition::linear, column, used));
      if (r.value.inputs == 62) return r.refuse(because<Word>(Condition::capacity));
      used = with.bits;
      r.value.push(column);
    }
  }
  return r;
}

/// The layout that is the same function, if one is: m(x) must be a sum, not only an XOR. Errors: linear (two
/// columns share a bit), capacity.
template <Number Word>
constexpr Result<Layout<Word>, Word> layout_of(BasicBitMap<Word> const& m) {
  Result<Layout<Word>, Word> r;
  List<Mode<Word>> modes;
  Word used = 0;
  Mode<Word> pending{1, 0};
  for (Word const& c : m) {
    auto const with = apart_step(used, c);
    if (!with.apart) return r.refuse(because<Word>(Condition::linear, c, used));
    used = with.bits;
    auto const step = coalesce_step(pending, Mode<Word>{2, c});
    if (step.emits) modes.push(step.mode);
    pending = step.state;
  }
  modes.push(pending);
  if (modes.overfull) return r.refuse(because<Word>(Condition::capacity));
  return r.answer(flat(modes));
}

/// The linear map with the values f(0), ..., f(points - 1). Errors: power_of_two (points), starts_at_zero,
/// linear (the first index at which f is not the XOR of its parts).
template <Number Word = std::int64_t, class Int = std::int64_t, class F>
constexpr Result<BasicBitMap<Word>, Word> find_bit_map(F f, std::type_identity_t<Int> const& points) {
  Result<BasicBitMap<Word>, Word> r;
  if (!is_power_of_two(points)) return r.refuse(because<Word>(Condition::power_of_two, points));
  if (f(Int{0}) != 0) return r.refuse(starts_at<Word>(f(Int{0})));
  for (Int s = 1; s < points; s = s * Int(2)) r.value.push(f(s));
  for (Int i = 0; i < points; ++i) {
    if (f(i) == r.value(i)) continue;
    return r.refuse(shown_at<Word>(Condition::linear, i, r.value(i), f(i)));
  }
  return r;
}

}  // namespace colex
