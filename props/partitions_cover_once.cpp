// SPDX-License-Identifier: MIT
// The tiles of a compact layout, its modes in any order, show every point once.
#include "colex/laws/partitions_cover_once.hpp"

#include "colex/decide.hpp"
#include "colex/distribute.hpp"
#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::partitions_cover_once;

/// A's extents with compact strides in a random order; B's extents are the tile, mode by mode.
static Pair any_tiling(Dice& dice) {
  Modes modes(static_cast<std::size_t>(dice.between(1, 3))), tile;
  for (auto& m : modes) m.shape = dice.between(1, 6);
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < modes.size(); ++k) order.push_back(k);
  dice.shuffle(order);
  Int next = 1;
  for (auto const k : order) {
    modes[k].stride = next;
    next *= modes[k].shape;
  }
  for (auto const& m : modes) tile.push_back({divisor(dice, m.shape), 1});
  auto together = [](Modes const& of) {
    List<Mode<Int>> all;
    for (auto const& m : of) all.push(m);
    return flat(all);
  };
  return {together(modes), together(tile)};
}
static bool tiles(Pair const& c) {
  if (c.a.leaves.count != c.b.leaves.count || c.a.leaves.count == 0 || !(c.a.profile == c.b.profile))
    return false;
  for (int k = 0; k < c.a.leaves.count; ++k)
    if (c.b.leaves[k].shape < 1 || c.a.leaves[k].shape % c.b.leaves[k].shape != 0) return false;
  return well_formed(c.a) == Condition::none && bijective(c.a, size(c.a)).condition == Condition::none;
}

/// The same points cut the other way: those of each place in a tile; and places dealt to as many workers.
static std::string by_places(Pair const& c) {
  auto const tiler = by_mode(shape(c.b));
  auto const split = zipped_divide(c.a, tiler);
  if (!split) return "";
  std::vector<bool> seen(static_cast<std::size_t>(size(c.a)));
  for (Int t = 0; t < size(c.b); ++t) {
    auto const at = idx2crd(t, product_each(shape(entry(*split, 0))));
    auto const grid = outer_partition(c.a, tiler, at),
               tile = inner_partition(c.a, tiler, idx2crd(Int{0}, product_each(shape(entry(*split, 1)))));
    if (!grid || !tile || evaluate(tile->layout, t) + tile->offset != grid->offset)
      return "the places of a tile";
    for (Int g = 0; g < size(grid->layout); ++g) {
      auto const x = static_cast<std::size_t>(grid->offset + evaluate(grid->layout, g));
      if (x >= seen.size() || seen[x]) return "outer_partition has a point twice";
      seen[x] = true;
    }
  }
  auto const starts = domain_distribute(shape(c.a), size(c.b));
  if (!starts || size(*starts) != size(c.b)) return "domain_distribute refuses a divisor";
  for (Int i = 1; i < size(*starts); ++i)
    if (evaluate(*starts, i - 1) >= evaluate(*starts, i) || evaluate(*starts, i) >= size(c.a))
      return "domain_distribute does not increase within the shape";
  return "";
}

static Property<Pair> const cover{
    .name = "local tiles show every point once",
    .draw = any_tiling,
    .precondition = tiles,
    .fault =
        [](Pair const& c) {
          std::vector<unsigned char> hits(static_cast<std::size_t>(size(c.a)));
          if (!Law::holds(c.a, shape(c.b), hits.data())) return std::string("a point twice, or not at all");
          return by_places(c);
        },
    .classes = {
        {"tile and grid have points", [](Pair const& c) { return size(c.b) > 1 && size(c.b) < size(c.a); }},
        {"strides out of order", [](Pair const& c) {
           return size(c.b) > 1 && c.a.leaves.count > 1 && c.a.leaves[0].stride > c.a.leaves[1].stride;
         }}}};

int main() { return exit_status({check(cover)}); }
