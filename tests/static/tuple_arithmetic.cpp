// SPDX-License-Identifier: MIT
// The worked examples of tuple_arithmetic.hpp, and its edges, as constants: compiling is passing.
#include "colex/tuple_arithmetic.hpp"

#include "colex/text.hpp"
using namespace colex;
constexpr auto t(char const* text) { return parse_tuple(text).value; }
static_assert(*add(t("(1,(2,3))"), t("(10,(20,30))")) == t("(11,(22,33))") &&
              *add(t("5"), t("(1,2)")) == t("(6,7)"));
static_assert(*sub(t("(1,2)"), t("3")) == t("(-2,-1)") && *mul(t("(1,(2,3))"), t("4")) == t("(4,(8,12))"));
static_assert(*div(t("(7,9)"), t("4")) == t("(1,2)") && *mod(t("(7,9)"), t("4")) == t("(3,1)"));
static_assert(div(t("7"), t("0")).refusal.condition == Condition::not_negative);
static_assert(mod(t("-7"), t("2")).refusal.condition == Condition::not_negative);
static_assert(add(t("(1,2)"), t("(1,(2,3))")).refusal.condition == Condition::congruent);
static_assert(add(t("4611686018427387904"), t("1")).refusal.condition == Condition::overflow);
static_assert(mul(t("4611686018427387904"), t("2")).refusal.condition == Condition::overflow);
static_assert(*shape_mod(t("(4,6)"), t("8")) == t("(4,2)") &&
              *shape_mod(t("(6,4)"), t("(3,2)")) == t("(3,2)"));
static_assert(*shape_mod(t("(4,6)"), t("(2)")) == t("(2,1)") && !shape_mod(t("6"), t("4")));
static_assert(*sum(t("(4,(2,3))")) == 9 && *sum(t("()")) == 0);
static_assert(*max(t("(4,(2,7))")) == 7 && *min(t("(4,(2,7))")) == 2);
static_assert(max(t("()")).refusal.condition == Condition::in_domain && !min(t("()")));
static_assert(*concat(t("(1,(2,3))"), t("(4,5)")) == t("(1,(2,3),4,5)") &&
              *concat(t("1"), t("2")) == t("(1,2)"));
static_assert(*increment(t("(3,(1,0))"), t("(4,(2,3))")) == t("(0,(0,1))"));
static_assert(*increment(t("(3,(1,2))"), t("(4,(2,3))")) == t("(0,(0,0))"));
static_assert(increment(t("(4,0)"), t("(4,2)")).refusal.left == 4);
static_assert(*idx2crd(19, t("(4,8)"), t("(8,1)")) == t("(2,3)"));
static_assert(idx2crd(19, t("(4,8)"), t("(8,0)")).refusal.condition == Condition::stride_positive);
int main() {}
