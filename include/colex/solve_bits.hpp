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
  Word reduced[62]{}, from[62]{};  // from: which inputs add up to the reduced column
  int count = 0;
  Word free = Word(0);  // the inputs whose columns are sums of earlier ones
  // Per free input: it, and the earlier inputs whose columns add up to its own.
  BasicBitMap<Word> kernel = {};

  /// What is left of v, and in `inputs` the inputs whose columns were added to it.
  constexpr Word rest(Word v, Word& inputs) const {
    for (int k = 0; k < count; ++k) {
      if ((v & lowest_bit(reduced[k])) == Word(0)) continue;
      v = v ^ reduced[k];
      inputs = inputs ^ from[k];
    }
    return v;
  }
};

/// Columns in order.
template <class Word>
constexpr Echelon<Word> echelon(BasicBitMap<Word> const& m) {
  Echelon<Word> e;
  for (int k = 0; k < m.inputs; ++k) {
    Word from = Word(1) << k;
    Word const v = e.rest(m.column[k], from);
    if (v == Word(0)) {
      e.free = e.free | Word(1) << k;
      e.kernel.column[e.kernel.inputs++] = from;
      continue;
    }
    e.reduced[e.count] = v;
    e.from[e.count++] = from;
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
  r.value.inputs = b.inputs;
  for (int k = 0; k < b.inputs; ++k) {
    Word inputs(0);
    if (e.rest(b.column[k], inputs) != Word(0))
      return r.refuse(because<Word>(Condition::surjective, b.column[k]));
    r.value.column[k] = inputs;
  }
  return r;
}

}  // namespace colex
