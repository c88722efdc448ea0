// SPDX-License-Identifier: MIT
// What CuTe writes on modes of extent 1: what is left of B's stride after A's modes, rounded up. And how many
// tiles it counts.
#include "cli/cute.hpp"

#include <algorithm>
#include <set>

#include "colex/divide.hpp"

namespace colex::cli {

namespace {

Checked ceil_div(Checked a, Checked b) { return (a + b - Checked(1)) / b; }

/// Above so many points CuTe's shorter grid is not looked for.
constexpr std::int64_t kPointsCompared = 1 << 16;

std::set<std::int64_t> offsets(Layout<Checked> const& layout) {
  std::set<std::int64_t> all;
  for (Checked k(0); k < size(layout); k = k + Checked(1)) all.insert(evaluate(layout, k).value());
  return all;
}

/// The grid of A divided by `tile`, cut to CuTe's count of copies where that is less: those of B's complement
/// in A's shape, each extent divided by B's reach and rounded up on its own, which can be too few for A's
/// points. It stands where the tiles that are left hold every offset of A still: (9,4):(1,2) by (7,4):(1,7)
/// takes 1 copy instead of 2.
Layout<Checked> cute_grid(Layout<Checked> const& a, Layout<Checked> const& b, Layout<Checked> const& tile,
                          Layout<Checked> const& grid) {
  if (grid.leaves.count != 1 || size(a) > Checked(kPointsCompared)) return grid;
  Checked const reach = least_cotarget(b);
  auto const along = ceil_div(shape(flat(coalesce_extended(a.leaves))), leaf(reach));
  if (!along) return grid;
  auto const tiles = product(along.value);
  if (!tiles || !product_fits(tiles.value, reach)) return grid;
  auto const gaps = complement_gaps(b, tiles.value * reach, Cover::disjoint);
  if (!gaps) return grid;
  Checked const copies = size(flat(gaps.value));
  if (!(copies < size(grid)) || size(tile) * copies > Checked(kPointsCompared)) return grid;
  auto const cut = leaf(Mode<Checked>{copies, copies == Checked(1) ? Checked(0) : grid.leaves[0].stride});
  auto const ours = offsets(a), theirs = offsets(join(tile, cut));
  return std::includes(theirs.begin(), theirs.end(), ours.begin(), ours.end()) ? cut : grid;
}

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
    if (!r) return r;
    L const tile = entry(r.value, 0);
    r.value = join(cute_unit_strides(mode, by, tile), cute_grid(mode, by, tile, entry(r.value, 1)));
    return r;
  });
}

}  // namespace colex::cli
