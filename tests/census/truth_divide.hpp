// SPDX-License-Identifier: MIT
// Brute-force truth for divide and product: which offsets the tile, the grid and the copies must have.
#pragma once

#include "colex/product.hpp"
#include "oracle/truth.hpp"

namespace census {

using namespace colex::truth;

/// A divided by B, strict: offsets of the tile's points and of the grid's. `exists`: each leaf of B, and the
/// grid as one mode, have a layout, and these add up.
struct Division {
  bool tiled = false, exists = false;
  Table tile, grid, whole;

  Division(Layout<Int> const& a, Layout<Int> const& b) {
    Table const f = table(b);
    Int const points = colex::size(a);
    Tiling const tiling(f, points);
    tiled = tiling.fills(points);
    if (!tiled) return;
    Table const starts = tiling.starts(points);
    grid = after(a.leaves, starts);
    tile = after(a.leaves, f);
    for (Int s : starts)
      for (Int t : f) whole.push(at(a.leaves, s + t));
    if (!is_layout(starts) || !is_layout(grid) || !composable(a.leaves, b, tile)) return;
    Table sum = tile;
    sum.add(grid);
    exists = sum == whole;
  }
};

/// A times B: A* is the library's own complement, with holes where A leaves some, judged by itself elsewhere.
/// What is asked of the copies, that they never meet and repeat as B says, does not depend on it.
struct Repetition {
  bool exists = false;
  Table block, copies;

  Repetition(Layout<Int> const& a, Layout<Int> const& b) : block(table(a)) {
    Int const room = 2 * colex::size(a) * colex::extent(a) * (colex::extent(b) + 1);
    auto const gaps = colex::complement_gaps(a, room, colex::Cover::disjoint);
    if (!gaps) return;
    auto const free = colex::coalesce(gaps.value);
    copies = after(free, table(b));
    exists = composable(free, b, copies);
  }
};

/// Copies that meet in no offset, the same copy exactly where B has the same offset.
inline bool repeats(Table const& block, Table const& copies, Table const& b) {
  if (copies.count != b.count || copies[0] != 0) return false;
  for (int i = 0; i < b.count; ++i)
    for (int j = 0; j < i; ++j)
      if ((b[i] == b[j]) != (copies[i] == copies[j])) return false;
  return disjoint_sums(block, copies);
}

}  // namespace census
