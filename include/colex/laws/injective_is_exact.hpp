// SPDX-License-Identifier: MIT
// Law: injective() tells the truth; a "no" shows two coordinates that collide.   (3,2):(1,2): 2 and 3
#pragma once

#include "colex/decide.hpp"

namespace colex::laws {

struct injective_is_exact {
  static constexpr char const* statement =
      "injective(L) answers yes if and only if L(i) = L(j) implies i = j";
  static constexpr char const* source = "Cecka, arXiv:2603.02298, section 2.3";

  /// Enumerates pairs.
  static constexpr bool holds(Layout<std::int64_t> const& l) {
    auto const why = injective(l);
    if (why.condition == Condition::undecided) return true;
    if (why.condition != Condition::none)
      return 0 <= why.left && why.left < why.right && why.right < size(l) &&
             evaluate(l, why.left) == evaluate(l, why.right);
    for (std::int64_t i = 0; i < size(l); ++i)
      for (std::int64_t j = 0; j < i; ++j)
        if (evaluate(l, i) == evaluate(l, j)) return false;
    return true;
  }
};

}  // namespace colex::laws
