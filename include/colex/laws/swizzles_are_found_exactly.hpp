// SPDX-License-Identifier: MIT
// Law: the swizzle of two masks, of rows of blocks, or of a map does what it is made from, or no swizzle
// does.
//   make_swizzle(896, 112) is Sw<3,4,3>; (5, 8) are the masks of none
#pragma once

#include "colex/swizzle.hpp"

namespace colex::laws {

/// A swizzle by the bits that it moves: `bits` of them, from `from` on, are XORed into those from `to` on.
template <class Word>
struct Moves {
  Word bits{}, from{}, to{};

  constexpr Word operator()(Word const& x) const {
    Word const read = x & ones<Word>(bits, from);
    if (from >= to) return x ^ (read >> (from - to));
    return x ^ (read << (to - from));
  }
};

struct swizzles_are_found_exactly {
  static constexpr char const* statement =
      "make_swizzle(source, target) XORs the bits of source into those of target, swizzle_xor16(n) block k "
      "of "
      "row r into block k XOR r mod n, swizzle_of(m) is m; where they refuse, no swizzle does that, for m "
      "none "
      "inside its inputs";
  static constexpr char const* source = "T59, T60; CuTe's make_swizzle, FlyDSL's swizzle_xor16";

  /// make_swizzle(), at one x >= 0; `other` is any swizzle.
  template <Number Word>
  static constexpr auto masks(Word const& source, Word const& target, Word const& x,
                              Moves<Word> const& other) {
    auto const r = make_swizzle<Word>(source, target);
    if (!r)
      return either(ones<Word>(other.bits, other.from) != source, ones<Word>(other.bits, other.to) != target);
    int const up = r.value.shift;
    auto const moved = [&](Word const& y) { return up < 0 ? (y & source) << -up : (y & source) >> up; };
    return both(moved(source) == target, (source & target) == Word(0),
                swizzled(r.value.bits, r.value.base, up, x) == (x ^ moved(x)));
  }
  /// swizzle_xor16(), at one row >= 0, and one byte of it from 0 to 16 * blocks - 1; `k` is any number from 0
  /// to 62.
  template <Number Word>
  static constexpr auto rows(Word const& blocks, Word const& row, Word const& byte, Word const& k) {
    auto const r = swizzle_xor16<Word>(blocks);
    if (!r && r.refusal.condition == Condition::power_of_two) return blocks != Word(1) << k;
    Word const many = Word(1) << 30;  // 29 bits of a block, as many of a row, 4 of a byte: all that fits
    if (!r) return blocks >= many;
    Word const n = Word(1) << r.value.bits, start = row * (n * Word(16));
    Word const moved =
        swizzled(r.value.bits, r.value.base, r.value.shift, start + (byte & (n * Word(16) - Word(1))));
    return both(n == blocks, moved == start + ((byte & (n * Word(16) - Word(1))) ^ (row % n * Word(16))));
  }
  /// swizzle_of(), at one x from 0 to 2^inputs - 1; `other` is any swizzle inside the map's inputs.
  template <Number Word>
  static constexpr auto map(BasicBitMap<Word> const& m, Word const& x, Moves<Word> const& other) {
    auto const r = swizzle_of(m);
    if (!r) {
      auto differs = Word(0) != Word(0);
      for (int k = 0; k < m.inputs; ++k) differs = either(differs, m.column[k] != other(Word(1) << k));
      return differs;
    }
    Word sum(0);  // m(x)
    for (int k = 0; k < m.inputs; ++k) sum = sum ^ (m.column[k] & (Word(0) - ((x >> k) & Word(1))));
    return swizzled(r.value.bits, r.value.base, r.value.shift, x) == sum;
  }
};

}  // namespace colex::laws
