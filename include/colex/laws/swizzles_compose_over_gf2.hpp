// SPDX-License-Identifier: MIT
// Law: the composition of any two swizzles is the linear map that composition() gives.
#pragma once

#include "colex/swizzle.hpp"

namespace colex::laws {

struct swizzles_compose_over_gf2 {
  static constexpr char const* statement = "composition(S, T)(x) = S(T(x)) for every x below 2^inputs";
  static constexpr char const* source = "T60, T62";

  /// At one x >= 0 below 2^(the larger reach of the two).
  static constexpr bool holds(Swizzle const& a, Swizzle const& b, std::int64_t x) {
    return composition(a, b)(x) == a(b(x));
  }
};

}  // namespace colex::laws
