// SPDX-License-Identifier: MIT
// Law: surjective() tells the truth; a "no" shows an offset that no coordinate has.   (2,2):(1,3) misses 2
#pragma once

#include "colex/decide.hpp"

namespace colex::laws {

struct surjective_is_exact {
  static constexpr char const* statement =
      "surjective(L, M) answers yes if and only if every v in [0, M) is L(k) for some k";
  static constexpr char const* source = "Cecka, arXiv:2603.02298, section 2.3";

  /// Enumerates.
  static constexpr bool holds(Layout<std::int64_t> const& l, std::int64_t cotarget) {
    auto const why = surjective(l, cotarget);
    if (why.condition == Condition::undecided) return true;
    auto reached = [&](std::int64_t v) {
      for (std::int64_t k = 0; k < size(l); ++k)
        if (evaluate(l, k) == v) return true;
      return false;
    };
    if (why.condition != Condition::none) return 0 <= why.left && why.left < cotarget && !reached(why.left);
    for (std::int64_t v = 0; v < cotarget; ++v)
      if (!reached(v)) return false;
    return true;
  }
};

}  // namespace colex::laws
