// SPDX-License-Identifier: MIT
// Law: the left inverse gives every coordinate back; where it refuses an injective layout, no layout does.
//   (2,3):(1,1) sends 2, 3, 5, the offsets of (2,2):(2,3), back to 1, 2, 3
#pragma once

#include "colex/left_inverse.hpp"

namespace colex::laws {

struct left_inverse_gives_back {
  static constexpr char const* statement = "R = left_inverse(L): R(L(k)) = k for every k < |L|";
  static constexpr char const* source = "Cecka, arXiv:2603.02298, section 3.4; T42";

  /// At one index 0 <= k < size(L); a refusal holds trivially here, the census judges refusals.
  template <Number Int>
  static constexpr bool holds(Layout<Int> const& l, Int const& k) {
    auto const r = left_inverse(l);
    return !r || evaluate(r.value, evaluate(l, k)) == k;
  }
};

}  // namespace colex::laws
