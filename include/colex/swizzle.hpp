// SPDX-License-Identifier: MIT
// Swizzles, and layouts seen through one.
//
//   static_assert(Swizzle{2, 0, 3}(8) == 9);      bits 3 and 4 are XORed into bits 0 and 1
//   extent(Sw<2,0,3> o 0 o 9:1) == 10             not 9: index 8 goes to 9
//   swizzle_composition(1, 0, 1, 1, 1, 1) == [1,3,7]      bit_swizzle([1,3,7]) is refused: linear
//
// Laws: swizzle_is_an_involution, swizzles_compose_over_gf2, swizzles_are_found_exactly,
// swizzled_layouts_are_exact.  Source: CuTe's swizzle.hpp and layout_composed.hpp; theorems T59-T62 in
// docs/laws.md.
#pragma once

#include "colex/bits.hpp"
#include "colex/composition.hpp"
#include "colex/equal.hpp"

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
  if (bits > distance) return Condition::adjacent;
  return Condition::none;
}

/// x with `bits` of its bits XORed into others. Precondition: x >= 0.
template <class Word, class Count>
constexpr Word swizzled(Count const& bits, Count const& base, Count const& shift, Word const& x) {
  Count const zero(0);
  if (shift >= zero) return x ^ ((x & ones<Word>(bits, base + shift)) >> shift);
  return x ^ ((x & ones<Word>(bits, base)) << (zero - shift));
}

/// The swizzle as a linear map on `inputs` bits; its image of the last bits may lie beyond them.
template <class Word, class Count>
constexpr BasicBitMap<Word> swizzle_map(Count const& bits, Count const& base, Count const& shift,
                                        int inputs) {
  BasicBitMap<Word> r;
  r.inputs = inputs;
  for (int k = 0; k < inputs; ++k) r.column[k] = swizzled(bits, base, shift, Word(1) << k);
  return r;
}

/// XORs `bits` bits, read |shift| above their place (below, for a negative shift), into the ones from `base`
/// on. In CuTe's terms, Swizzle<bits, base, shift>.
struct Swizzle {
  int bits = 0, base = 0, shift = 0;

  constexpr std::int64_t source_mask() const {
    return ones<std::int64_t>(bits, base + (shift > 0 ? shift : 0));
  }
  constexpr std::int64_t target_mask() const {
    return ones<std::int64_t>(bits, base - (shift < 0 ? shift : 0));
  }
  /// Precondition: x >= 0.
  constexpr std::int64_t operator()(std::int64_t x) const { return swizzled(bits, base, shift, x); }
  bool operator==(Swizzle const&) const = default;
};

/// Condition::none when the swizzle undoes itself and fits 62 bits: |shift| >= bits, or bits == 0. CuTe
/// requires the same. Errors: not_negative, adjacent (source and target bits overlap), capacity.
template <Number Word = std::int64_t>
constexpr Refusal<Word> admissible(Swizzle const& s) {
  Condition const c = swizzle_condition(s.bits, s.base, s.shift);
  if (c == Condition::none) return {};
  if (c == Condition::not_negative) return because<Word>(c, s.bits, s.base);
  if (c == Condition::adjacent) return because<Word>(c, s.bits, s.shift < 0 ? -s.shift : s.shift);
  return because<Word>(c);
}

constexpr BitMap bit_map(Swizzle const& s, int inputs) {
  return swizzle_map<std::int64_t>(s.bits, s.base, s.shift, inputs);
}

/// The swizzle of rows of `blocks` 16-byte blocks, offsets in bytes: block k of row r goes to block
/// k XOR (r mod blocks). Law: s(16 * blocks * r + c) == 16 * blocks * r + (c ^ 16 * (r % blocks)), for c
/// inside the row. Errors: power_of_two (otherwise the XOR leaves the row), capacity. Source: FlyDSL's
/// swizzle_xor16.
template <Number Word = std::int64_t>
constexpr Result<Swizzle, Word> swizzle_xor16(std::type_identity_t<Word> const& blocks) {
  if (blocks < 1 || (blocks & (blocks - 1)) != 0) return {{}, because<Word>(Condition::power_of_two, blocks)};
  int bits = 0;
  while (blocks >> bits > 1) ++bits;
  Swizzle const s{bits, 4, bits};
  return {s, admissible<Word>(s)};
}

/// The swizzle that XORs the bits of `source` into those of `target`. Errors: linear (not two runs of as many
/// bits), and admissible()'s. Source: CuTe's make_swizzle.
template <Number Word = std::int64_t>
constexpr Result<Swizzle, Word> make_swizzle(std::type_identity_t<Word> const& source,
                                             std::type_identity_t<Word> const& target) {
  int bits = 0, from = 0, to = 0;
  while (from < 62 && source >= 0 && (source >> from & 1) == 0) ++from;
  while (to < 62 && target >= 0 && (target >> to & 1) == 0) ++to;
  while (bits < 62 && (source >> from >> bits & 1) != 0) ++bits;
  Swizzle const s{bits, bits == 0 ? 0 : from < to ? from : to, bits == 0 ? 0 : from - to};
  if (auto const why = admissible<Word>(s); why.condition != Condition::none) return {{}, why};
  if (s.source_mask() != source || s.target_mask() != target)
    return {{}, because<Word>(Condition::linear, source, target)};
  return {s, {}};
}

/// Bits a swizzle reads or writes: bits + base + |shift|.
constexpr int reach_bits(Swizzle const& s) { return s.bits + s.base + (s.shift < 0 ? -s.shift : s.shift); }

/// a o b as a linear map; any two swizzles compose. CuTe composes those of one shift.
constexpr BitMap composition(Swizzle const& a, Swizzle const& b) {
  int const n = reach_bits(a) < reach_bits(b) ? reach_bits(b) : reach_bits(a);
  return composition(bit_map(a, n), bit_map(b, n));
}

/// The swizzle that is the given map and moves no bit beyond its inputs. Error: linear, where none is.
template <Number Word>
constexpr Result<Swizzle, Word> swizzle_of(BasicBitMap<Word> const& m) {
  for (int shift = -m.inputs; shift <= m.inputs; ++shift)
    for (int bits = 0; bits <= (shift < 0 ? -shift : shift); ++bits)
      for (int base = 0; base + bits + (shift < 0 ? -shift : shift) <= m.inputs; ++base)
        if (swizzle_map<Word>(bits, base, shift, m.inputs) == m) return {{bits, base, shift}, {}};
  return {{}, because<Word>(Condition::linear)};
}

// ------------------------------------------------------------------------------------------ composed layouts

/// i -> swizzle(offset + inner(i)), offsets in elements. Written Sw<3,4,3> o 0 o (8,8):(8,1).
template <Number Word>
struct BasicComposedLayout {
  Swizzle outer{};
  Word offset = 0;
  Layout<Word> inner{};

  constexpr Word operator()(Word const& i) const {
    return swizzled(outer.bits, outer.base, outer.shift, offset + evaluate(inner, i));
  }
  bool operator==(BasicComposedLayout const&) const = default;
};
using ComposedLayout = BasicComposedLayout<std::int64_t>;

template <Number Word>
constexpr Word size(BasicComposedLayout<Word> const& c) {
  return size(c.inner);
}
template <Number Word>
constexpr Word evaluate(BasicComposedLayout<Word> const& c, std::type_identity_t<Word> const& i) {
  return c(i);
}

/// A o B for a composed A: the swizzle stays outside. Errors: composition's.
template <Number Word>
constexpr Result<BasicComposedLayout<Word>, Word> composition(BasicComposedLayout<Word> const& a,
                                                              Layout<Word> const& b) {
  auto const inner = composition(a.inner, b);
  return {{a.outer, a.offset, inner.value}, inner.refusal};
}

/// Errors of a composed layout: admissible()'s, well_formed()'s, not_negative (the swizzle would read a
/// negative offset), capacity (an offset beyond 2^62).
template <Number Word>
constexpr Refusal<Word> admissible(BasicComposedLayout<Word> const& c) {
  if (auto const why = admissible<Word>(c.outer); why.condition != Condition::none) return why;
  if (Condition const w = well_formed(c.inner); w != Condition::none) return because<Word>(w);
  Word low = c.offset;
  for (auto const& m : c.inner.leaves)
    if (m.stride < 0) low += (m.shape - 1) * m.stride;
  if (low < 0) return because<Word>(Condition::not_negative, low);
  if (!sum_fits(c.offset, extent(c.inner))) return because<Word>(Condition::overflow, c.offset);
  return {};
}

/// The composed layout as a linear map plus the constant at 0: value(i) == at_zero ^ map(i). Exact where the
/// inner layout is linear over GF(2) and shares no bit with the offset. Errors: bit_map's and admissible()'s.
template <Number Word>
struct BasicAffineBits {
  BasicBitMap<Word> map{};
  Word at_zero = 0;
};
using AffineBits = BasicAffineBits<std::int64_t>;
template <Number Word>
constexpr Result<BasicAffineBits<Word>, Word> affine_bits(BasicComposedLayout<Word> const& c) {
  if (auto const why = admissible(c); why.condition != Condition::none) return {{}, why};
  auto const inner = bit_map(c.inner);
  if (!inner) return {{}, inner.refusal};
  Word used = 0;
  for (int k = 0; k < inner.value.inputs; ++k) used |= inner.value.column[k];
  if ((used & c.offset) != 0) return {{}, because<Word>(Condition::linear, c.offset, used)};
  auto const swizzle = [&](Word const& x) { return swizzled(c.outer.bits, c.outer.base, c.outer.shift, x); };
  Result<BasicAffineBits<Word>, Word> r{{inner.value, swizzle(c.offset)}, {}};
  for (int k = 0; k < inner.value.inputs; ++k) r.value.map.column[k] = swizzle(inner.value.column[k]);
  return r;
}

/// One past the largest offset, swizzle included. Over GF(2) where affine_bits() answers: the largest value
/// of at_zero ^ map is found bit by bit. By enumeration otherwise. Errors: undecided (more than
/// kEnumerationLimit points), admissible()'s.
template <Number Word>
constexpr Result<Word, Word> extent(BasicComposedLayout<Word> const& c) {
  if (auto const why = admissible(c); why.condition != Condition::none) return {0, why};
  if (auto const affine = affine_bits(c)) {
    Word best = affine.value.at_zero;
    auto m = affine.value.map;
    for (int bit = 61; bit >= 0; --bit) {
      Word const mask = Word(1) << bit;
      int pivot = -1;
      for (int k = 0; k < m.inputs; ++k)
        if (pivot < 0 && m.column[k] >> bit == 1) pivot = k;
      if (pivot < 0) continue;
      Word const by = m.column[pivot];
      if ((best & mask) == 0) best ^= by;
      for (int k = 0; k < m.inputs; ++k)
        if ((m.column[k] & mask) != 0) m.column[k] ^= by;
    }
    return {best + 1, {}};
  }
  if (size(c) > kEnumerationLimit) return {0, because<Word>(Condition::undecided, size(c))};
  Word top = 0;
  for (Word i = 0; i < size(c); ++i)
    if (c(i) > top) top = c(i);
  return {top + 1, {}};
}

/// How a question about composed layouts was decided.
enum class Decided : std::uint8_t { normal_form, gf2, enumeration };

/// Whether two composed layouts are the same function, how that was decided, and a difference where they are
/// not. By normal form where the swizzles are the same one: it is a bijection, so the inner layouts decide,
/// at any size. Otherwise over GF(2) where both are linear, else by enumeration. Errors: undecided (more than
/// kEnumerationLimit points to enumerate), admissible()'s.
template <Number Word>
struct ComposedEquality {
  bool equal = true;
  Decided by = Decided::gf2;
  Word index = 0;  ///< 0 where the sizes differ
};
template <Number Word>
constexpr Result<ComposedEquality<Word>, Word> equal(BasicComposedLayout<Word> const& a,
                                                     BasicComposedLayout<Word> const& b) {
  if (auto const why = admissible(a); why.condition != Condition::none) return {{}, why};
  if (auto const why = admissible(b); why.condition != Condition::none) return {{}, why};
  if (size(a) != size(b)) return {{false, Decided::normal_form, 0}, {}};
  if (a.outer == b.outer) {
    auto const inner = equal(a.inner, b.inner);
    if (a.offset != b.offset) return {{false, Decided::normal_form, 0}, {}};
    return {{inner.equal, Decided::normal_form, inner.index}, {}};
  }
  auto const x = affine_bits(a), y = affine_bits(b);
  if (x && y) {
    if (x.value.at_zero != y.value.at_zero) return {{false, Decided::gf2, 0}, {}};
    for (int k = 0; k < x.value.map.inputs; ++k)
      if (x.value.map.column[k] != y.value.map.column[k]) return {{false, Decided::gf2, Word(1) << k}, {}};
    return {{true, Decided::gf2, 0}, {}};
  }
  if (size(a) > kEnumerationLimit) return {{}, because<Word>(Condition::undecided, size(a))};
  for (Word i = 0; i < size(a); ++i)
    if (a(i) != b(i)) return {{false, Decided::enumeration, i}, {}};
  return {{true, Decided::enumeration, 0}, {}};
}

/// The inverse of a composed layout that is linear over GF(2): inverse(c) applied to c(i) ^ c(0) is i.
/// Errors: affine_bits' and inverse(BitMap)'s.
template <Number Word>
constexpr Result<BasicBitMap<Word>, Word> inverse(BasicComposedLayout<Word> const& c) {
  auto const affine = affine_bits(c);
  if (!affine) return Result<BasicBitMap<Word>, Word>::refuse(affine.refusal);
  return inverse(affine.value.map);
}

}  // namespace colex
