// SPDX-License-Identifier: MIT
// Swizzles: bits of an offset XORed into others.
//
//   static_assert(Swizzle{2, 0, 3}(8) == 9);      bits 3 and 4 are XORed into bits 0 and 1
//   composition(1, 0, 1, 1, 1, 1) == [1,3,7]      bit_swizzle([1,3,7]) is refused: linear
//
// Laws: swizzle_is_an_involution, swizzles_compose_over_gf2, swizzles_are_found_exactly.  Source: CuTe's
// swizzle.hpp; theorems T59-T62 in docs/03_theory.md.
#pragma once

#include "colex/bits.hpp"

namespace colex {

/// `count` ones, from bit `from` on. These four functions are all that a swizzle computes; they take any word
/// with the bit operators: 64-bit integers here, bit vectors in proofs.
template <class Word, class Count>
constexpr Word ones(Count const& count, Count const& from) {
  return ((Word(1) << count) - Word(1)) << from;
}

/// Condition::none, or what is wrong with these three numbers; see admissible().
template <class Count>
constexpr Condition swizzle_condition(Count const& bits, Count const& base, Count const& shift) {
  Count const zero(0), most(62);
  if (bits < zero || base < zero) return Condition::not_negative;
  if (bits > most || base > most || shift > most || shift < zero - most) return Condition::capacity;
  Count const distance = shift < zero ? zero - shift : shift;
  if (bits + base + distance > most) return Condition::capacity;
  if (bits > distance) return Condition::overlap;
  return Condition::none;
}

/// The bits that are read, and those that are written.
template <class Word, class Count>
constexpr Word source_mask(Count const& bits, Count const& base, Count const& shift) {
  Count const zero(0);
  return ones<Word>(bits, shift > zero ? base + shift : base);
}
template <class Word, class Count>
constexpr Word target_mask(Count const& bits, Count const& base, Count const& shift) {
  Count const zero(0);
  return ones<Word>(bits, shift < zero ? base - shift : base);
}

/// x with `bits` of its bits XORed into others. Precondition: x >= 0.
template <class Word, class Count>
constexpr Word swizzled(Count const& bits, Count const& base, Count const& shift, Word const& x) {
  Count const zero(0);
  if (shift >= zero) return x ^ ((x & ones<Word>(bits, base + shift)) >> shift);
  return x ^ ((x & ones<Word>(bits, base)) << (zero - shift));
}

/// The swizzle as a linear map on `inputs` bits; its image of the last bits may lie beyond them.
template <class Word, class Count, class Inputs>
constexpr BasicBitMap<Word> swizzle_map(Count const& bits, Count const& base, Count const& shift,
                                        Inputs const& inputs) {
  BasicBitMap<Word> r;
  for (Inputs k(0); k < inputs; ++k) r.push(swizzled(bits, base, shift, Word(1) << k));
  return r;
}

/// XORs `bits` bits, read |shift| above their place (below, for a negative shift), into the ones from `base`
/// on. In CuTe's terms, Swizzle<bits, base, shift>.
template <class Count>
struct BasicSwizzle {
  Count bits{}, base{}, shift{};

  constexpr std::int64_t source_mask() const { return colex::source_mask<std::int64_t>(bits, base, shift); }
  constexpr std::int64_t target_mask() const { return colex::target_mask<std::int64_t>(bits, base, shift); }
  /// Precondition: x >= 0.
  constexpr std::int64_t operator()(std::int64_t x) const { return swizzled(bits, base, shift, x); }
  bool operator==(BasicSwizzle const&) const = default;
};
using Swizzle = BasicSwizzle<int>;

/// Condition::none when the swizzle undoes itself and fits 62 bits: |shift| >= bits, or bits == 0. CuTe
/// requires the same. Errors: not_negative (the number in `left`), overlap (source and target bits do), capacity.
template <Number Word = std::int64_t, class Count>
constexpr Refusal<Word> admissible(BasicSwizzle<Count> const& s) {
  Condition const c = swizzle_condition(s.bits, s.base, s.shift);
  if (c == Condition::none) return {};
  if (c == Condition::not_negative)
    return s.bits < 0 ? because<Word>(c, s.bits, s.base) : because<Word>(c, s.base, s.bits);
  if (c == Condition::overlap)
    return because<Word>(c, s.bits, s.shift < Count(0) ? Count(0) - s.shift : s.shift);
  return because<Word>(c);
}

template <class Word = std::int64_t, class Count>
constexpr BasicBitMap<Word> bit_map(BasicSwizzle<Count> const& s, std::type_identity_t<Count> const& inputs) {
  return swizzle_map<Word>(s.bits, s.base, s.shift, inputs);
}

/// The swizzle of rows of `blocks` 16-byte blocks, offsets in bytes: block k of row r goes to block
/// k XOR (r mod blocks). Law: s(16 * blocks * r + c) == 16 * blocks * r + (c ^ 16 * (r % blocks)), for c
/// inside the row. Errors: power_of_two (otherwise the XOR leaves the row), capacity. Source: FlyDSL's
/// swizzle_xor16.
template <Number Word = std::int64_t, class Count = int>
constexpr Result<BasicSwizzle<Count>, Word> swizzle_xor16(std::type_identity_t<Word> const& blocks) {
  if (!is_power_of_two(blocks)) return {{}, because<Word>(Condition::power_of_two, blocks)};
  Count const bits = trailing_zeros(blocks);
  BasicSwizzle<Count> const s{bits, 4, bits};
  return {s, admissible<Word>(s)};
}

/// The swizzle that reads `bits` bits from `from` on, and writes those from `to` on.
template <class Count>
constexpr BasicSwizzle<Count> swizzle_numbers(Count const& bits, Count const& from, Count const& to) {
  Count const zero(0);
  if (bits == zero) return {zero, zero, zero};
  return {bits, from < to ? from : to, from - to};
}

/// The swizzle that XORs the bits of `source` into those of `target`. Errors: linear (not two runs of as many
/// bits), and admissible()'s. Source: CuTe's make_swizzle.
template <Number Word = std::int64_t, class Count = int>
constexpr Result<BasicSwizzle<Count>, Word> make_swizzle(std::type_identity_t<Word> const& source,
                                                         std::type_identity_t<Word> const& target) {
  Count const from = source < 0 ? Count(0) : trailing_zeros(source);
  Count const to = target < 0 ? Count(0) : trailing_zeros(target);
  BasicSwizzle<Count> const s = swizzle_numbers(trailing_ones(source >> from), from, to);
  if (auto const why = admissible<Word>(s); why.condition != Condition::none) return {{}, why};
  if (source_mask<Word>(s.bits, s.base, s.shift) != source ||
      target_mask<Word>(s.bits, s.base, s.shift) != target)
    return {{}, because<Word>(Condition::linear, source, target)};
  return {s, {}};
}

/// Bits a swizzle reads or writes: bits + base + |shift|.
template <class Count>
constexpr Count reach_bits(BasicSwizzle<Count> const& s) {
  return s.bits + s.base + (s.shift < Count(0) ? Count(0) - s.shift : s.shift);
}

/// a o b as a linear map; any two swizzles compose. CuTe composes those of one shift.
template <class Word = std::int64_t, class Count>
constexpr BasicBitMap<Word> composition(BasicSwizzle<Count> const& a, BasicSwizzle<Count> const& b) {
  Count const n = reach_bits(a) < reach_bits(b) ? reach_bits(b) : reach_bits(a);
  return composition(bit_map<Word>(a, n), bit_map<Word>(b, n));
}

/// The swizzle that is the given map and moves no bit beyond its inputs. Error: linear, where none is.
template <class Count = int, Number Word>
constexpr Result<BasicSwizzle<Count>, Word> swizzle_of(BasicBitMap<Word> const& m) {
  Count const n(m.inputs), last = n + n;
  for (Count k(0); k <= last; ++k) {
    Count const shift = k - n, far = shift < Count(0) ? Count(0) - shift : shift;
    for (Count bits(0); bits <= far; ++bits) {
      Count const most = n - bits - far;
      for (Count base(0); base <= most; ++base) {
        BasicSwizzle<Count> const s{bits, base, shift};
        if (bit_map<Word>(s, n) == m) return {s, {}};
      }
    }
  }
  return {{}, because<Word>(Condition::linear)};
}

/// Why swizzle_of() refuses a map: the largest 2^k below which a swizzle has the map's columns; there that swizzle
/// gives `got`, and the map, like none of them, `want`. Precondition: it is refused.
template <Number Word>
constexpr Refusal<Word> no_swizzle(BasicBitMap<Word> const& m) {
  int most = 0;
  Word got(1);
  for (int shift = -m.inputs; shift <= m.inputs; ++shift)
    for (int bits = 0, far = shift < 0 ? -shift : shift; bits <= far; ++bits)
      for (int base = 0; base + bits + far <= m.inputs; ++base) {
        auto const s = swizzle_map<Word>(bits, base, shift, m.inputs);
        int same = 0;
        while (same < m.inputs && s.column[same] == m.column[same]) ++same;
        if (same > most) most = same, got = s.column[same];
      }
  return shown_at<Word>(Condition::linear, Word(1) << most, got, m.column[most]);
}

}  // namespace colex
