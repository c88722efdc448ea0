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
  template <class Word, class Count>
  static constexpr auto holds(Count const& bits, Count const& base, Count const& shift, Word const& x) {
    using Truth = decltype(x == x);
    if (swizzle_condition(bits, base, shift) != Condition::none) return Truth(true);
    Count const reach = bits + base + (shift < Count(0) ? Count(0) - shift : shift);
    Word const y = swizzled(bits, base, shift, x);
    return both(swizzled(bits, base, shift, y) == x, (y >> reach) == (x >> reach));
  }
  static constexpr bool holds(Swizzle const& s, std::int64_t x) { return holds(s.bits, s.base, s.shift, x); }
};

}  // namespace colex::laws
