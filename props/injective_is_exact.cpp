// SPDX-License-Identifier: MIT
// injective() against every pair of coordinates; a "no" shows two that collide.
#include "colex/laws/injective_is_exact.hpp"

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::injective_is_exact;

static bool says_yes(AtIndex const& c) { return injective(c.a).condition == Condition::none; }

static Property<AtIndex> const exact{
    .name = "injective() answers yes exactly when no two coordinates collide",
    .draw =
        [](Dice& dice) {
          return AtIndex{any_layout(dice, 48), 0};
        },
    .precondition = [](AtIndex const& c) { return well_formed(c.a) == Condition::none && size(c.a) <= 96; },
    .fault = [](AtIndex const& c) { return unless(Law::holds(c.a), "a wrong answer, or a wrong witness"); },
    .run = [](AtIndex const& c) { return command("injective", {text(c.a)}); },
    .classes = {{"injective, 2 modes or more",
                 [](AtIndex const& c) { return says_yes(c) && coalesce(c.a).leaves.count > 1; }},
                {"colliding", [](AtIndex const& c) { return !says_yes(c); }},
                {"colliding without a stride 0", [](AtIndex const& c) {
                   for (auto const& m : c.a.leaves)
                     if (m.shape > 1 && m.stride == 0) return false;
                   return !says_yes(c);
                 }}}};

int main() { return exit_status({check(exact)}); }
