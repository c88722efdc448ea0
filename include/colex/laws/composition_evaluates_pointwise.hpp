// SPDX-License-Identifier: MIT
// Law: composition(A, B)(i) = A(B(i)) for every index of B, nested as B is; and where it refuses, no layout
// is.
#pragma once

#include "colex/composition.hpp"

namespace colex::laws {

struct composition_evaluates_pointwise {
  static constexpr char const* statement = "R = composition(A, B): |R| = |B| and R(i) = A(B(i)) for i < |B|";
  static constexpr char const* source = "Cecka, arXiv:2603.02298, section 3.3";

  /// At one index 0 <= i < |B|; a refusal holds trivially here, the oracle judges refusals.
  template <Number Int>
  static constexpr bool holds(Layout<Int> const& a, Layout<Int> const& b, Int const& i) {
    auto const r = composition(a, b);
    if (!r) return true;
    return size(*r) == size(b) && evaluate(*r, i) == evaluate_extended(a.leaves, evaluate(b, i));
  }
};

}  // namespace colex::laws
