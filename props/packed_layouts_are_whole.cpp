// SPDX-License-Identifier: MIT
// Every layout is unpacked as it was from as little room as it fits in, and refused where it does not fit; a packed one
// has the layout's value at every index, and two are equal where the layouts are.
#include "colex/laws/packed_layouts_are_whole.hpp"

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::packed_layouts_are_whole;

static Property<AtIndex> const whole{
    .name = "what is packed is unpacked as it was",
    .draw =
        [](Dice& dice) {
          LayoutI a = any_layout(dice, 200);
          for (auto& m : a.leaves)
            if (dice.percent(20)) m.stride = -m.stride;
          return AtIndex{a, dice.between(0, size(a) - 1)};
        },
    .precondition = [](AtIndex const& c) { return well_formed(c.a) == Condition::none; },
    .fault =
        [](AtIndex const& c) {
          if (!Law::holds<1>(c.a) || !Law::holds<2>(c.a) || !Law::holds<3>(c.a) || !Law::holds<32>(c.a))
            return unless(false, "another layout, or another refusal");
          auto const p = packed<kMaxLeaves>(c.a);
          auto other = c.a;
          if (other.leaves.count > 0) ++other.leaves[other.leaves.count - 1].stride;
          bool const equal = p.value == packed<kMaxLeaves>(other).value;
          return unless(p.value(c.index) == evaluate(c.a, c.index) && equal == (c.a == other),
                        "another value, or another equality");
        },
    .classes = {{"fits in 64 bytes", [](AtIndex const& c) { return bool(packed<2>(c.a)); }},
                {"does not", [](AtIndex const& c) { return !packed<2>(c.a); }},
                {"nested", [](AtIndex const& c) { return depth(c.a) > 1; }}}};

int main() { return exit_status({check(whole)}); }
