// SPDX-License-Identifier: MIT
// The worked examples of tiler.hpp, and its edges, as constants: compiling is passing.
#include "colex/tiler.hpp"

#include "colex/text.hpp"
using namespace colex;
using I = std::int64_t;
static_assert(*composition(layout("(4,8):(1,4)"), by_mode(tile(layout("2:1")), keep<I>())) ==
              layout("(2,8):(1,4)"));
static_assert(*composition(layout("(4,8):(1,4)"), by_mode(tuple("(2)"))) == layout("(2,8):(1,4)"));
static_assert(*composition(layout("(4,8):(1,4)"), by_mode(tuple("(2)")), Rest::drop) == layout("(2):(1)"));
static_assert(*composition(layout("(4,8):(1,4)"), tile(layout("4:8"))) == layout("4:8"));
static_assert(by_mode(tuple("(2,(3,4))")) ==
              by_mode(tile(layout("2:1")), by_mode(tile(layout("3:1")), tile(layout("4:1")))));
static_assert(composition(layout("(4,8)"), by_mode(tuple("(2,2,2)"))).refusal.condition ==
              Condition::congruent);
int main() {}
