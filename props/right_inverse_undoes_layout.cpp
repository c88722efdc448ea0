// SPDX-License-Identifier: MIT
// L(R(k)) = k for the right inverse R, and as far as R goes the oracle's table has each k where R says.
#include "colex/laws/right_inverse_undoes_layout.hpp"

#include "colex/laws/coalesce_is_a_normal_form.hpp"
#include "colex/testing/layouts.hpp"
#include "oracle/naive.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::right_inverse_undoes_layout;

static Int points(AtIndex const& c) {
  auto const r = right_inverse(c.a);
  return r ? size(*r) : 0;
}

static Property<AtIndex> const undoes{
    .name = "the right inverse counts offsets",
    .draw =
        [](Dice& dice) {
          return AtIndex{dice.percent(50) ? any_layout(dice, 80) : chain(dice, 80).layout, 0};
        },
    .precondition = [](AtIndex const& c) { return well_formed(c.a) == Condition::none && size(c.a) <= 300; },
    .fault =
        [](AtIndex const& c) {
          auto const offsets = naive::table(c.a);
          auto const inverse = right_inverse(c.a);
          if (inverse && !laws::coalesce_is_a_normal_form::is_normal(inverse->leaves))
            return std::string("not in normal form");
          for (Int k = 0; k < points(c); ++k) {
            if (!Law::holds(c.a, k)) return "wrong at offset " + std::to_string(k);
            if (offsets.at(static_cast<std::size_t>(evaluate(*inverse, k))) != k)
              return "not the oracle's offset at " + std::to_string(k);
          }
          return std::string();
        },
    .run = [](AtIndex const& c) { return command("right_inverse", {text(c.a)}); },
    .classes = {{"of 2 points or more", [](AtIndex const& c) { return points(c) > 1; }},
                {"of 2 modes or more",
                 [](AtIndex const& c) { return points(c) > 1 && right_inverse(c.a)->leaves.count > 1; }}}};

int main() { return exit_status({check(undoes)}); }
