// SPDX-License-Identifier: MIT
// Linear maps over GF(2), where addition is XOR: what swizzles and layouts of powers of two are.
//
//   static_assert(BitMap{{1, 2, 4 ^ 1, 8 ^ 2}, 4}(12) == 15);       12 = 4 + 8 goes to (4 ^ 1) ^ (8 ^ 2)
//   bit_inverse([1,2,5,10]) == [1,2,5,10]      bit_rank([1,2,5,10]) == 4      of 4 columns: injective
//
// Column k is the image of 2^k; Triton calls the columns bases. Everything is decided by elimination, nothing
// by enumeration. Words are 64-bit: XOR is not an operation of colex::Number. What the theorems speak of
// takes any word with the bit operators. Laws: swizzles_compose_over_gf2.  Source: Triton's LinearLayout;
// theorem T60 in docs/laws.md.
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

/// The lowest bit of x that is set; 0 for 0.
template <class Word>
constexpr Word lowest_bit(Word const& x) {
  return x & (Word(0) - x);
}

/// A linear map from `inputs` bits, 0 <= inputs <= 62; columns past `inputs` are 0.
template <class Word>
struct BasicBitMap {
  Word column[62]{};
  int inputs = 0;

  constexpr Word operator()(Word const& x) const {
    Word r(0);
    for (int k = 0; k < inputs; ++k) r = bit_step(r, column[k], x, k);
    return r;
  }
  bool operator==(BasicBitMap const&) const = default;
};
using BitMap = BasicBitMap<std::int64_t>;

constexpr BitMap identity_map(int inputs) {
  BitMap r{{}, inputs};
  for (int k = 0; k < inputs; ++k) r.column[k] = std::int64_t{1} << k;
  return r;
}

/// x -> a(b(x)). Bits of b(x) beyond a's inputs are lost: give `a` enough of them.
template <class Word>
constexpr BasicBitMap<Word> composition(BasicBitMap<Word> const& a, BasicBitMap<Word> const& b) {
  BasicBitMap<Word> r;
  r.inputs = b.inputs;
  for (int k = 0; k < b.inputs; ++k) r.column[k] = a(b.column[k]);
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

/// The left inverse on the images of m: inverse(m)(m(x)) == x. Its inputs reach to the highest bit of m's
/// columns; unreached bits go to 0. Error: injective, with a nonzero x such that m(x) == 0 in `right`.
constexpr Result<BitMap> inverse(BitMap m) {
  BitMap from = identity_map(m.inputs);  // m's columns are eliminated; `from` keeps what they came from
  Result<BitMap> r;
  for (int k = 0; k < m.inputs; ++k) {
    if (m.column[k] == 0) return {{}, because<std::int64_t>(Condition::injective, 0, from.column[k])};
    std::int64_t const pivot = m.column[k] & -m.column[k];
    for (int j = 0; j < m.inputs; ++j) {
      if (j == k || (m.column[j] & pivot) == 0) continue;
      m.column[j] ^= m.column[k];
      from.column[j] ^= from.column[k];
    }
  }
  std::int64_t reached = 0;
  for (int k = 0; k < m.inputs; ++k) {
    std::int64_t const pivot = m.column[k] & -m.column[k];
    reached |= m.column[k];
    for (int bit = 0; bit < 62; ++bit)
      if (pivot == std::int64_t{1} << bit) r.value.column[bit] = from.column[k];
  }
  while (reached >> r.value.inputs != 0) ++r.value.inputs;
  return r;
}

/// Condition::none when the map is a bijection from its inputs onto [0, 2^outputs); else injective, with a
/// nonzero x that goes to 0 in `right`, or surjective, with an offset in `left` that nothing goes to, or
/// in_domain, with a column beyond the outputs in `left`.
constexpr Refusal<std::int64_t> bijective(BitMap const& m, int outputs) {
  using Int = std::int64_t;
  for (int k = 0; k < m.inputs; ++k)
    if (m.column[k] >> outputs != 0)
      return because<Int>(Condition::in_domain, m.column[k], Int{1} << outputs);
  if (auto const back = inverse(m); !back) return back.refusal;
  for (int bit = 0; bit < outputs; ++bit) {  // independent of the columns: outside their span
    BitMap more = m;
    more.column[more.inputs++] = Int{1} << bit;
    if (rank(more) == more.inputs) return because<Int>(Condition::surjective, Int{1} << bit);
  }
  return {};
}

/// The map of a layout whose extents are powers of two and whose modes use distinct bits: then + is XOR.
/// Errors: power_of_two, linear (two modes carry into each other: the layout is not linear over GF(2)),
/// not_negative, capacity (more than 62 bits), well_formed()'s.
constexpr Result<BitMap> bit_map(Layout<std::int64_t> const& layout) {
  using Int = std::int64_t;
  if (Condition const c = well_formed(layout); c != Condition::none) return {{}, because<Int>(c)};
  Result<BitMap> r;
  Int used = 0;
  for (auto const& m : layout.leaves) {
    if ((m.shape & (m.shape - 1)) != 0) return {{}, because<Int>(Condition::power_of_two, m.shape)};
    if (m.stride < 0 && m.shape > 1) return {{}, because<Int>(Condition::not_negative, m.stride)};
    for (Int s = 1; s < m.shape; s *= 2) {
      Int const column = s * m.stride;
      if ((used & column) != 0) return {{}, because<Int>(Condition::linear, column, used)};
      if (r.value.inputs == 62) return {{}, because<Int>(Condition::capacity)};
      used |= column;
      r.value.column[r.value.inputs++] = column;
    }
  }
  return r;
}

/// The layout that is the same function, if one is: m(x) must be a sum, not only an XOR. Errors: linear (two
/// columns share a bit), capacity.
constexpr Result<Layout<std::int64_t>> layout_of(BitMap const& m) {
  List<Mode<std::int64_t>> modes;
  std::int64_t used = 0;
  Mode<std::int64_t> pending{1, 0};
  for (int k = 0; k < m.inputs; ++k) {
    if ((used & m.column[k]) != 0) return {{}, because<std::int64_t>(Condition::linear, m.column[k], used)};
    used |= m.column[k];
    auto const step = coalesce_step(pending, Mode<std::int64_t>{2, m.column[k]});
    if (step.emits) modes.push(step.mode);
    pending = step.state;
  }
  modes.push(pending);
  if (modes.overfull) return {{}, because<std::int64_t>(Condition::capacity)};
  return {flat(modes), {}};
}

/// The linear map with the values f(0), ..., f(points - 1). Errors: power_of_two (points), starts_at_zero,
/// linear (the first index at which f is not the XOR of its parts).
template <class F>
constexpr Result<BitMap> find_bit_map(F f, std::int64_t points) {
  using Int = std::int64_t;
  Result<BitMap> r;
  if (points < 1 || (points & (points - 1)) != 0) return {{}, because<Int>(Condition::power_of_two, points)};
  if (f(Int{0}) != 0) return {{}, because<Int>(Condition::starts_at_zero, f(Int{0}))};
  for (Int s = 1; s < points; s *= 2) r.value.column[r.value.inputs++] = f(s);
  for (Int i = 0; i < points; ++i) {
    if (f(i) == r.value(i)) continue;
    r.refusal = {Condition::linear, {-1, -1}, r.value(i), f(i), true, i, r.value(i), f(i)};
    return r;
  }
  return r;
}

}  // namespace colex
