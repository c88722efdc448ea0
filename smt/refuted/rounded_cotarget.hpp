// SPDX-License-Identifier: MIT
// The bound that two post-conditions of CuTe's complement name: the cotarget rounded up to a multiple of A's cosize.
#pragma once

#include "colex/complement.hpp"
#include "refuted/replay.hpp"

namespace colex::sym {

template <Number Int>
Int rounded(Layout<Int> const& a, Int const& cotarget) {
  Int const unit = cosize(a);
  return (cotarget + unit - Int(1)) / unit * unit;
}

inline std::string beyond_the_bound(Layout<std::int64_t> const& a, std::int64_t cotarget,
                                    Layout<std::int64_t> const& rest) {
  return says("A = ", a, ", M = ", cotarget, ": the covering complement ", rest, " has cosize ", cosize(rest),
              ", the bound is ", rounded(a, cotarget));
}

}  // namespace colex::sym
