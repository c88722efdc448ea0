// SPDX-License-Identifier: MIT
// Law: division of nested integers rounds up, or is exact, leaf by leaf.       ceil_div((7,6), (2,3)) ==
// (4,2)
#pragma once

#include "colex/division.hpp"

namespace colex::laws {

struct division_rounds {
  static constexpr char const* statement =
      "ceil_div(x, y) is the least c with c*y >= x, round_up(x, y) is c*y; shape_div(x, y)*y == x, or it is "
      "1 "
      "and x divides y, else it is refused; a tuple is divided by a tuple entry by entry, by a number entry "
      "by entry with what is left of the number; products and orders of tuples go from leaf to leaf";
  static constexpr char const* source = "CuTe, int_tuple.hpp; Cecka, arXiv:2603.02298, section 2.1";

  /// c is x / y rounded up. Precondition: y >= 1.
  template <Number Int>
  static constexpr auto is_ceiling(Int const& x, Int const& y, Int const& c) {
    return both(c * y >= x, (c - Int(1)) * y < x);
  }

  /// q is x / y without a remainder, or y is a multiple of x and q is 1. Precondition: x >= 1.
  template <Number Int>
  static constexpr auto is_exact(Int const& x, Int const& y, Int const& q) {
    return either(q * y == x, both(q == Int(1), y % x == Int(0)));
  }

  /// Neither divides the other. Precondition: x, y >= 1.
  template <Number Int>
  static constexpr auto neither_divides(Int const& x, Int const& y) {
    return both(x % y != Int(0), y % x != Int(0));
  }

  /// Each leaf of r is the product of `start` and the leaves of t before it.
  template <Number Int>
  static constexpr auto is_prefix_product(IntTuple<Int> const& t, Int const& start, IntTuple<Int> const& r) {
    auto holds = Int(0) == Int(0);
    for (int k = 0; k < t.leaves.count; ++k) {
      Int before = start;
      for (int j = 0; j < k; ++j) before = before * t.leaves[j];
      holds = both(holds, r.leaves[k] == before);
    }
    return holds;
  }

  /// The first leaf that differs is smaller in a. Precondition: congruent(a, b).
  template <Number Int>
  static constexpr auto first_difference_is_less(IntTuple<Int> const& a, IntTuple<Int> const& b) {
    auto less = Int(0) != Int(0);
    for (int k = a.leaves.count; k-- > 0;)
      less = either(a.leaves[k] < b.leaves[k], both(a.leaves[k] == b.leaves[k], less));
    return less;
  }
  /// The last leaf that differs is smaller in a. Precondition: congruent(a, b).
  template <Number Int>
  static constexpr auto last_difference_is_less(IntTuple<Int> const& a, IntTuple<Int> const& b) {
    auto less = Int(0) != Int(0);
    for (int k = 0; k < a.leaves.count; ++k)
      less = either(a.leaves[k] < b.leaves[k], both(a.leaves[k] == b.leaves[k], less));
    return less;
  }
};

}  // namespace colex::laws
