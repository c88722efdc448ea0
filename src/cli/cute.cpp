// SPDX-License-Identifier: MIT
// CuTe's complement by its own rule, then its contract by enumeration: (3,5):(1,62), 12 -> 20:3 is ordered
// and disjoint although 3 does not divide 62.
#include "cli/cute.hpp"

#include <algorithm>
#include <vector>

#include "colex/complement.hpp"
#include "colex/equal.hpp"

namespace colex::cli {

namespace {

constexpr std::int64_t kEnumerated = std::int64_t{1} << 20;

Checked ceil_div(Checked a, Checked b) { return (a + b - Checked(1)) / b; }

/// How many repeats of `reach` CuTe takes for a cotarget: each entry divides, and what it leaves goes on.
Checked repeats(IntTuple<Checked> const& cotarget, Checked reach) {
  Checked product(1);
  for (Checked const entry : cotarget.leaves) {
    product = product * ceil_div(entry, reach);
    reach = ceil_div(reach, entry);
  }
  return product;
}

/// No offset but 0 in both; precondition: at most kEnumerated points in each.
bool disjoint(Layout<Checked> const& a, Layout<Checked> const& b) {
  std::vector<Checked> offsets;
  for (Checked i(0); i < size(a); i = i + Checked(1)) offsets.push_back(evaluate(a, i));
  std::sort(offsets.begin(), offsets.end());
  for (Checked i(1); i < size(b); i = i + Checked(1))
    if (std::binary_search(offsets.begin(), offsets.end(), evaluate(b, i))) return false;
  return true;
}

}  // namespace

Checked cute_cotarget(Layout<Checked> const& layout) { return cosize(layout); }

Result<Layout<Checked>, Checked> cute_complement(Layout<Checked> const& layout,
                                                 IntTuple<Checked> const& cotarget) {
  Checked const target = size(cotarget);
  auto const exact = complement(layout, target, Cover::at_least);
  auto const modes = complement_modes(layout, Cover::at_least);
  if (!modes) return exact;

  Checked reach(1);
  List<Mode<Checked>> gaps;
  for (auto const& mode : modes.value) {
    if (mode.stride < reach) return exact;  // two modes overlap: CuTe refuses as well
    gaps.push({mode.stride / reach, reach});
    reach = mode.shape * mode.stride;
  }
  gaps.push({repeats(cotarget, reach), reach});
  if (gaps.overfull) return exact;
  Result<Layout<Checked>, Checked> const theirs{flat(coalesce(gaps)), {}};
  if (well_formed(*theirs) != Condition::none) return exact;

  Checked const points = size(modes.value), more = size(*theirs);
  if (more < ceil_div(target, points)) return exact;  // covers too little
  if (exact && equal(*exact, *theirs).equal) return exact;
  if (points > Checked(kEnumerated) || more > Checked(kEnumerated)) return exact;
  return disjoint(layout, *theirs) ? theirs : exact;
}

Layout<Checked> cute_unit_strides(Layout<Checked> const& a, Layout<Checked> const& b,
                                  Layout<Checked> layout) {
  auto const modes = coalesce_extended(a.leaves);
  auto const rounded_up = [](Checked x, Checked y) {
    return x < Checked(0) ? -ceil_div(-x, y) : ceil_div(x, y);
  };
  Place from, to;
  while (from.node < b.profile.count) {
    if (!b.profile.is_leaf(from)) {
      from = b.profile.first(from), to = layout.profile.first(to);
      continue;
    }
    if (b.leaves[from.leaf].shape == Checked(1)) {
      Checked rest = b.leaves[from.leaf].stride;
      for (int k = 0; k + 1 < modes.count; ++k) rest = rounded_up(rest, modes[k].shape);
      layout.leaves[to.leaf].stride = rest * modes.back().stride;
    }
    from = b.profile.past(from), to = layout.profile.past(to);
  }
  return layout;
}

}  // namespace colex::cli
