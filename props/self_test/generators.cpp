// SPDX-License-Identifier: MIT
// The generators keep their word, and the shrinker never offers a layout that is not simpler.
#include "colex/testing/layouts.hpp"
#include "oracle/naive.hpp"

using namespace colex;
using namespace colex::props;

/// The tree is whole: as many leaves as modes, no node left over.
static bool sound(LayoutI const& l) {
  if (l.overfull()) return false;
  Place const end = l.profile.past({});
  return end.node == l.profile.count && end.leaf == l.leaves.count;
}

static Property<Target> const chains{
    .name = "chain() gives a layout that tiles [0, cotarget)",
    .draw =
        [](Dice& dice) {
          auto const [layout, cotarget] = chain(dice, 144);
          return Target{layout, cotarget};
        },
    .fault =
        [](Target const& c) {
          if (!sound(c.a) || c.cotarget > 144) return std::string("unsound, or too large");
          return unless(naive::tile(naive::table(c.a), c.cotarget).has_value(), "does not tile");
        },
    .classes = {{"3 modes or more", [](Target const& c) { return c.a.leaves.count >= 3; }},
                {"strides not in order", [](Target const& c) {
                   for (int k = 1; k < c.a.leaves.count; ++k)
                     if (c.a.leaves[k].stride < c.a.leaves[k - 1].stride) return true;
                   return false;
                 }}}};

static Property<Pair> const refinements{
    .name = "refined(A) has A's table",
    .draw =
        [](Dice& dice) {
          LayoutI const a = any_layout(dice, 100);
          return Pair{a, refined(dice, a)};
        },
    .fault =
        [](Pair const& c) {
          return unless(sound(c.b) && naive::table(c.a) == naive::table(c.b), "another table, or unsound");
        },
    .classes = {{"more modes", [](Pair const& c) { return c.b.leaves.count > c.a.leaves.count; }}}};

static Property<AtIndex> const within_limits{
    .name = "huge() is well formed",
    .draw =
        [](Dice& dice) {
          return AtIndex{huge(dice), 0};
        },
    .fault =
        [](AtIndex const& c) {
          return unless(sound(c.a) && well_formed(c.a) == Condition::none, "not well formed");
        },
    .classes = {{"reaches 2^58", [](AtIndex const& c) { return cosize(c.a) > Int{1} << 58; }}}};

static Property<AtIndex> const shrinks{.name = "smaller(A) offers sound, other layouts with positive extents",
                                       .draw =
                                           [](Dice& dice) {
                                             return AtIndex{any_layout(dice, 500), 0};
                                           },
                                       .fault =
                                           [](AtIndex const& c) {
                                             for (auto const& s : smaller(c.a)) {
                                               if (!sound(s) || s == c.a) return "offers " + text(s);
                                               for (auto const& m : s.leaves)
                                                 if (m.shape < 1) return "offers " + text(s);
                                             }
                                             return std::string();
                                           },
                                       .run = {},
                                       .classes = {{"empty tuples left", [](AtIndex const& c) {
                                                      for (auto const& s : smaller(c.a))
                                                        for (int n = 1; n < s.profile.count; ++n)
                                                          if (s.profile.node[n] == 1) return true;
                                                      return false;
                                                    }}}};

int main() { return exit_status({check(chains), check(refinements), check(within_limits), check(shrinks)}); }
