// SPDX-License-Identifier: MIT
// The worked examples of partition.hpp, and its edges, as constants: compiling is passing.
#include "colex/partition.hpp"

#include "colex/text.hpp"
using namespace colex;
constexpr auto t(char const* text) { return parse_tuple(text).value; }
constexpr auto tile_at = local_tile(layout("(8,8):(1,8)"), by_mode(t("(4,4)")), t("(1,1)"));
static_assert(tile_at->layout == layout("(4,4):(1,8)") && tile_at->offset == 36);
constexpr auto part = local_partition(layout("(8,8):(1,8)"), layout("(4,2):(1,4)"), std::int64_t{5});
static_assert(part->layout == layout("(2,4):(4,16)") && part->offset == 9);
static_assert(local_tile(layout("(8,8):(1,8)"), by_mode(t("(4,4)")), t("1"))->layout ==
              layout("(4,4,2):(1,8,32)"));
static_assert(local_tile(layout("(8,6):(1,8)"), by_mode(t("(4,4)")), t("(0,0)")).refusal.condition ==
              Condition::cotarget_divides);
static_assert(inner_partition(layout("(8,8):(1,8)"), by_mode(parse_tuple("(4,4)").value),
                              parse_tuple("(1,0)").value)
                  ->offset == 4);
static_assert(outer_partition(layout("(8,8):(1,8)"), by_mode(parse_tuple("(4,4)").value),
                              parse_tuple("(1,1)").value)
                  ->layout == layout("(2,2):(4,32)"));

// A thread layout of one mode divides A whole: its threads count all modes of the tile.
constexpr auto across = local_partition(layout("(2,6):(1,5)"), layout("6:1"), std::int64_t{5});
static_assert(across->layout == layout("2:15") && across->offset == 11);
int main() {}
