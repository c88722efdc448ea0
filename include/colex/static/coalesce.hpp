// SPDX-License-Identifier: MIT
// Coalesce of a layout whose rank is of the type: modes merge where the type shows that they continue one another.
//
//   constexpr auto l = coalesce(static_layout<"(4,(1,2),?):(1,(?,4),?)">(7, 9, 30));      (8,7):(1,30)
//   static_assert(l(7, 3) == 97);
#pragma once

#include "colex/static/modes.hpp"

namespace colex {

namespace detail {

/// coalesce_step() where the type knows that it emits nothing.
template <class Pending, class Of>
struct KnownMerge {
  static constexpr bool all =
      Pending::extent_known && Pending::stride_known && Of::extent_known && Of::stride_known;
  static constexpr auto step =
      coalesce_step<Whole>({known_or<Pending::extent>(2), known_or<Pending::stride>(0)},
                           {known_or<Of::extent>(2), known_or<Of::stride>(1)});
  static constexpr bool drops = known_or<Of::extent>(2) == 1, starts = known_or<Pending::extent>(2) == 1;
  static constexpr bool merges = all && !drops && !starts && !step.emits;
};
/// The modes `Of` and `More` that `next` points to, behind `out` and `pending`; those that the type shows to continue
/// one another as one.
template <class Pending, class... Out>
COLEX_UNROLLED constexpr auto merged(Mode<Whole> const& pending, Row<Out...> const& out, Mode<Whole> const*,
                                     std::type_identity<Row<>>) {
  return one_row(out, row_of_mode<Pending>(pending));
}
template <class Pending, class Of, class... More, class... Out>
COLEX_UNROLLED constexpr auto merged(Mode<Whole> const& pending, Row<Out...> const& out,
                                     Mode<Whole> const* next, std::type_identity<Row<Of, More...>>) {
  using Known = KnownMerge<Pending, Of>;
  constexpr std::type_identity<Row<More...>> others{};
  if constexpr (Known::drops) {
    return merged<Pending>(pending, out, next + 1, others);
  } else if constexpr (Known::starts) {
    return merged<Of>(*next, out, next + 1, others);
  } else if constexpr (Known::merges) {
    constexpr Mode<Whole> both = Known::step.state;
    return merged<Mark<Whole{both.shape}, Whole{both.stride}>>(both, out, next + 1, others);
  } else {
    return merged<Of>(*next, one_row(out, row_of_mode<Pending>(pending)), next + 1, others);
  }
}
template <class... A>
COLEX_UNROLLED constexpr auto coalesced(Row<A...> const& a) {
  return merged<Mark<Whole{1}, Whole{0}>>({1, 0}, Row<>{}, a.item, std::type_identity<Row<A...>>{});
}

}  // namespace detail

/// The same function of the integral coordinate, by one mode for those that the type shows to continue one another.
template <auto e, auto s, class Int, int count>
COLEX_UNROLLED constexpr auto coalesce(StaticLayout<e, s, RunTime<Int, count>> const& a) {
  return detail::layout_of_row<Int>(detail::coalesced(detail::row_of(a)));
}

}  // namespace colex
