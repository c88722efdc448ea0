// SPDX-License-Identifier: MIT
// What two layouts have in common lies at the same offsets in both.
#include "colex/laws/max_common_layout_is_common.hpp"

#include <set>

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::max_common_layout_is_common;

static Int points(Pair const& c) {
  auto const r = max_common_layout(c.a, c.b);
  return r ? size(*r) : 0;
}

/// Blocks of so many offsets that lie side by side, each from a multiple of it on: A's, and every one of A's is in one.
static std::string aligned(LayoutI const& a) {
  auto const n = max_alignment(a);
  if (!n) return "";
  std::set<Int> offsets;
  for (Int i = 0; i < size(a); ++i) offsets.insert(evaluate(a, i));
  for (Int const x : offsets)
    for (Int at = x - (x % *n + *n) % *n, k = 0; k < *n; ++k)
      if (offsets.count(at + k) == 0) return "a block that max_alignment counts has an offset that A has not";
  return "";
}

static Property<Pair> const common{
    .name = "the common layout counts the same offsets in both",
    .draw =
        [](Dice& dice) {
          auto const a = dice.percent(60) ? chain(dice, 60).layout : any_layout(dice, 60);
          if (dice.percent(30)) return Pair{a, any_layout(dice, 60)};
          return Pair{a, dice.percent(50) ? nearly(dice, refined(dice, a)) : refined(dice, a)};
        },
    .precondition =
        [](Pair const& c) {
          return well_formed(c.a) == Condition::none && well_formed(c.b) == Condition::none &&
                 size(c.a) <= 200 && size(c.b) <= 200;
        },
    .fault =
        [](Pair const& c) {
          for (Int i = 0; i < points(c); ++i)
            if (!Law::holds(c.a, c.b, i)) return "wrong at " + std::to_string(i);
          auto const common = max_common_layout(c.a, c.b);
          auto const vector = max_common_vector(c.a, c.b);
          if (bool(common) != bool(vector)) return std::string("max_common_vector is refused elsewhere");
          if (common && *vector != size(*common)) return std::string("max_common_vector has another number");
          return aligned(c.a);
        },
    .classes = {{"of 2 points or more", [](Pair const& c) { return points(c) > 1; }},
                {"shorter than A and B",
                 [](Pair const& c) {
                   return points(c) > 1 && points(c) < size(c.a) && points(c) < size(c.b);
                 },
                 1}}};

int main() { return exit_status({check(common)}); }
