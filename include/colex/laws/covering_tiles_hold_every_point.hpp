// SPDX-License-Identifier: MIT
// Law: a divide that need not come out even still shows every point of A.     5:1 by 2:1: (2,3):(1,2), to 5
#pragma once

#include "colex/product.hpp"

namespace colex::laws {

struct covering_tiles_hold_every_point {
  static constexpr char const* statement =
      "R = logical_divide(A, B, cover), cover not strict: B's coordinates are those of R's first mode, and "
      "every "
      "offset of A is one of R's; A's modes are rounded up to the largest step of B that fits in them, and "
      "no "
      "further";
  static constexpr char const* source =
      "CuTe, logical_divide and tile_to_shape; Cecka, arXiv:2603.02298, 3.5";

  /// At one coordinate 0 <= c < size(A): R has A's offset. The size of R must be a numeral.
  template <Number Int>
  static constexpr auto covers(Layout<Int> const& a, Layout<Int> const& r, Int const& c) {
    auto found = Int(0) != Int(0);
    for (Int i(0); i < size(r); i = i + Int(1)) found = either(found, evaluate(r, i) == evaluate(a, c));
    return found;
  }

  /// The least multiple of `step` that is at least `points`.
  template <Number Int>
  static constexpr Int rounded(Int const& points, Int const& step) {
    return (points + step - Int(1)) / step * step;
  }

  /// How far B's tiles reach in a mode of `extent` points that starts at index `start`: the largest step to
  /// an edge of B, a stride or the end of a mode, that is a whole number of `start` and fits in the mode.
  template <Number Int>
  static constexpr Int step_of(Layout<Int> const& b, Int const& start, Int const& extent) {
    Int longest(1);
    for (auto const& m : b.leaves) {
      if (!(m.shape > Int(1)) || !(m.stride > Int(0))) continue;
      for (Int const& edge : {m.stride, m.stride * m.shape})
        for (Int n(2); n <= extent; n = n + Int(1))
          if (n * start == edge && n > longest) longest = n;
    }
    return longest;
  }
};

}  // namespace colex::laws
