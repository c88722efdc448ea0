// SPDX-License-Identifier: MIT
// injective() against every pair of coordinates; a "no" shows two that collide.
#include "colex/laws/injective_is_exact.hpp"

#include "colex/locate.hpp"
#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::injective_is_exact;

static bool says_yes(AtIndex const& c) { return injective(c.a).condition == Condition::none; }

/// The coordinates of an offset that there is are where it is.
static std::string located(LayoutI const& a, Int index) {
  Int const offset = evaluate(a, index);
  auto const at = get_1d_coord(a, offset);
  auto const tree = get_hier_coord(a, offset), numbers = get_flat_coord(a, offset);
  if (!at)
    return unless(at.refusal.condition == Condition::undecided, "an offset that there is is not found");
  if (evaluate(a, *at) != offset) return "get_1d_coord is at another offset";
  if (!tree || !(*tree == idx2crd(*at, shape(a)))) return "get_hier_coord is elsewhere";
  return unless(numbers && *numbers == idx2crd(*at, product_each(shape(a))), "get_flat_coord is elsewhere");
}

static Property<AtIndex> const exact{
    .name = "injective() answers yes exactly when no two coordinates collide",
    .draw =
        [](Dice& dice) {
          return AtIndex{any_layout(dice, 48), 0};
        },
    .precondition = [](AtIndex const& c) { return well_formed(c.a) == Condition::none && size(c.a) <= 96; },
    .fault =
        [](AtIndex const& c) {
          if (!Law::holds(c.a)) return std::string("a wrong answer, or a wrong witness");
          return located(c.a, c.index % size(c.a));
        },
    .run = [](AtIndex const& c) { return command("injective", {text(c.a)}); },
    .classes = {{"injective, 2 modes or more",
                 [](AtIndex const& c) { return says_yes(c) && coalesce(c.a).leaves.count > 1; }},
                {"colliding", [](AtIndex const& c) { return !says_yes(c); }},
                {"colliding without a stride 0", [](AtIndex const& c) {
                   for (auto const& m : c.a.leaves)
                     if (m.shape > 1 && m.stride == 0) return false;
                   return !says_yes(c);
                 }}}};

static Property<AtIndex> const long_ways{
    .name = "a short basis and meeting in the middle decide the same",
    .draw =
        [](Dice& dice) {
          Modes modes(static_cast<std::size_t>(dice.between(2, 6)));
          for (auto& m : modes) m = {dice.between(2, modes.size() < 5 ? 4 : 2), dice.between(1, 40)};
          if (dice.percent(30)) modes[0].stride = -modes[0].stride;
          return AtIndex{nested(dice, modes), 0};
        },
    .precondition = [](AtIndex const& c) { return well_formed(c.a) == Condition::none && size(c.a) <= 256; },
    .fault =
        [](AtIndex const& c) { return unless(Law::long_ways_hold(c.a), "a wrong answer, or a wrong pair"); },
    .run = [](AtIndex const& c) { return command("injective", {text(c.a)}); },
    .classes = {{"injective", says_yes},
                {"colliding", [](AtIndex const& c) { return !says_yes(c); }},
                {"three or four modes",
                 [](AtIndex const& c) { return c.a.leaves.count == 3 || c.a.leaves.count == 4; }}}};

int main() { return exit_status({check(exact), check(long_ways)}); }
