// SPDX-License-Identifier: MIT
// Equations over GF(2): which x has a(x) = y, when `a` takes several x to one y, or takes nothing there; which x go to 0.
//
//   constexpr BitMap a{{0, 2, 1, 4}, 4};                    the column 0 is free: it moves nothing
//   static_assert(solve(a, identity_map(3))->column[1] == 2);
//   static_assert(free_inputs(a) == 0b0001 && kernel(a).column[0] == 0b0001);
//
// Of all solutions it is the one in which free inputs are 0; an input is free when its column is a sum of those before it. This is
// what Triton calls lstsq. Law: a(solve(a, b)(x)) == b(x) for every x, and a refusal names a b(x) that `a` does not reach.
#pragma once

#include "colex/bits.hpp"

namespace colex {

namespace detail {
/// The columns that are no sum of earlier ones, reduced: each has a bit that no other reduced one kept before it has.
template <class Word>
struct Echelon {
  Elimination<Word> reduced{};  // each beside the inputs that add up to it
  Word free = Word(0);          // the inputs whose columns are sums of earlier ones
  // Per free input: it, and the earlier inputs whose columns add up to its own.
  BasicBitMap<Word> kernel = {};

  /// What is left of a column, and beside it the inputs whose columns were added to it.
  constexpr Reached<Word> rest(Reached<Word> v) const {
    for (Reached<Word> const& one : reduced) v = eliminate_step(v, one, lowest_bit(one.column));
    return v;
  }
};

/// Columns in order.
template <class Word>
constexpr Echelon<Word> echelon(BasicBitMap<Word> const& m) {
  Echelon<Word> e;
  for (int k = 0; k < m.inputs; ++k) {
    Reached<Word> const rest = e.rest({m.column[k], Word(1) << k});
    if (rest.column == Word(0)) {
      e.free = e.free | Word(1) << k;
      e.kernel.push(rest.from);
    } else {
      e.reduced.push(rest);
    }
  }
  return e;
}
}  // namespace detail

/// The inputs (a mask of bits) whose columns are sums of columns before them: setting them gives nothing new.
template <class Word>
constexpr Word free_inputs(BasicBitMap<Word> const& m) {
  return detail::echelon(m).free;
}

/// One to one onto the x with m(x) == 0; columns in order of the free inputs.
template <class Word>
constexpr BasicBitMap<Word> kernel(BasicBitMap<Word> const& m) {
  return detail::echelon(m).kernel;
}

/// x with a(x(i)) == b(i) for every i, its free inputs of `a` 0. Error: surjective, a column of b in `left` that `a` does not
/// reach.
template <Number Word>
constexpr Result<BasicBitMap<Word>, Word> solve(BasicBitMap<Word> const& a, BasicBitMap<Word> const& b) {
  auto const e = detail::echelon(a);
  Result<BasicBitMap<Word>, Word> r;
  for (Word const& c : b) {
    Reached<Word> const rest = e.rest({c, Word(0)});
    if (rest.column != Word(0)) return r.refuse(because<Word>(Condition::surjective, c));
    r.value.push(rest.from);
  }
  return r;
}

}  // namespace colex
