// SPDX-License-Identifier: MIT
// Law: the complement counts upwards: R(j) < R(j + 1).   complement(8:2, 32) = (2,2):(1,16) counts 0 1 16 17.
#pragma once

#include "colex/complement.hpp"

namespace colex::laws {

struct complement_is_ordered {
  static constexpr char const* statement = "R = complement(A, M) is strictly increasing, strict or covering";
  static constexpr char const* source =
      "CuTe's contract for complement; Cecka, arXiv:2603.02298, section 3.4";

  /// Enumerates R.
  static constexpr bool holds(Layout<std::int64_t> const& a, std::int64_t cotarget, Cover cover) {
    auto const r = complement(a, cotarget, cover);
    if (!r) return true;
    for (std::int64_t j = 0; j + 1 < size(*r); ++j)
      if (!(evaluate(*r, j) < evaluate(*r, j + 1))) return false;
    return true;
  }

  /// The induction step: a gap starts where the offsets emitted so far end or later, and ends at or before
  /// the new reach, so that each of its digits moves past all of them.
  template <Number Int>
  static constexpr auto step_keeps(Int const& reach, Step<Int, Int> const& step) {
    return both(step.mode.stride >= reach, step.mode.shape >= Int(1),
                step.mode.shape * step.mode.stride <= step.state);
  }
  template <Number Int>
  static constexpr auto step_holds(Int const& reach, Mode<Int> const& mode) {
    return step_keeps(reach, complement_step(reach, mode));
  }
};

}  // namespace colex::laws
