// SPDX-License-Identifier: MIT
// Law: a map over GF(2) is undone where it is injective, and shown not to be injective, or not to be onto,
// where it is not.   [1,2,5,10] undoes itself; [1,3,2] sends 7 to 0
#pragma once

#include "colex/bits.hpp"

namespace colex::laws {

struct bit_maps_invert_exactly {
  static constexpr char const* statement =
      "inverse(m)(m(x)) = x for every x, or m(x) = 0 for the x != 0 that is named; bijective(m, n) says yes "
      "exactly when m takes [0, 2^inputs) one to one onto [0, 2^n), and names what shows a no";
  static constexpr char const* source = "Triton's LinearLayout; T60";

  /// m(x) as it is defined, without a branch: the XOR of the columns of the bits of x.
  template <class Word>
  static constexpr Word value(BasicBitMap<Word> const& m, Word const& x) {
    Word r(0);
    for (int k = 0; k < m.inputs; ++k) r = r ^ (m.column[k] & (Word(0) - ((x >> k) & Word(1))));
    return r;
  }
  /// The refusal shows two arguments with one image: 0, and another that goes to 0.
  template <Number Word>
  static constexpr auto shown(BasicBitMap<Word> const& m, Refusal<Word> const& why) {
    Word const zero(0);
    return both(why.left == zero, why.right != zero, (why.right >> m.inputs) == zero,
                value(m, why.right) == zero);
  }

  /// inverse(), at one x from 0 to 2^inputs - 1.
  template <Number Word>
  static constexpr auto holds(BasicBitMap<Word> const& m, Word const& x) {
    auto const back = inverse(m);
    if (!back) return shown(m, back.refusal);
    return value(back.value, value(m, x)) == x;
  }
  /// bijective(), at one x from 0 to 2^inputs - 1 and one y from 0 to 2^outputs - 1.
  template <Number Word>
  static constexpr auto decided(BasicBitMap<Word> const& m, int outputs, Word const& x, Word const& y) {
    auto const why = bijective(m, outputs);
    Word const zero(0), end = Word(1) << outputs;
    if (why.condition == Condition::injective) return shown(m, why);
    if (why.condition == Condition::surjective)
      return both(why.left >= zero, why.left < end, value(m, x) != why.left);
    if (why.condition == Condition::in_domain) {
      auto column = zero != zero;
      for (int k = 0; k < m.inputs; ++k) column = either(column, m.column[k] == why.left);
      return both(column, why.left >= end, why.right == end);
    }
    return both(m.inputs == outputs ? y == y : y != y, value(m, x) < end,
                value(m, value(inverse(m).value, y)) == y);
  }
};

}  // namespace colex::laws
