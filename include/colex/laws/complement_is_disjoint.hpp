// SPDX-License-Identifier: MIT
// Law: A and its complement share the offset 0 and no other, also where the complement only covers.
#pragma once

#include "colex/complement.hpp"

namespace colex::laws {

struct complement_is_disjoint {
  static constexpr char const* statement = "A(i) = R(j) only at offset 0, for R = complement(A, M)";
  static constexpr char const* source = "Shah, corollary 2.8";

  /// Enumerates A and R.
  static constexpr bool holds(Layout<std::int64_t> const& a, std::int64_t cotarget, Cover cover) {
    auto const r = complement(a, cotarget, cover);
    if (!r) return true;
    for (std::int64_t i = 0; i < size(a); ++i)
      for (std::int64_t j = 0; j < size(*r); ++j)
        if (evaluate(a, i) == evaluate(*r, j) && evaluate(a, i) != 0) return false;
    return true;
  }
};

}  // namespace colex::laws
