// SPDX-License-Identifier: MIT
// A swizzle undoes itself and stays in its block, for either sign of the shift.
#include "colex/laws/swizzle_is_an_involution.hpp"

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::swizzle_is_an_involution;

static Swizzle swizzle(Numbers const& c) {
  return {static_cast<int>(c["bits"]), static_cast<int>(c["base"]), static_cast<int>(c["shift"])};
}

static Property<Numbers> const involution{
    .name = "a swizzle undoes itself and stays in its block",
    .draw =
        [](Dice& dice) {
          return Numbers{{{"bits", dice.between(0, 6)},
                          {"base", dice.between(0, 8)},
                          {"shift", dice.between(-9, 9)},
                          {"x", dice.between(0, Int{1} << dice.between(1, 40))}}};
        },
    .precondition = [](Numbers const& c) { return c["x"] >= 0; },
    .fault =
        [](Numbers const& c) { return unless(Law::holds(swizzle(c), c["x"]), "moved for good, or too far"); },
    .classes = {{"moves x",
                 [](Numbers const& c) {
                   return admissible(swizzle(c)).condition == Condition::none && swizzle(c)(c["x"]) != c["x"];
                 }},
                {"moves x, shift below 0",
                 [](Numbers const& c) {
                   return c["shift"] < 0 && admissible(swizzle(c)).condition == Condition::none &&
                          swizzle(c)(c["x"]) != c["x"];
                 }},
                {"not admissible",
                 [](Numbers const& c) { return admissible(swizzle(c)).condition != Condition::none; }}}};

int main() { return exit_status({check(involution)}); }
