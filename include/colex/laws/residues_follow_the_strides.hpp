// SPDX-License-Identifier: MIT
// Law: residues of an affine index modulo a vector's width.     3 + 5 * 2 and 7 + 9 * 6 are both 1 behind a multiple of 4
#pragma once

#include "colex/ragged.hpp"

namespace colex::laws {

struct residues_follow_the_strides {
  static constexpr char const* statement =
      "m = misalignment(a, d, c, W): 0 <= m < W, and a + d c - m, with any multiples of W added, is a "
      "multiple of W; m "
      "stays where a, d and c change by multiples of W, and where c changes by l with W dividing d l";
  static constexpr char const* source = "congruences modulo W are kept by sums and products";

  /// m is what is behind a multiple of W.
  template <Number Int>
  static constexpr auto is_residue(Int const& index, Int const& m, Int const& W) {
    return both(m >= Int(0), m < W, (index - m) % W == Int(0));
  }
};

}  // namespace colex::laws
