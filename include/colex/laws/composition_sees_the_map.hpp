// SPDX-License-Identifier: MIT
// Law: A o B is settled by the values of B, and by A at these values.   B = (2,3):(1,2) and 6:1 are the same
// map, and (8,8):(8,1) and 8:8 are the same up to 8; so all four compositions have the same values.
#pragma once

#include "colex/composition.hpp"
#include "colex/structure.hpp"

namespace colex::laws {

struct composition_sees_the_map {
  static constexpr char const* statement =
      "A o B and A o coalesce(B) have the same values, and the second is answered where the first is; B's "
      "values in [0,|A|): so have A o B and (A, X) o B, and one is answered where the other is, for any mode "
      "X";
  static constexpr char const* source = "Colfax, arXiv:2601.05972, 2.3.7.10 and 2.3.7.11";

  /// The refusal is one of limits: it does not say that there is no layout.
  static constexpr bool gave_up(Condition why) {
    return why == Condition::overflow || why == Condition::capacity || why == Condition::undecided;
  }

  /// Every value of B is an index of A.
  template <Number Int>
  static constexpr bool stays_inside(Layout<Int> const& a, Layout<Int> const& b) {
    for (auto const& m : b.leaves)
      if (m.shape > Int(1) && m.stride < Int(0)) return false;
    return bool(extent(b) <= size(a));
  }

  /// B coarser, at one index 0 <= i < |B|.
  template <Number Int>
  static constexpr bool holds(Layout<Int> const& a, Layout<Int> const& b, Int const& i) {
    auto const fine = composition(a, b), coarse = composition(a, coalesce(b));
    if (!fine) return true;
    if (!coarse) return gave_up(coarse.refusal.condition);
    return bool(evaluate(fine.value, i) == evaluate(coarse.value, i));
  }

  /// A longer by the mode `more`, at one index 0 <= i < |B|. Precondition: stays_inside(a, b).
  template <Number Int>
  static constexpr bool holds_longer(Layout<Int> const& a, Mode<Int> const& more, Layout<Int> const& b,
                                     Int const& i) {
    auto const own = composition(a, b), longer = composition(join(a, leaf(more)), b);
    if (!own || !longer)
      return bool(own) == bool(longer) || gave_up(own.refusal.condition) || gave_up(longer.refusal.condition);
    return bool(evaluate(own.value, i) == evaluate(longer.value, i));
  }
};

}  // namespace colex::laws
