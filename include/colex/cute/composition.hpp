// SPDX-License-Identifier: MIT
// Composition as CuTe writes it. The function is composition()'s; a mode of one point has the stride that
// CuTe's fold arrives at, and modes that a short tiler does not reach are dropped.
//
//   cute::composition((16,4,32):(90,7,4), 1:1) == 1:4               composition() has 1:0
//   cute::composition((4,8):(1,4), <2>) == (2):(1)                  composition() has (2,8):(1,4)
//
// Source: CuTe's composition, layout.hpp.
#pragma once

#include "colex/tiler.hpp"

namespace colex::cute {

namespace detail {
/// a / b away from zero, for b >= 1.
template <Number Int>
constexpr Int rounded_up(Int const& a, Int const& b) {
  Int const up = (magnitude(a) - Int(1)) / b + Int(1);
  return a == Int(0) ? a : a < Int(0) ? Int(0) - up : up;
}

/// `composed`, which is composition(A, B), with CuTe's strides on B's modes of extent 1: what is left of the
/// stride after A's modes, rounded up. No value changes. As it was where such a stride leaves the limits.
template <Number Int>
constexpr Layout<Int> unit_strides(Layout<Int> const& a, Layout<Int> const& b, Layout<Int> const& composed) {
  auto const modes = coalesce_extended(a.leaves);
  Layout<Int> r = composed;
  Place from, to;
  while (from.node < b.profile.count) {
    if (!b.profile.is_leaf(from)) {
      from = b.profile.first(from), to = r.profile.first(to);
      continue;
    }
    if (b.leaves[from.leaf].shape == Int(1)) {
      Int rest = b.leaves[from.leaf].stride;
      for (int k = 0; k + 1 < modes.count; ++k) rest = rounded_up(rest, modes[k].shape);
      if (!product_fits(rest, modes.back().stride)) return composed;
      r.leaves[to.leaf].stride = rest * modes.back().stride;
    }
    from = b.profile.past(from), to = r.profile.past(to);
  }
  return well_formed(r) == Condition::none ? r : composed;
}
}  // namespace detail

/// A o B: R with R(c) == A(B(c)), which B's shape is compatible with. Errors: composition's.
template <Number Int>
constexpr Result<Layout<Int>, Int> composition(Layout<Int> const& a, Layout<Int> const& b,
                                               Domain domain = Domain::extend_last, Budget budget = {}) {
  auto r = colex::composition(a, b, domain, budget);
  if (r) r.value = detail::unit_strides(a, b, r.value);
  return r;
}

/// By mode; modes that the tiler does not reach are dropped. Errors: those above, congruent.
template <Number Int>
constexpr Result<Layout<Int>, Int> composition(Layout<Int> const& a, Tiler<Int> const& tiler,
                                               Budget budget = {}) {
  Work work(budget);
  return apply(a, tiler, Rest::drop, [&](Layout<Int> const& mode, Layout<Int> const& by) {
    return cute::composition(mode, by, Domain::extend_last, work.rest());
  });
}

}  // namespace colex::cute
