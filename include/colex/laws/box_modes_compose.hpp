// SPDX-License-Identifier: MIT
// Law: a mode of B whose points fill a box of A's digits composes.   In (4,6,8) the points of 6:12 have the
// digits 0 | 0,3 | 0,1,2: a box of 6.   Those of 4:3 have 0,3,2,1 | 0,1,2 | 0: no box, since 4 * 3 is not 4.
#pragma once

#include "colex/composition.hpp"

namespace colex::laws {

struct box_modes_compose {
  static constexpr char const* statement =
      "if the digits of i*e, i < s, in A's extents form a box of s points, composition(A, s:e) is answered";
  static constexpr char const* source =
      "tested on 125114 boxes before; the converse is false. Compare Shah, definition 2.12";

  /// Whether the digits of mode's points in A's extents, the last one unbounded, are a product of sets:
  /// all points differ, so it is enough that the numbers of digits that occur multiply to the extent.
  /// Preconditions: extents >= 1, mode.stride >= 1.
  template <Number Int>
  static constexpr bool fills_a_box(Layout<Int> const& a, Mode<Int> const& mode) {
    Int box(1), place(1);
    for (int j = 0; j < a.leaves.count; ++j) {
      bool const last = j + 1 == a.leaves.count;
      auto const digit = [&](Int const& i) {
        Int const above = i * mode.stride / place;
        return last ? above : above % a.leaves[j].shape;
      };
      Int different(0);
      for (Int i(0); i < mode.shape; i = i + Int(1)) {
        bool seen = false;
        for (Int k(0); k < i && !seen; k = k + Int(1)) seen = bool(digit(k) == digit(i));
        if (!seen) different = different + Int(1);
      }
      box = box * different;
      place = place * a.leaves[j].shape;
    }
    return bool(box == mode.shape);
  }

  /// Trivially where the points fill no box. Preconditions: those above, and no number beyond the limits.
  template <Number Int>
  static constexpr bool holds(Layout<Int> const& a, Mode<Int> const& mode) {
    if (!fills_a_box(a, mode)) return true;
    auto const r = composition(a, leaf(mode));
    if (!r || !(size(*r) == mode.shape)) return false;
    for (Int i(0); i < mode.shape; i = i + Int(1))
      if (!(evaluate(*r, i) == evaluate_extended(a.leaves, i * mode.stride))) return false;
    return true;
  }
};

}  // namespace colex::laws
