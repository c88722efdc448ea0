// SPDX-License-Identifier: MIT
// Law: nullspace(L) lists, in order, exactly the coordinates with offset 0.   (2,3,4):(1,0,2): 0, 2, 4
#pragma once

#include "colex/inverse.hpp"

namespace colex::laws {

struct nullspace_is_the_kernel {
  static constexpr char const* statement =
      "N = nullspace(L) increases, and L(k) = 0 if and only if k = N(i) for some i";
  static constexpr char const* source = "CuTe, nullspace, post-conditions";

  /// Enumerates L.
  static constexpr bool holds(Layout<std::int64_t> const& l) {
    auto const n = nullspace(l);
    if (!n) return true;
    std::int64_t i = 0;
    for (std::int64_t k = 0; k < size(l); ++k) {
      if (evaluate(l, k) != 0) continue;
      if (i == size(*n) || evaluate(*n, i++) != k) return false;
    }
    return i == size(*n);
  }
};

}  // namespace colex::laws
