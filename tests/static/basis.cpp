// SPDX-License-Identifier: MIT
// The worked examples of basis.hpp, and its edges, as constants: compiling is passing.
#include "colex/basis.hpp"

#include "colex/text.hpp"
using namespace colex;
constexpr auto shape_of(char const* text) { return parse_tuple(text).value; }
constexpr auto identity = *identity_layout(shape_of("(4,8)"));
static_assert(evaluate(identity, Coordinate(22)) == E(0, 2) + E(1, 5));
static_assert(natural(evaluate(identity, Coordinate(22)), shape_of("(4,8)")) == shape_of("(2,5)"));
constexpr auto part = *composition(identity, scalars(layout("(2,4):(2,8)")));
static_assert(part.leaves[0].stride == E(0, 2) && part.leaves[1].stride == E(1, 2));
static_assert(coalesce(identity) == identity);
static_assert(*identity_composition(shape_of("(4,8)"), layout("(2,4):(2,8)")) == part);
static_assert(identity_composition(shape_of("(6,4)"), layout("4:4")).refusal.condition ==
              Condition::additive);
static_assert(identity_layout(shape_of("(1,1,1,1,1,1,1,1,1)")).refusal.condition == Condition::capacity);
static_assert(*make_identity_layout(shape_of("(4,8)")) == identity);
int main() {}
