// SPDX-License-Identifier: MIT
// The worked examples of make.hpp, and its edges, as constants: compiling is passing.
#include "colex/make.hpp"

#include "colex/text.hpp"
using namespace colex;
constexpr auto t(char const* text) { return parse_tuple(text).value; }
static_assert(compact_row_major(t("(4,(2,3))")) == t("(6,(3,1))"));
static_assert(compact_col_major(t("(4,(1,3))"), std::int64_t{5}) == t("(5,(0,20))"));
static_assert(*compact_order(t("(2,3,5)"), t("(2,0,1)")) == t("(15,1,3)"));
static_assert(*compact_order(t("((2,3),5)"), t("(1,0)")) == t("((5,10),1)"));
static_assert(*compact_order(t("(3,3)"), t("(0,0)")) == t("(1,3)"));
static_assert(*make_ordered_layout(t("(2,3)"), t("(1,0)")) == layout("(2,3):(3,1)"));
static_assert(*make_layout_like(layout("(4,8):(16,1)")) == layout("(4,8):(8,1)"));
static_assert(*make_layout_like(layout("(4,8):(0,5)")) == layout("(4,8):(0,1)"));
int main() {}
