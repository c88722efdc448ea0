// SPDX-License-Identifier: MIT
// Every layout is read back from its text as it was, nesting and signs included.
#include "colex/laws/text_reads_back.hpp"

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::text_reads_back;

static Target drawn(Dice& dice) {
  Target c = any_target(dice, 200);
  for (auto& m : c.a.leaves) {
    if (dice.percent(20)) m.stride = -m.stride;
    if (dice.percent(10)) m.stride = dice.between(0, kReachLimit / 4096);
  }
  return c;
}

static Property<Target> const back{
    .name = "the text of a layout is read back as the layout",
    .draw = drawn,
    .precondition = [](Target const& c) { return well_formed(c.a) == Condition::none; },
    .fault = [](Target const& c) { return unless(Law::holds(c.a), "another layout"); },
    .classes = {{"a negative stride",
                 [](Target const& c) {
                   for (auto const& m : c.a.leaves)
                     if (m.stride < 0) return true;
                   return false;
                 }},
                {"10 digits or more", [](Target const& c) {
                   for (auto const& m : c.a.leaves)
                     if (m.stride >= 1000000000) return true;
                   return false;
                 }}}};

int main() { return exit_status({check(back)}); }
