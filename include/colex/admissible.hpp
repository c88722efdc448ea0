// SPDX-License-Identifier: MIT
// Which rule admits a composition or a complement: the textbook's conditions, or the exact decision alone.
//
//   static_assert(*admissible_composition(layout("(8,8):(24,5)"), layout("4:5")) == Admissible::representable);
//   static_assert(*admissible_complement(layout("8:2"), 32) == Admissible::textbook);
//
// A refusal says that no layout exists, as composition() and complement() say it.
// Source: Shah 2.5-2.8 and 2.12-2.18 for the conditions.
#pragma once

#include "colex/complement.hpp"
#include "colex/composition.hpp"

namespace colex {

/// Textbook: the divisibility conditions hold and no two modes of B carry. Errors: composition's.
template <Number Int>
constexpr Result<Admissible, Int> admissible_composition(Layout<Int> const& a, Layout<Int> const& b,
                                                         Domain domain = Domain::extend_last,
                                                         Budget budget = {}) {
  auto const r = compose(a, b, domain, budget);
  return {r.value.admissible, r.refusal};
}

/// The first mode of `layout`, in the given order, whose stride the reach of the modes before it does not
/// divide, as (reach, stride); (0, 0) where there is none. Modes of one point do not count. Precondition: no
/// other mode's stride is below 1.
template <Number Int>
constexpr Mode<Int> first_gap_in_order(Layout<Int> const& layout) {
  Int reach(1);
  for (auto const& m : layout.leaves) {
    if (m.shape == Int(1)) continue;
    if (!(m.stride % reach == Int(0))) return {reach, m.stride};
    reach = m.shape * m.stride;
  }
  return {Int(0), Int(0)};
}

/// The strict complement in [0, cotarget), cotarget in elements. Textbook: every reach divides the next stride
/// in the given order. Representable: in order of stride only. Errors: complement's.
template <Number Int>
constexpr Result<Admissible, Int> admissible_complement(Layout<Int> const& layout,
                                                        std::type_identity_t<Int> const& cotarget) {
  auto const r = complement(layout, cotarget);
  if (!r) return {Admissible::no, r.refusal};
  bool const in_order = bool(first_gap_in_order(layout).shape == Int(0));
  return {in_order ? Admissible::textbook : Admissible::representable, {}};
}

}  // namespace colex
