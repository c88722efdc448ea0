// SPDX-License-Identifier: MIT
// The complement of the complement is the layout, sorted and coalesced.
#include "colex/laws/complement_gives_back.hpp"

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::complement_gives_back;

static std::string run(Target const& c) {
  return command("complement", {text(c.a), std::to_string(c.cotarget)});
}
static Int modes(Target const& c) {
  auto const r = complement(c.a, c.cotarget);
  return r ? complement_modes(c.a, Cover::strict).value.count : 0;
}

static Property<Target> const twice{
    .name = "complement twice gives the layout back",
    .draw = [](Dice& dice) { return any_target(dice, 144); },
    .precondition = [](Target const& c) { return well_formed(c.a) == Condition::none && c.cotarget >= 1; },
    .fault = [](Target const& c) { return unless(Law::holds(c.a, c.cotarget), "another layout"); },
    .run = run,
    .classes = {{"a mode", [](Target const& c) { return modes(c) >= 1; }},
                {"several modes", [](Target const& c) { return modes(c) >= 2; }},
                {"not in order of stride", [](Target const& c) {
                   if (modes(c) < 2) return false;
                   auto const& l = c.a.leaves;
                   return l[0].shape > 1 && l[1].shape > 1 && l[0].stride > l[1].stride;
                 }}}};

int main() { return exit_status({check(twice)}); }
