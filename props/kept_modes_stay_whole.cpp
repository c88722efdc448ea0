// SPDX-License-Identifier: MIT
// What a tiler keeps is whole in the tile and one point in the grid, in each variant of divide and product.
#include "colex/laws/kept_modes_stay_whole.hpp"

#include "colex/lexicographic_divide.hpp"
#include "colex/partition.hpp"
#include "colex/print.hpp"
#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::kept_modes_stay_whole;

/// `b` stands for the tiler: a leaf n:0 for `_`, n:1 for a tile of n points.
static Tiler<Int> tiler_of(LayoutI const& b) {
  Tiler<Int> r{b, 0, 0};
  for (Place at; at.node < b.profile.count; at = {at.node + 1, at.leaf + (b.profile.is_leaf(at) ? 1 : 0)})
    if (b.profile.is_leaf(at))
      (b.leaves[at.leaf].stride == 0 ? r.keeps : r.tiles) |= std::uint64_t{1} << at.node;
  return r;
}

static LayoutI entry_of_tiler(Dice& dice, LayoutI const& mode) {
  if (dice.percent(45)) return leaf(Mode<Int>{1, 0});
  if (rank(mode) < 2 || dice.percent(50))
    return leaf(Mode<Int>{dice.percent(85) ? divisor(dice, size(mode)) : dice.between(1, 4), 1});
  auto r = open<Mode<Int>>(2);
  for (int k = 0; k < 2; ++k) graft(r, entry_of_tiler(dice, entry(mode, k)));
  return r;
}
static Pair with_tiler(Dice& dice) {
  int const ranks = static_cast<int>(dice.between(1, 3));
  Pair r{open<Mode<Int>>(ranks), open<Mode<Int>>(ranks)};
  for (int k = 0; k < ranks; ++k) {
    Modes modes(static_cast<std::size_t>(dice.between(1, 3)));
    for (auto& m : modes) m = {dice.between(1, 4), dice.between(0, 12)};
    auto const mode = modes.size() == 1 ? leaf(modes[0]) : nested(dice, modes);
    graft(r.a, mode);
    graft(r.b, entry_of_tiler(dice, mode));
  }
  if (dice.percent(50)) {  // nothing below a first mode of stride 1: a product of it exists
    r.a.leaves[0].stride = 1;
    r.b.leaves[0] = {dice.between(1, 3), 1};
  }
  if (tiler_of(r.b).keeps == 0) r.b.leaves[r.b.leaves.count - 1].stride = 0;
  return r;
}

/// Calls f(the mode, its place in the tile, its place in the grid) for each mode under `_`.
template <class F>
static bool each_kept(LayoutI const& a, LayoutI const& b, LayoutI const& tile, LayoutI const& grid, F f) {
  if (b.profile.is_leaf({})) return b.leaves[0].stride != 0 || f(a, tile, grid);
  for (int k = 0; k < rank(b); ++k)
    if (!each_kept(entry(a, k), entry(b, k), entry(tile, k), entry(grid, k), f)) return false;
  return true;
}
static bool whole(LayoutI const& mode, LayoutI const& tile, LayoutI const& grid) {
  bool all = congruent(tile, mode);
  for (Int i = 0; all && i < size(mode); ++i) all = Law::holds(mode, tile, grid, i);
  return all;
}
template <class Has>
static bool keeps(Pair const& c, Has has) {
  return !each_kept(c.a, c.b, c.a, c.a,
                    [&](auto const& mode, auto const&, auto const&) { return !has(mode); });
}

using Answers = Result<LayoutI>;
/// `name` (tile, grid), and the same with the entries of the grid, or of both, side by side.
static std::string fault_of(char const* name, Pair const& c, Answers const& logical, Answers const& zipped,
                            Answers const& tiled, Answers const& flat) {
  std::string const of = std::string(" of ") + name;
  if (bool(logical) != bool(zipped) || bool(logical) != bool(tiled) || bool(logical) != bool(flat))
    return "one variant refuses and another does not," + of;
  if (!logical) return "";
  LayoutI const tile = entry(*zipped, 0), grid = entry(*zipped, 1);
  if (!each_kept(c.a, c.b, tile, grid, whole)) return "zipped variant" + of + ": a mode is not whole";
  int const ranks = rank(c.b);
  for (int k = 0; k < ranks; ++k) {
    LayoutI const mode = entry(c.a, k), by = entry(c.b, k), in_grid = entry(*tiled, 1 + k);
    // one entry alone is not taken out of its tuple
    LayoutI const in_tile = ranks == 1 ? entry(entry(*flat, 0), 0) : entry(*flat, k);
    LayoutI const alone = ranks == 1 && rank(c.a) == 1 ? entry(in_grid, 0) : in_grid;
    if (!each_kept(mode, by, entry(entry(*tiled, 0), k), alone, whole))
      return "tiled variant" + of + ": a mode is not whole";
    if (!each_kept(mode, by, in_tile, alone, whole)) return "flat variant" + of + ": a mode is not whole";
  }
  return "";
}

static std::string divide_fault(Pair const& c) {
  auto const t = tiler_of(c.b);
  for (Cover const cover : {Cover::strict, Cover::at_least, Cover::disjoint})
    if (auto const fault = fault_of("divide", c, logical_divide(c.a, t, cover), zipped_divide(c.a, t, cover),
                                    tiled_divide(c.a, t, cover), flat_divide(c.a, t, cover));
        !fault.empty())
      return fault;
  return fault_of("lex_divide", c, lex_logical_divide(c.a, t), lex_zipped_divide(c.a, t),
                  lex_tiled_divide(c.a, t), lex_flat_divide(c.a, t));
}
static std::string product_fault(Pair const& c) {
  auto const t = tiler_of(c.b);
  auto const fault = fault_of("product", c, logical_product(c.a, t), zipped_product(c.a, t),
                              tiled_product(c.a, t), flat_product(c.a, t));
  return !fault.empty() ? fault
                        : fault_of("lex_product", c, lex_logical_product(c.a, t), lex_zipped_product(c.a, t),
                                   lex_tiled_product(c.a, t), lex_flat_product(c.a, t));
}
/// The tile at every place of the grid has the modes that the tiler keeps, whole.
static std::string partition_fault(Pair const& c) {
  auto const t = tiler_of(c.b);
  auto const split = zipped_divide(c.a, t);
  if (!split) return "";
  LayoutI const grid = entry(*split, 1), point = leaf(Mode<Int>{1, 0});
  for (Int g = 0; g < size(grid); ++g) {
    auto const part = local_tile(c.a, t, idx2crd(g, shape(grid)));
    if (!part) return "no tile at a place of the grid";
    for (int k = 0; k < rank(c.b); ++k)
      if (tiler_of(entry(c.b, k)).is_keep() && !whole(entry(c.a, k), entry(part->layout, k), point))
        return "a mode is not whole in the tile";
  }
  return "";
}

/// The same function of as many modes: each that no nested tiler takes apart has its leaves in one tuple.
static LayoutI respelled(Pair const& c) {
  auto r = open<Mode<Int>>(rank(c.a));
  for (int k = 0; k < rank(c.a); ++k) {
    bool const apart = k < rank(c.b) && !entry(c.b, k).profile.is_leaf({});
    graft(r, apart ? entry(c.a, k) : flatten(entry(c.a, k)));
  }
  return r;
}
static bool alike(Answers const& x, Answers const& y) {
  if (!x || !y) return bool(x) == bool(y);
  bool same = rank(*x) == rank(*y) && size(*x) == size(*y);
  for (int k = 0; same && k < rank(*x); ++k) same = size(entry(*x, k)) == size(entry(*y, k));
  for (Int i = 0; same && i < size(*x); ++i) same = evaluate(*x, i) == evaluate(*y, i);
  return same;
}
static std::string spelling_fault(Pair const& c) {
  auto const t = tiler_of(c.b);
  auto const other = respelled(c);
  return unless(alike(zipped_divide(c.a, t), zipped_divide(other, t)) &&
                    alike(tiled_divide(c.a, t), tiled_divide(other, t)) &&
                    alike(flat_divide(c.a, t), flat_divide(other, t)) &&
                    alike(zipped_product(c.a, t), zipped_product(other, t)) &&
                    alike(tiled_product(c.a, t), tiled_product(other, t)) &&
                    alike(flat_product(c.a, t), flat_product(other, t)),
                "another function of modes that are nested otherwise");
}

static bool tiles(LayoutI const& a, LayoutI const& b) {
  if (b.profile.is_leaf({}))
    return b.leaves[0].shape >= 1 && (b.leaves[0].stride == 0 || b.leaves[0].stride == 1);
  bool r = rank(b) <= rank(a) && !a.profile.is_leaf({});
  for (int k = 0; r && k < rank(b); ++k) r = tiles(entry(a, k), entry(b, k));
  return r;
}
static bool counts(Pair const& c) {
  return well_formed(c.a) == Condition::none && !c.b.profile.is_leaf({}) && tiles(c.a, c.b) &&
         tiler_of(c.b).keeps != 0;
}
static std::string run(Pair const& c) {
  return command("zipped_divide", {to_text(c.a), to_text(tiler_of(c.b))});
}

/// The property `name` of cases of which `answered` says which are answered.
static Property<Pair> property(char const* name, std::string (*fault)(Pair const&),
                               bool (*answered)(Pair const&)) {
  return {
      .name = name,
      .draw = with_tiler,
      .precondition = counts,
      .fault = fault,
      .run = run,
      .classes = {{"answered", answered},
                  {"a kept mode of one entry",
                   [](Pair const& c) { return keeps(c, [](auto const& m) { return rank(m) == 1; }); }},
                  {"a kept mode of two entries",
                   [](Pair const& c) { return keeps(c, [](auto const& m) { return rank(m) == 2; }); }},
                  {"a kept mode of three entries",
                   [](Pair const& c) { return keeps(c, [](auto const& m) { return rank(m) > 2; }); }},
                  {"an answered case that keeps a mode of two entries, with a grid of more than one point",
                   [](Pair const& c) {
                     auto const r = zipped_divide(c.a, tiler_of(c.b));
                     return r && size(entry(*r, 1)) > 1 &&
                            keeps(c, [](auto const& m) { return rank(m) == 2 && size(m) > 1; });
                   }},
                  {"_ inside a mode", [](Pair const& c) {
                     auto const t = tiler_of(c.b);
                     for (int k = 0; k < rank(c.b); ++k)
                       if (rank(entry(c.b, k)) > 1 && entry(t, k).keeps != 0) return true;
                     return false;
                   }}}};
}
static bool divided(Pair const& c) { return bool(logical_divide(c.a, tiler_of(c.b))); }
static bool repeated(Pair const& c) { return bool(logical_product(c.a, tiler_of(c.b))); }

int main() {
  return exit_status({check(property("divides keep modes whole", divide_fault, divided)),
                      check(property("products keep modes whole", product_fault, repeated)),
                      check(property("local tiles have kept modes whole", partition_fault, divided)),
                      check(property("nesting a mode changes no function", spelling_fault,
                                     [](Pair const& c) { return divided(c) && !(respelled(c) == c.a); }))});
}
