// SPDX-License-Identifier: MIT
// The worked examples of product.hpp, and its edges, as constants: compiling is passing.
#include "colex/product.hpp"

#include "colex/text.hpp"
using namespace colex;
constexpr auto t(char const* text) { return parse_tuple(text).value; }
static_assert(*logical_product(layout("4:1"), layout("3:2")) == layout("(4,3):(1,8)"));
static_assert(*blocked_product(layout("(2,2):(1,2)"), layout("(2,3):(1,2)")) ==
              layout("((2,2),(2,3)):((1,4),(2,8))"));
static_assert(*raked_product(layout("(2,2):(1,2)"), layout("(2,3):(1,2)")) ==
              layout("((2,2),(3,2)):((4,1),(8,2))"));
static_assert(*zipped_product(layout("(2,3):(1,2)"), by_mode(t("(4)"))) == layout("((2),(4,3)):((1),(2,2))"));
static_assert(*tiled_product(layout("4:1"), tile(layout("(2,3):(1,2)"))) == layout("(4,2,3):(1,4,8)"));
static_assert(*flat_product(layout("(2,2):(1,2)"), tile(layout("(2,3):(1,2)"))) ==
              layout("(2,2,2,3):(1,2,4,8)"));
static_assert(*tile_to_shape(layout("(4,2):(1,4)"), t("(12,8)")) == layout("((4,3),(2,4)):((1,8),(4,24))"));
static_assert(*tile_to_shape(layout("(4,2):(1,4)"), t("(12,8)"), t("(1,0)")) ==
              layout("((4,3),(2,4)):((1,32),(4,8))"));
static_assert(tile_to_shape(layout("4:1"), t("(10)")).refusal.condition == Condition::divides);
static_assert(*zipped_product(layout("((4,2),8)"), by_mode(keep<std::int64_t>(), tile(layout("2:1")))) ==
              layout("(((4,2),8),(1,2)):(((1,4),8),(0,1))"));
int main() {}
