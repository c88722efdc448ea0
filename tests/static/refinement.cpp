// SPDX-License-Identifier: MIT
// The worked examples of refinement.hpp and reverse.hpp, and their edges, as constants: compiling is passing.
#include "colex/refinement.hpp"

#include "colex/any_compose.hpp"
#include "colex/basis.hpp"
#include "colex/reverse.hpp"
#include "colex/text.hpp"
using namespace colex;
using I = std::int64_t;
constexpr auto t(char const* text) { return parse_tuple(text).value; }
constexpr auto refined(char const* a, char const* b) { return mutual_refinement(t(a), t(b)); }

static_assert(*refined("(6,6)", "(2,6,6)") == t("(((2,3),(2,3)),(2,(3,2),(3,2)))"));
static_assert(*refined("(4,6)", "(8,3)") == t("((4,(2,3)),((4,2),3))"));
static_assert(*refined("6", "(2,1,3)") == t("((2,1,3),(2,1,3))") &&
              *refined("(2,1)", "2") == t("((2,1),(2,1))"));
static_assert(*refined("1", "(1,4)") == t("(1,(1,4))") && *refined("2", "12") == t("(2,(2,6))"));
static_assert(*refined("()", "(2,3)") == t("((),(2,3))"));
static_assert(refined("(4,6)", "(6,4)").refusal.left == 6 && refined("(4,6)", "(6,4)").refusal.right == 4);
static_assert(refined("12", "(2,2)").refusal.right == 3 && !refined("2", "()") &&
              *refined("()", "()") == t("((),())"));
static_assert(refined("(2,0)", "2").refusal.condition == Condition::shape_positive);

constexpr auto domain(char const* a, char const* b) { return greatest_common_domain(t(a), t(b)); }
static_assert(domain("(5,3,4)", "(10,6)") == layout("(5,2):(1,30)") &&
              domain("(16,3)", "(16,3)") == layout("(16,3):(1,16)"));
static_assert(domain("(6,35)", "(15,14)") == layout("(3,7):(1,30)") &&
              domain("(5,3)", "(3,5)") == layout("(1):(0)"));
static_assert(domain("(1,10)", "(10,1)") == layout("(10):(1)") && domain("()", "7") == layout("(1):(0)"));

static_assert(*layout_add(layout("(4,3):(1,4)"), layout("(4,3):(3,1)")) == layout("(4,3):(4,5)"));
static_assert(*layout_add(layout("(5,3,4):(1,5,15)"), layout("(10,6):(1,10)")) == layout("60:2"));
static_assert(*layout_add(layout("(2,3):(1,5)"), layout("(2,3):(-1,-5)")) == layout("6:0"));
static_assert(*layout_add(layout("(2,3):(0,1)"), layout("6:0")) == layout("(2,3):(0,1)"));
// no common domain spans the size, yet the sum is a layout: 3:1 stays where the other two cancel
static_assert(*layout_add(layout("(3,2):(1,5)"), layout("(2,3):(0,0)")) == layout("(3,2):(1,5)"));
static_assert(layout_add(layout("(2,3):(1,5)"), layout("(3,2):(0,3)")).refusal.condition ==
              Condition::run_divides);
static_assert(layout_add(layout("4:1"), layout("5:1")).refusal.left == 4);
static_assert(layout_add(layout("(2,2):(2305843009213693952,0)"), layout("(2,2):(2305843009213693952,0)"))
                  .refusal.condition == Condition::overflow);
static_assert(*layout_add(AnyLayout{Swizzle{1, 0, 2}, 0, layout("8:1")}, any(layout("8:8"))) ==
              AnyLayout{Swizzle{1, 0, 2}, 0, layout("8:9")});

static_assert(expand_modes_alike(layout("(6,4):(1,6)"), layout("((2,3),4):((3,1),6)"))->a ==
              layout("((2,3),4):((1,2),6)"));
static_assert(expand_modes_alike(layout("((3,(5,2)),4):((1,(24,12)),3)"), layout("(30,(2,2)):(2,(60,1))"))
                  ->b == layout("((3,(5,2)),(2,2)):((2,(6,30)),(60,1))"));
static_assert(expand_modes_alike(layout("(2,3):(1,2)"), layout("6:1"))->b == layout("(2,3):(1,2)"));
static_assert(expand_modes_alike(layout("(2,3):(1,2)"), layout("(2,3,1):(1,2,0)")).refusal.condition ==
              Condition::congruent);
static_assert(expand_modes_alike(layout("(2,3):(1,2)"), layout("(2,4):(1,2)")).refusal.left == 3);

static_assert(reverse(t("(1,(2,3),4)")) == t("(4,(2,3),1)") && reverse(t("5")) == t("5") &&
              reverse(t("()")) == t("()"));
static_assert(transpose(layout("(2,(3,5)):(1,(2,6))")) == layout("((3,5),2):((2,6),1)"));
int main() {}
