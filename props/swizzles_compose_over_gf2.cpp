// SPDX-License-Identifier: MIT
// Any two swizzles compose as linear maps over GF(2), equal shifts or not.
#include "colex/laws/swizzles_compose_over_gf2.hpp"

#include <algorithm>
#include <cstdlib>

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::swizzles_compose_over_gf2;

static Swizzle swizzle(Numbers const& c, bool second) {
  return second ? Swizzle{static_cast<int>(c["bits2"]), static_cast<int>(c["base2"]),
                          static_cast<int>(c["shift2"])}
                : Swizzle{static_cast<int>(c["bits"]), static_cast<int>(c["base"]),
                          static_cast<int>(c["shift"])};
}
/// 2^(the larger reach of the two), from the numbers drawn: not by reach_bits, which is under test.
static Int block(Numbers const& c) {
  return Int{1} << std::max(c["bits"] + c["base"] + std::abs(c["shift"]),
                            c["bits2"] + c["base2"] + std::abs(c["shift2"]));
}

static Property<Numbers> const linear{
    .name = "the composition of two swizzles is their product over GF(2)",
    .draw =
        [](Dice& dice) {
          Int const s = dice.between(0, 7), t = dice.percent(30) ? s : dice.between(0, 7);
          Int const sign = dice.pick({-1, 1}), sign2 = dice.percent(60) ? sign : -sign;
          return Numbers{{{"bits", dice.between(0, s)},
                          {"base", dice.between(0, 6)},
                          {"shift", sign * s},
                          {"bits2", dice.between(0, t)},
                          {"base2", dice.between(0, 6)},
                          {"shift2", sign2 * t},
                          {"x", dice.between(0, Int{1} << 22)}}};
        },
    .precondition =
        [](Numbers const& c) {
          return c["x"] >= 0 && admissible(swizzle(c, false)).condition == Condition::none &&
                 admissible(swizzle(c, true)).condition == Condition::none;
        },
    .fault =
        [](Numbers const& c) {
          return unless(Law::holds(swizzle(c, false), swizzle(c, true), c["x"] % block(c)), "not S(T(x))");
        },
    .classes = {{"shifts differ, both move x",
                 [](Numbers const& c) {
                   Int const x = c["x"] % block(c), y = swizzle(c, true)(x);
                   return c["shift"] != c["shift2"] && y != x && swizzle(c, false)(y) != y;
                 }},
                {"shifts of two signs", [](Numbers const& c) { return c["shift"] * c["shift2"] < 0; }}}};

int main() { return exit_status({check(linear)}); }
