// SPDX-License-Identifier: MIT
// Equality of layouts as functions of the integral coordinate, decided on normal forms in O(rank).
//
//   equal(10:3, (2,5):(3,6)) == yes
//   equal((2,2):(3,1), (2,2):(1,3)) == no, first difference at index 1 (3 against 1)
//
// Laws: coalesce_is_a_normal_form.  Source: Colfax, arXiv:2601.05972, 2.3.3.14.
#pragma once

#include "colex/coalesce.hpp"

namespace colex {

/// Equal, or why not: other sizes, or the first index at which the values differ.
template <Number Int>
struct Equality {
  bool equal = true;
  bool same_size = true;
  Int index{}, left{}, right{};  ///< meaningful when sizes agree and the layouts are not equal
};

/// Same size and the same offset at every integral coordinate. Total; nothing is enumerated: two normal forms
/// of one size first differ where the first unequal mode starts, or where the shorter of two runs ends.
template <Number Int>
constexpr Equality<Int> equal(Layout<Int> const& a, Layout<Int> const& b) {
  if (size(a) != size(b)) return {false, false, Int(0), Int(0), Int(0)};
  List<Mode<Int>> const x = coalesce(a.leaves), y = coalesce(b.leaves);
  Int points(1);
  for (int k = 0; k < x.count && k < y.count; ++k) {
    if (x[k] == y[k]) {
      points = points * x[k].shape;
      continue;
    }
    Int const run = x[k].stride != y[k].stride ? Int(1) : x[k].shape < y[k].shape ? x[k].shape : y[k].shape;
    Int const index = points * run;
    return {false, true, index, evaluate(a, index), evaluate(b, index)};
  }
  return {};
}

}  // namespace colex
