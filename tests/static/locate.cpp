// SPDX-License-Identifier: MIT
// The worked examples of locate.hpp, and its edges, as constants: compiling is passing.
#include "colex/locate.hpp"

#include "colex/text.hpp"
using namespace colex;
static_assert(*get_1d_coord(layout("(4,8):(8,1)"), std::int64_t{19}) == 14);
static_assert(*get_hier_coord(layout("(4,8):(8,1)"), std::int64_t{19}) == parse_tuple("(2,3)").value);
static_assert(*get_flat_coord(layout("(4,(2,4)):(8,(4,1))"), std::int64_t{14}) == parse_tuple("(1,5)").value);
static_assert(get_1d_coord(layout("(2,2):(2,3)"), std::int64_t{4}).refusal.condition ==
              Condition::surjective);
static_assert(*get_1d_coord(layout("(3,3):(5,-3)"), std::int64_t{-1}) == 7);
static_assert(*get_1d_coord(layout("(1000000000000,1000000):(1000003,1)"),
                            std::int64_t{999999999999999999}) >= 0);
int main() {}
