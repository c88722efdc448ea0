// SPDX-License-Identifier: MIT
// Law: a product is the block, copied to places where no two copies meet.   4:1 by 3:2: at 0, 8, 16
#pragma once

#include "colex/product.hpp"

namespace colex::laws {

struct product_repeats_the_block {
  static constexpr char const* statement =
      "logical_product(A, B) = (A, C), |C| = |B|, and A(i) + C(j) = A(i2) + C(j2) only if A(i) = A(i2), C(j) "
      "= C(j2)";
  static constexpr char const* source = "Cecka, arXiv:2603.02298, section 3.6; T46, T47";

  /// Enumerates pairs of points.
  static constexpr bool holds(Layout<std::int64_t> const& a, Layout<std::int64_t> const& b) {
    auto const r = logical_product(a, b);
    if (!r) return true;
    auto const copies = entry(*r, 1);
    if (!(entry(*r, 0) == a) || size(copies) != size(b)) return false;
    for (std::int64_t j = 0; j < size(b); ++j)
      for (std::int64_t k = 0; k < j; ++k)
        for (std::int64_t i = 0; i < size(a); ++i)
          for (std::int64_t h = 0; h < size(a); ++h) {
            std::int64_t const apart = evaluate(copies, j) - evaluate(copies, k);
            if (apart != 0 && evaluate(a, i) - evaluate(a, h) == apart) return false;
          }
    return true;
  }
};

}  // namespace colex::laws
