// SPDX-License-Identifier: MIT
// surjective() against every coordinate; a "no" shows an offset that is missing.
#include "colex/laws/surjective_is_exact.hpp"

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::surjective_is_exact;

static Target any_case(Dice& dice) {
  if (dice.percent(50)) return any_target(dice, 60);
  auto const a = refined(dice, leaf(Mode<Int>{dice.between(1, 40), 1}));
  return {dice.percent(30) ? nearly(dice, a) : a, dice.between(1, 40)};
}
static bool says_yes(Target const& c) { return surjective(c.a, c.cotarget).condition == Condition::none; }

static Property<Target> const exact{
    .name = "surjective() answers yes exactly when every offset below M is reached",
    .draw = any_case,
    .precondition =
        [](Target const& c) {
          return well_formed(c.a) == Condition::none && size(c.a) <= 200 && c.cotarget >= 1 &&
                 c.cotarget <= 200;
        },
    .fault =
        [](Target const& c) {
          return unless(Law::holds(c.a, c.cotarget), "a wrong answer, or a wrong witness");
        },
    .classes = {{"onto, M above 1", [](Target const& c) { return says_yes(c) && c.cotarget > 1; }},
                {"a gap", [](Target const& c) { return !says_yes(c); }}}};

int main() { return exit_status({check(exact)}); }
