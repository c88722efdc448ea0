// SPDX-License-Identifier: MIT
// What CuTe writes on modes of extent 1: what is left of B's stride after A's modes, rounded up.
#include "cli/cute.hpp"

#include "colex/divide.hpp"

namespace colex::cli {

namespace {

Checked ceil_div(Checked a, Checked b) { return (a + b - Checked(1)) / b; }

}  // namespace

Checked cute_cotarget(Layout<Checked> const& layout) { return cosize(layout); }

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

Result<Layout<Checked>, Checked> cute_composition(Layout<Checked> const& a, Tiler<Checked> const& tiler) {
  using L = Layout<Checked>;
  return apply(a, tiler, Rest::drop, [](L const& mode, L const& by) {
    auto r = composition(mode, by);
    if (r) r.value = cute_unit_strides(mode, by, r.value);
    return r;
  });
}

Result<Layout<Checked>, Checked> cute_logical_divide(Layout<Checked> const& a, Tiler<Checked> const& tiler) {
  using L = Layout<Checked>;
  return apply(a, tiler, Rest::keep, [](L const& mode, L const& by) {
    auto r = logical_divide(mode, by, Cover::disjoint);
    if (r) r.value = join(cute_unit_strides(mode, by, entry(r.value, 0)), entry(r.value, 1));
    return r;
  });
}

}  // namespace colex::cli
