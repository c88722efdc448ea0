// SPDX-License-Identifier: MIT
// The left inverse gives each coordinate back, where there is one.
#include "colex/laws/left_inverse_gives_back.hpp"

#include "colex/laws/coalesce_is_a_normal_form.hpp"
#include "gen/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::left_inverse_gives_back;

static bool answered(AtIndex const& c) { return bool(left_inverse(c.a)); }

static Property<AtIndex> const gives_back{
    .name = "the left inverse gives the coordinate back",
    .draw =
        [](Dice& dice) {
          auto const a = dice.percent(60) ? any_layout(dice, 36) : chain(dice, 36).layout;
          return AtIndex{a, dice.between(0, size(a) - 1)};
        },
    .precondition =
        [](AtIndex const& c) {
          return well_formed(c.a) == Condition::none && c.index < size(c.a) && size(c.a) <= 100 &&
                 cosize(c.a) <= 4000;
        },
    .fault =
        [](AtIndex const& c) {
          if (answered(c) && !laws::coalesce_is_a_normal_form::is_normal(left_inverse(c.a)->leaves))
            return std::string("not in normal form");
          return unless(Law::holds(c.a, c.index), "another coordinate");
        },
    .run = [](AtIndex const& c) { return command("left-inverse", {text(c.a)}); },
    .classes = {{"answered, 2 modes or more",
                 [](AtIndex const& c) { return answered(c) && coalesce(c.a).leaves.count > 1; }},
                {"refused", [](AtIndex const& c) { return !answered(c); }}}};

int main() { return exit_status({check(gives_back)}); }
