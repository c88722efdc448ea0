// SPDX-License-Identifier: MIT
// Law: the vector that an element lies in is the one that upcast says.   (8,4):(1,8) by 4: element 13 in
// vector 3
#pragma once

#include "colex/recast.hpp"

namespace colex::laws {

struct upcast_keeps_the_addresses {
  static constexpr char const* statement =
      "U = upcast(L, n): L(c) / n = U(c2), where c2 has the digits of c, divided by n / d in modes of stride "
      "d < n";
  static constexpr char const* source = "CuTe, upcast";

  /// One mode, at digit x: n times what the answer's mode adds falls short of what the mode adds by a place
  /// in the vector that the step has counted. Preconditions: 0 <= x < mode.shape, the step answers.
  template <Number Int>
  static constexpr auto step_keeps(Int const& within, Mode<Int> const& mode, Int const& n, Int const& x,
                                   Step<Int, Int> const& step) {
    bool const moves_within = !(magnitude(mode.stride) % n == Int(0)) && bool(mode.shape > Int(1));
    Int const digit = moves_within ? x / (n / mode.stride) : x;
    Int const place = x * mode.stride - n * (digit * step.mode.stride);
    return both(digit >= Int(0), digit < step.mode.shape, place >= Int(0), place <= step.state - within);
  }

  /// At one index 0 <= i < size(L).
  template <Number Int>
  static constexpr bool holds(Layout<Int> const& l, Int const& n, Int const& i) {
    auto const u = upcast(l, n);
    if (!u) return true;
    Int rest = i, vector(0);
    for (int k = 0; k < l.leaves.count; ++k) {
      auto const& m = l.leaves[k];
      Int const digit = rest % m.shape;
      rest = rest / m.shape;
      bool const within = !(magnitude(m.stride) % n == Int(0)) && m.shape > Int(1);
      vector = vector + (within ? digit / (n / m.stride) : digit) * u.value.leaves[k].stride;
    }
    Int const place = evaluate(l, i) - vector * n;  // within its vector, also where offsets are negative
    return place >= Int(0) && place < n;
  }
};

}  // namespace colex::laws
