// SPDX-License-Identifier: MIT
// Law: what two layouts have in common lies at the same offsets in both.   (4,8):(1,5) and 32:1 share 0..3
#pragma once

#include "colex/common.hpp"

namespace colex::laws {

struct max_common_layout_is_common {
  static constexpr char const* statement =
      "R = max_common_layout(A, B): A(R(i)) = i = B(R(i)) for every i < |R|";
  static constexpr char const* source = "CuTe, max_common_layout, post-conditions; T39";

  /// At one index 0 <= i < size(R).
  template <Number Int>
  static constexpr bool holds(Layout<Int> const& a, Layout<Int> const& b, Int const& i) {
    auto const r = max_common_layout(a, b);
    if (!r) return true;
    Int const k = evaluate(r.value, i);
    return evaluate(a, k) == i && evaluate(b, k) == i;
  }
};

}  // namespace colex::laws
