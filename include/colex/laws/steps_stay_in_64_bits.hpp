// SPDX-License-Identifier: MIT
// Law: where size and reach are at most 2^62, no step computes a number outside 64 bits, so that 64-bit
// integers give the answers of the unbounded ones.   2^31:2^31 is read, coalesced and inverted without a
// wrap.
#pragma once

#include <limits>

#include "colex/complement.hpp"
#include "colex/composition.hpp"
#include "colex/inverse.hpp"

namespace colex::laws {

struct steps_stay_in_64_bits {
  static constexpr char const* statement =
      "every intermediate of a step on well-formed layouts lies in [-2^63, 2^63): 64-bit integers answer as "
      "unbounded ones";
  static constexpr char const* source = "the limits of well_formed(), number.hpp";

  template <Number Int>
  static constexpr auto in_64_bits(Int const& x) {
    Int const top(std::numeric_limits<std::int64_t>::max());
    return both(x <= top, Int(-1) - top <= x);
  }
  /// At most 2^62 away from 0: what a mode may reach, and all modes together.
  template <Number Int>
  static constexpr auto within_reach(Int const& x) {
    return both(x <= Int(kReachLimit), Int(-kReachLimit) <= x);
  }

  /// The layout with every number converted.
  template <Number To, Number From>
  static constexpr Layout<To> converted(Layout<From> const& l) {
    return transform(l, [](Mode<From> const& m) {
      return Mode<To>{static_cast<To>(m.shape), static_cast<To>(m.stride)};
    });
  }
  template <Number Wide>
  static constexpr bool same(Result<Layout<std::int64_t>, std::int64_t> const& narrow,
                             Result<Layout<Wide>, Wide> const& wide) {
    if (narrow.refusal.condition != wide.refusal.condition) return false;
    return !narrow || converted<Wide>(narrow.value) == wide.value;
  }

  /// 64-bit integers answer as a wider number does: A at i, coalesce(A), A's complement in M, A o B, and A's
  /// right inverse of whole modes. Precondition: A and B are well-formed, i >= 0, M >= 1.
  template <Number Wide>
  static constexpr bool holds(Layout<std::int64_t> const& a, Layout<std::int64_t> const& b, std::int64_t i,
                              std::int64_t cotarget) {
    Layout<Wide> const x = converted<Wide>(a), y = converted<Wide>(b);
    if (!(static_cast<Wide>(evaluate(a, i)) == evaluate(x, static_cast<Wide>(i)))) return false;
    if (!(converted<Wide>(coalesce(a)) == coalesce(x))) return false;
    for (Cover const cover : {Cover::strict, Cover::at_least, Cover::disjoint})
      if (!same<Wide>(complement(a, cotarget, cover), complement(x, static_cast<Wide>(cotarget), cover)))
        return false;
    return same<Wide>(composition(a, b), composition(x, y)) &&
           same<Wide>(right_inverse(a, Parts::whole_modes), right_inverse(x, Parts::whole_modes));
  }
  /// The same of the longest right inverse, whose search may end with its budget.
  template <Number Wide>
  static constexpr bool search_holds(Layout<std::int64_t> const& a) {
    return same<Wide>(right_inverse(a), right_inverse(converted<Wide>(a)));
  }
};

}  // namespace colex::laws
