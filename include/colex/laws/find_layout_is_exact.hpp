// SPDX-License-Identifier: MIT
// Law: find_layout(f, n) gives f at every index; and where it refuses, no layout does.
//   0 2 4 7 9 11 is (3,2):(2,7);   0 1 3 2 is no layout: 1 2 would have to follow 0 1
#pragma once

#include "colex/find.hpp"

namespace colex::laws {

struct find_layout_is_exact {
  static constexpr char const* statement =
      "L = find_layout(f, n): |L| = n and L(i) = f(i) for i < n; refused only where no layout is f";
  static constexpr char const* source = "Colfax, arXiv:2601.05972, 2.3.3.14: the coalesced form is unique";

  /// Where an answer is given, it is f, in normal form; where none is, the witness is a point at which f
  /// leaves what its earlier points force. Enumerates; that no layout at all is f, the oracle judges.
  template <class F>
  static constexpr bool holds(F f, std::int64_t points) {
    auto const found = find_layout<std::int64_t>(f, points);
    if (!found) {
      auto const& why = found.refusal;
      return why.has_witness && why.index >= 0 && why.index < points && why.want == f(why.index) &&
             why.got != why.want;
    }
    if (size(*found) != points || coalesce(*found) != *found) return false;
    for (std::int64_t i = 0; i < points; ++i)
      if (evaluate(*found, i) != f(i)) return false;
    return true;
  }

  /// find_layout of a layout's own values is its normal form.
  static constexpr bool round_trip_holds(Layout<std::int64_t> const& a) {
    auto const found = find_layout<std::int64_t>([&](std::int64_t i) { return evaluate(a, i); }, size(a));
    return bool(found) && *found == coalesce(a);
  }
};

}  // namespace colex::laws
