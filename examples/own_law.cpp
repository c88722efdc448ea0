// SPDX-License-Identifier: MIT
// A law of one's own on random layouts: a layout and its complement in [0, M) reach every offset below M
// once. A failure shrinks to a small layout and prints the seed that replays it.
//
//   own_law                             10,000 layouts
//   COLEX_PROPS_CASES=1000000 own_law   more
#include <colex/colex.hpp>
#include <colex/testing/layouts.hpp>
#include <vector>

using namespace colex::props;

static bool tiles(Target const& c) {
  auto const rest = colex::complement(c.a, c.cotarget);
  if (!rest) return false;
  std::vector<int> reached(static_cast<std::size_t>(c.cotarget));
  for (Int i = 0; i < colex::size(c.a); ++i)
    for (Int j = 0; j < colex::size(*rest); ++j) ++reached.at(static_cast<std::size_t>(c.a(i) + (*rest)(j)));
  for (int const times : reached)
    if (times != 1) return false;
  return true;
}

static Property<Target> const law{
    .name = "a layout and its complement reach every offset below M once",
    .draw =
        [](Dice& dice) {
          auto const c = chain(dice, 200);
          return Target{c.layout, c.cotarget};
        },
    .precondition = [](Target const& c) { return bool(colex::complement(c.a, c.cotarget)); },
    .fault = [](Target const& c) { return unless(tiles(c), "an offset is missed or reached twice"); },
    .classes = {{"more than one mode", [](Target const& c) { return c.a.leaves.count > 1; }},
                {"something to fill", [](Target const& c) { return colex::size(c.a) < c.cotarget; }}}};

int main() { return exit_status({check(law)}); }
