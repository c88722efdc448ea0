// SPDX-License-Identifier: MIT
// Whether outer(inner(k)) is want(k) at every k: the certificate of an inverse that a search has found.
//
//   static_assert(composes_to(layout("(2,3):(1,1)"), layout("(2,2):(2,3)"), layout("4:1")));   0 2 3 5 -> 0 1 2 3
//   static_assert(!composes_to(layout("(2,3):(1,2)"), layout("(2,2):(2,3)"), layout("4:1")));
//
// The composition is taken and compared, as normal forms: nothing is enumerated where composition() does not. What
// a search finds is asked this before it is answered, so that an answer does not rest on the search.
// Law: right_inverse_undoes_layout.
#pragma once

#include "colex/composition.hpp"

namespace colex {

/// outer(inner(k)) == want(k) for every k below size(inner), which is size(want), and every inner(k) is an index of
/// `outer`. False as well where composition() does not decide it within the budget.
template <Number Int>
constexpr bool composes_to(Layout<Int> const& outer, Layout<Int> const& inner, Layout<Int> const& want,
                           Budget budget = {}) {
  auto const composed = composition(outer, inner, Domain::bounded, budget);
  if (!composed) return false;
  List<Mode<Int>> const a = coalesce(composed.value.leaves), b = coalesce(want.leaves);
  bool same = a.count == b.count;
  for (int k = 0; same && k < a.count; ++k) same = a[k].shape == b[k].shape && a[k].stride == b[k].stride;
  return same;
}

}  // namespace colex
