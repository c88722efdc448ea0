// SPDX-License-Identifier: MIT
// Law: where composition refuses for what A and B are, no layout nested as B has the values.
// (4,2):(1,8) o (2,2):(1,3) carries: mode by mode it must be (2,2):(1,3), 4 at index 3, where A(B(3)) = 8.
#pragma once

#include "colex/composition.hpp"

namespace colex::laws {

struct composition_refuses_rightly {
  static constexpr char const* statement =
      "where composition(A, B) is refused for run_divides, additive or no_carry, no layout nested as B has "
      "the "
      "values A(B(i)), and at the index named its modes would give another value";
  static constexpr char const* source = "tested on 40000 pairs before; compare the layout polynomials, 5.11";

  /// A refusal that says something about A and B inside A's domain, not about limits.
  static constexpr bool says_no(Condition why) {
    return why == Condition::run_divides || why == Condition::additive || why == Condition::no_carry;
  }

  /// The witness: an index of B, where A(B(i)) is what is said and the other value differs.
  template <Number Int>
  static constexpr auto witness_holds(Layout<Int> const& a, Layout<Int> const& b, Refusal<Int> const& why) {
    return both(why.index >= Int(0), why.index < size(b), why.got != why.want,
                why.want == evaluate_extended(a.leaves, evaluate(b, why.index)));
  }

  /// Whether the layout with these extents, one list per mode of B, has the values: its strides can only be
  /// what A(B) has at the steps of its own modes. Precondition: the extents of a list multiply to the mode's.
  template <Number Int>
  static constexpr auto has_the_values(Layout<Int> const& a, Layout<Int> const& b,
                                       List<List<std::int64_t>> const& extents) {
    auto const truth = [&](std::int64_t i) { return evaluate_extended(a.leaves, evaluate(b, Int(i))); };
    List<Mode<Int>> modes;
    std::int64_t points = 1;
    for (auto const& list : extents)
      for (auto const s : list) {
        modes.push({Int(s), truth(points)});
        points *= s;
      }
    auto same = Int(0) == truth(0);
    for (std::int64_t i = 1; i < points; ++i) {
      Int sum(0);
      std::int64_t rest = i, k = 0;
      for (auto const& list : extents)
        for (auto const s : list) {
          sum = sum + Int(rest % s) * modes[static_cast<int>(k++)].stride;
          rest /= s;
        }
      same = both(same, sum == truth(i));
    }
    return same;
  }
};

}  // namespace colex::laws
