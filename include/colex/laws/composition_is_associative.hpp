// SPDX-License-Identifier: MIT
// Law: composition is associative, as long as C stays in B's domain.   (4,2):(1,8) o (2,4):(4,1) o 4:2 is the
// same either way. Without that it is false: 2:1 ends after two points, so (2,2):(1,5) o (2:1 o 4:1) is
// (2,2):(1,5), and ((2,2):(1,5) o 2:1) o 4:1 is 4:1. The second may be refused where the first is answered,
// since B o C cuts what must then be a layout piece by piece: A = (12,1):(4,1), B = (2,24):(24,1), C = 10:5.
#pragma once

#include "colex/composition.hpp"

namespace colex::laws {

struct composition_is_associative {
  static constexpr char const* statement =
      "C's values in [0,|B|): (A o B) o C and A o (B o C) have the same values; where the second is "
      "answered, "
      "so is the first";
  static constexpr char const* source = "Cecka, arXiv:2603.02298, section 3.3";

  /// Every value of C is an index of B.
  template <Number Int>
  static constexpr bool stays_inside(Layout<Int> const& b, Layout<Int> const& c) {
    for (auto const& m : c.leaves)
      if (m.shape > Int(1) && m.stride < Int(0)) return false;
    return bool(extent(c) <= size(b));
  }

  /// The refusal is one of limits: it does not say that there is no layout.
  static constexpr bool gave_up(Condition why) {
    return why == Condition::overflow || why == Condition::capacity || why == Condition::undecided;
  }

  /// At one index 0 <= i < |C|. Trivially where A o B or B o C is refused. Precondition: stays_inside(b, c).
  template <Number Int>
  static constexpr bool holds(Layout<Int> const& a, Layout<Int> const& b, Layout<Int> const& c,
                              Int const& i) {
    auto const outer = composition(a, b), inner = composition(b, c);
    if (!outer || !inner) return true;
    auto const left = composition(outer.value, c), right = composition(a, inner.value);
    if (!left) return !right || gave_up(left.refusal.condition);
    Int const value = evaluate_extended(a.leaves, evaluate(b, evaluate(c, i)));
    return evaluate(left.value, i) == value && (!right || evaluate(right.value, i) == value);
  }
};

}  // namespace colex::laws
