// SPDX-License-Identifier: MIT
// Divides that need not come out even: A's every offset appears, and the tile has B's coordinates.
#include "colex/laws/covering_tiles_hold_every_point.hpp"

#include "colex/product.hpp"
#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::covering_tiles_hold_every_point;

static Pair any_pair(Dice& dice) {
  for (;;) {
    Pair c{dice.percent(50) ? padded(dice, 60) : arbitrary(dice, 60), {}};
    c.b = dice.percent(60) ? tiler(dice, c.a, 12) : arbitrary(dice, 8);
    if (cosize(c.b) <= Int{1} << 10) return c;
  }
}
static bool answered(Pair const& c, Cover cover) { return bool(logical_divide(c.a, c.b, cover)); }

static std::string fault(Pair const& c) {
  for (Cover const cover : {Cover::at_least, Cover::disjoint}) {
    auto const r = logical_divide(c.a, c.b, cover);
    if (!r || size(*r) > 5000) continue;
    if (rank(*r) != 2 || !compatible(shape(c.b), shape(entry(*r, 0))))
      return "the first mode does not refine B's shape";
    for (Int i = 0; i < size(c.a); ++i)
      if (!Law::covers(c.a, *r, i)) return "a point of A is in no tile";
  }
  if (auto const made = tile_to_shape(c.b, flat(shape(c.a).leaves), Cover::at_least))
    for (int k = 0; k < rank(*made); ++k) {
      Int const have = size(entry(*made, k)), want = c.a.leaves[k].shape,
                block = k < rank(c.b) ? size(entry(c.b, k)) : 1;
      if (have < want || have >= want + block || have % block != 0)
        return "tile_to_shape does not reach an extent";
    }
  auto const wide = detail::padded(c.a, c.b);
  if (!wide) return "";
  auto const modes = coalesce_extended(c.a.leaves);
  Int start = 1;
  for (int k = 0; k < modes.count; ++k) {
    auto const& m = wide->leaves[k];
    if (m.stride != modes[k].stride ||
        m.shape != Law::rounded(modes[k].shape, Law::step_of(c.b, start, modes[k].shape)))
      return "a mode is not rounded up to the step of B";
    start *= m.shape;
  }
  return "";
}

static Property<Pair> const covers{
    .name = "covering tiles hold every point",
    .draw = any_pair,
    .fault = fault,
    .run =
        [](Pair const& c) {
          return command("logical_divide", {text(c.a), text(c.b)}, "--cover");
        },
    .classes = {
        {"answered, at least", [](Pair const& c) { return answered(c, Cover::at_least) && size(c.b) > 1; }},
        {"answered, disjoint", [](Pair const& c) { return answered(c, Cover::disjoint) && size(c.b) > 1; }},
        {"not even",
         [](Pair const& c) { return answered(c, Cover::at_least) && size(c.a) % size(c.b) != 0; }}}};

int main() { return exit_status({check(covers)}); }
