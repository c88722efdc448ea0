// SPDX-License-Identifier: MIT
// Law: the complement's complement is the layout again, sorted and coalesced.   8:2 and (2,2):(1,16) are each
// other's complements in [0, 32).
#pragma once

#include "colex/complement.hpp"

namespace colex::laws {

struct complement_gives_back {
  static constexpr char const* statement =
      "R = complement(A, M): complement(R, M) = coalesce(A's modes in order of stride)";
  static constexpr char const* source = "Colfax, arXiv:2601.05972, 2.1.6.23; T35";

  static constexpr bool holds(Layout<std::int64_t> const& a, std::int64_t cotarget) {
    auto const r = complement(a, cotarget);
    if (!r) return true;
    auto const back = complement(*r, cotarget);
    return back && *back == flat(coalesce(complement_modes(a, Cover::strict).value));
  }

  /// The induction step. `pending` is the coalesced mode that A's modes passed end with, and ends at the
  /// reach; `gap` is the step's. The complement of the gaps emits the pending mode where it meets the gap.
  /// Preconditions: extents >= 1, the gap has more than one point.
  template <Number Int>
  static constexpr auto step_keeps(Mode<Int> const& pending, Mode<Int> const& mode,
                                   Step<Int, Int> const& emitted) {
    return both(emitted.mode.shape == pending.shape, emitted.mode.stride == pending.stride,
                emitted.state == mode.stride);
  }
};

}  // namespace colex::laws
