// SPDX-License-Identifier: MIT
// A divide that answers shows every point of A once, tile by tile, for tilers of A, nearly tilers, and any.
#include "colex/laws/divide_permutes_the_layout.hpp"

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::divide_permutes_the_layout;

static Pair any_pair(Dice& dice) {
  LayoutI const a = dice.percent(60) ? any_layout(dice, 100) : chain(dice, 100).layout;
  if (dice.percent(60)) return {a, tiler(dice, a, 24)};
  return {a, dice.percent(50) ? nearly(dice, tiler(dice, a, 24)) : any_layout(dice, 12)};
}
static bool divides(Pair const& c) { return bool(logical_divide(c.a, c.b)); }

static Property<Pair> const permutes{
    .name = "a strict divide is A after a permutation that starts with B",
    .draw = any_pair,
    .precondition =
        [](Pair const& c) {
          return well_formed(c.a) == Condition::none && well_formed(c.b) == Condition::none &&
                 size(c.a) <= 400 && size(c.b) <= 400 && cosize(c.b) <= Int{1} << 20;
        },
    .fault =
        [](Pair const& c) {
          std::vector<unsigned char> seen(static_cast<std::size_t>(size(c.a)));
          if (!Law::holds(c.a, c.b, seen.data())) return std::string("not a permutation, or not A's values");
          auto const logical = logical_divide(c.a, c.b), zipped = zipped_divide(c.a, c.b);
          auto const tiled = tiled_divide(c.a, c.b), side_by_side = flat_divide(c.a, c.b);
          if (bool(zipped) != bool(logical) || bool(tiled) != bool(logical) ||
              bool(side_by_side) != bool(logical))
            return std::string("one variant refuses and another does not");
          if (!logical) return std::string();
          return unless(Law::alike(*logical, *zipped) && Law::alike(*logical, *tiled) &&
                            Law::alike(*logical, *side_by_side),
                        "a variant has other modes");
        },
    .run =
        [](Pair const& c) {
          return command("logical_divide", {text(c.a), text(c.b)});
        },
    .classes = {{"tile and grid have points",
                 [](Pair const& c) { return divides(c) && size(c.b) > 1 && size(c.b) < size(c.a); }},
                {"A of 2 modes or more",
                 [](Pair const& c) { return divides(c) && coalesce(c.a).leaves.count > 1; }},
                {"refused", [](Pair const& c) { return !divides(c); }}}};

int main() { return exit_status({check(permutes)}); }
