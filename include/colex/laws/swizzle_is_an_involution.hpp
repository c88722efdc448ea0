// SPDX-License-Identifier: MIT
// Law: a swizzle undoes itself and stays in its block.   Swizzle{2,0,3}: 8 -> 9 -> 8
#pragma once

#include "colex/swizzle.hpp"

namespace colex::laws {

struct swizzle_is_an_involution {
  static constexpr char const* statement =
      "S admissible: S(S(x)) = x, and S(x) and x agree above bit bits + base + |shift|";
  static constexpr char const* source = "T59, T61";

  /// At one x >= 0 below 2^62.
  static constexpr bool holds(Swizzle const& s, std::int64_t x) {
    if (admissible(s).condition != Condition::none) return true;
    return s(s(x)) == x && s(x) >> reach_bits(s) == x >> reach_bits(s);
  }
};

}  // namespace colex::laws
