// SPDX-License-Identifier: MIT
// Coalesce, filter and sort, on the whole layout or at the leaves of a profile.
//
//   filter_zeros((2,(3,4)):(1,(0,2))) == (2,(1,4)):(1,(0,2))  filter((2,(3,4)):(1,(0,2))) == 8:1
//   coalesce((2,(1,6)):(1,(6,2)), (1,1)) == (2,6):(1,2)       one mode of the profile, one coalesced mode
//
// Source: Cecka, arXiv:2603.02298, section 3.2; CuTe's coalesce, filter and filter_zeros.
#pragma once

#include "colex/coalesce.hpp"
#include "colex/structure.hpp"

namespace colex {

/// Modes of stride 0 get extent 1; the tree stays. The image is unchanged.
template <Number Int>
constexpr Layout<Int> filter_zeros(Layout<Int> const& layout) {
  return transform(layout, [](Mode<Int> const& m) {
    if (m.stride == Int(0)) return Mode<Int>{Int(1), m.stride};
    return m;
  });
}

/// Without stride-0 and extent-1 modes, coalesced: the same image, each offset no more often. 1:0 where
/// nothing is left.
template <Number Int>
constexpr Layout<Int> filter(Layout<Int> const& layout) {
  return coalesce(filter_zeros(layout));
}

/// Coalesces each part of the layout that lies at a leaf of `profile`; modes beyond the profile are kept.
/// Law: the function of the integral coordinate is unchanged. Error: congruent.
template <Number Int>
constexpr Result<Layout<Int>, Int> coalesce(Layout<Int> const& layout, IntTuple<Int> const& profile) {
  auto const r = at_leaves_of(profile, layout, [](Layout<Int> const& part) { return coalesce(part); });
  return {r.value, because<Int>(r.refusal.condition)};
}

/// Filters each part of the layout that lies at a leaf of `profile`. Error: congruent.
template <Number Int>
constexpr Result<Layout<Int>, Int> filter(Layout<Int> const& layout, IntTuple<Int> const& profile) {
  auto const r = at_leaves_of(profile, layout, [](Layout<Int> const& part) { return filter(part); });
  return {r.value, because<Int>(r.refusal.condition)};
}

/// The modes in order of stride, flat: the same image as a set, counted in another order.
template <Number Int>
constexpr Layout<Int> sort(Layout<Int> const& layout) {
  List<Mode<Int>> modes = layout.leaves;
  sort_by_stride(modes);
  return flat(modes);
}

}  // namespace colex
