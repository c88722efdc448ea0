// SPDX-License-Identifier: MIT
// Law: a strict divide shows every point of A once, tile by tile.   16:1 by 4:4: 0 4 8 12, 1 5 9 13, ...
#pragma once

#include "colex/divide.hpp"

namespace colex::laws {

struct divide_permutes_the_layout {
  static constexpr char const* statement =
      "logical_divide(A, B) = A o P for a permutation P of [0, |A|) that starts with B";
  static constexpr char const* source = "Cecka, arXiv:2603.02298, section 3.5; Shah 2.22-2.23";

  /// The same modes in the same order, in whatever tuples.
  template <Number Int>
  static constexpr bool alike(Layout<Int> const& a, Layout<Int> const& b) {
    bool same = a.leaves.count == b.leaves.count;
    for (int k = 0; same && k < a.leaves.count; ++k)
      same = bool(a.leaves[k].shape == b.leaves[k].shape) && bool(a.leaves[k].stride == b.leaves[k].stride);
    return same;
  }

  /// Enumerates. `seen` is scratch of at least size(A) zeroed bytes.
  static constexpr bool holds(Layout<std::int64_t> const& a, Layout<std::int64_t> const& b,
                              unsigned char* seen) {
    auto const r = logical_divide(a, b);
    if (!r) return true;
    if (size(*r) != size(a)) return false;
    auto const split = *complement(b, size(a));
    for (std::int64_t g = 0; g < size(split); ++g)
      for (std::int64_t t = 0; t < size(b); ++t) {
        std::int64_t const k = evaluate(b, t) + evaluate(split, g);
        if (seen[k]++ != 0 || evaluate(*r, t + g * size(b)) != evaluate(a, k)) return false;
      }
    return true;
  }
};

}  // namespace colex::laws
