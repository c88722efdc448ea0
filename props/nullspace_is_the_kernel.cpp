// SPDX-License-Identifier: MIT
// nullspace() lists exactly the coordinates with offset 0, in order.
#include "colex/laws/nullspace_is_the_kernel.hpp"

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::nullspace_is_the_kernel;

static Int points(AtIndex const& c) {
  auto const n = nullspace(c.a);
  return n ? size(*n) : 0;
}

static Property<AtIndex> const kernel{
    .name = "the nullspace is the kernel, in order",
    .draw =
        [](Dice& dice) {
          return AtIndex{dice.percent(60) ? adversarial(dice, 60) : any_layout(dice, 60), 0};
        },
    .precondition = [](AtIndex const& c) { return well_formed(c.a) == Condition::none && size(c.a) <= 200; },
    .fault = [](AtIndex const& c) { return unless(Law::holds(c.a), "not the coordinates with offset 0"); },
    .run = [](AtIndex const& c) { return command("nullspace", {text(c.a)}); },
    .classes = {{"not trivial", [](AtIndex const& c) { return points(c) > 1; }},
                {"without a stride 0",
                 [](AtIndex const& c) {
                   for (auto const& m : c.a.leaves)
                     if (m.shape > 1 && m.stride == 0) return false;
                   return points(c) > 1;
                 },
                 1}}};

int main() { return exit_status({check(kernel)}); }
