// SPDX-License-Identifier: MIT
// Where the points of a mode fill a box of A's digits, composition answers, and with A's values.
#include "colex/laws/box_modes_compose.hpp"

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::box_modes_compose;

static Mode<Int> mode_of(Pair const& c) { return c.b.leaves[0]; }
static bool box(Pair const& c) { return Law::fills_a_box(c.a, mode_of(c)); }

/// No product below overflows.
static bool moderate(LayoutI const& a) {
  return well_formed(a) == Condition::none && cosize(a) <= Int{1} << 40 && a.leaves.count > 0;
}

/// A mode of a few points, often with an extent and a stride that suit A's extents.
static Mode<Int> any_mode(Dice& dice, LayoutI const& a) {
  Int place = 1, extent = 1;
  for (auto const& m : a.leaves) {
    if (dice.percent(50))
      place = place * divisor(dice, m.shape);
    else if (dice.percent(50))
      extent = extent * divisor(dice, m.shape);
  }
  return {dice.percent(60) && extent <= 24 ? extent : dice.between(1, 12),
          dice.percent(60) ? place : dice.between(1, 40)};
}

static Property<Pair> const answered{
    .name = "a mode that fills a box of A's digits composes",
    .draw =
        [](Dice& dice) {
          LayoutI a = any_layout(dice, 150);
          while (!moderate(a)) a = any_layout(dice, 150);
          return Pair{a, leaf(any_mode(dice, a))};
        },
    .precondition =
        [](Pair const& c) {
          return moderate(c.a) && c.b.leaves.count == 1 && mode_of(c).shape >= 1 && mode_of(c).shape <= 24 &&
                 mode_of(c).stride >= 1 && mode_of(c).stride <= Int{1} << 20;
        },
    .fault = [](Pair const& c) { return unless(Law::holds(c.a, mode_of(c)), "refused, or another map"); },
    .run =
        [](Pair const& c) {
          return command("composition", {text(c.a), text(c.b)});
        },
    .classes = {{"a box of 2 digits or more",
                 [](Pair const& c) { return box(c) && composition(c.a, c.b)->leaves.count > 1; }},
                {"no box", [](Pair const& c) { return !box(c); }},
                {"no box, and answered", [](Pair const& c) { return !box(c) && composition(c.a, c.b); }}}};

int main() { return exit_status({check(answered)}); }
