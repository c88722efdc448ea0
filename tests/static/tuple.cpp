// SPDX-License-Identifier: MIT
// The worked examples of tuple.hpp, and its edges, as constants: compiling is passing.
#include "colex/tuple.hpp"

#include "colex/cute/orders.hpp"
#include "colex/division.hpp"
#include "colex/text.hpp"
using namespace colex;
constexpr auto t(char const* text) { return parse_tuple(text).value; }

// CuTe's orders also take tuples of unlike rank; an integer and a tuple do not compare.
constexpr bool below(bool (*less)(IntTuple<std::int64_t> const&, IntTuple<std::int64_t> const&),
                     char const* a, char const* b) {
  return cute::comparable(t(a), t(b)) && less(t(a), t(b));
}
constexpr auto elem = cute::elem_less<std::int64_t>, lex = cute::lex_less<std::int64_t>,
               colex_order = cute::colex_less<std::int64_t>;
static_assert(below(elem, "(0,1)", "(1,2,3)") && !below(elem, "(1,2,3)", "(2,3)") &&
              !below(elem, "(1,2)", "(2,2)"));
static_assert(below(lex, "(1,2,3)", "(2,3)") && !below(lex, "(2,3,4,5)", "(1,2,3)") &&
              below(lex, "(1,2)", "(1,2,0)"));
static_assert(!below(lex, "(1,2)", "(1,2)") && below(lex, "(1,(0,2))", "(1,(0,3,0))"));
static_assert(below(colex_order, "(9,3)", "(0,4,3,4)") && below(colex_order, "3", "4") &&
              !below(colex_order, "(3)", "(1,3,2)"));
static_assert(!cute::comparable(t("1"), t("(1,2)")) && cute::comparable(t("(1,2)"), t("(1,2,(3,4))")));
static_assert(*prefix_product(t("(4,(2,3))")) == t("(1,(4,8))"));
static_assert(*suffix_product(t("(4,(2,3))")) == t("(6,(3,1))"));
static_assert(*product(t("(4,(2,3))")) == 24 && product_each(t("(4,(2,3))")) == t("(4,6)"));
static_assert(*inner_product(t("(4,(2,3))"), t("(1,(10,100))")) == 324);
static_assert(*shape_div(t("(6,4)"), t("12")) == t("(1,2)"));
static_assert(shape_div(t("6"), t("4")).refusal.condition == Condition::divides);
static_assert(*ceil_div(t("(6,4)"), t("(4,4)")) == t("(2,1)"));
static_assert(*ceil_div(t("(10,64)"), t("6")) == t("(2,64)"));
static_assert(*round_up(t("(6,4)"), t("(4,4)")) == t("(8,4)"));
static_assert(*elem_scale(t("(2,3)"), t("(4,(5,2))")) == t("(8,30)") &&
              *elem_scale(t("3"), t("(2,2)")) == t("12"));
static_assert(elem_scale(t("(2,3)"), t("4")).refusal.condition == Condition::congruent);
static_assert(elem_scale(t("(2,3)"), t("(4,5,6)")).refusal.condition == Condition::congruent);
static_assert(elem_scale(t("4611686018427387904"), t("4")).refusal.condition == Condition::overflow);
static_assert(*evenly_divides(t("(6,4)"), t("(3,2)")) && !*evenly_divides(t("(6,4)"), t("(4,2)")));
static_assert(*evenly_divides(t("(6,4)"), t("12")) && !*evenly_divides(t("(6,4)"), t("5")) &&
              *evenly_divides(t("(6,4)"), t("3")));
static_assert(!*evenly_divides(t("6"), t("(3,1)")) && !*evenly_divides(t("(6,4)"), t("(3,2,1)")));
static_assert(*evenly_divides(t("16"), t("(8)")) && *evenly_divides(t("(16,16)"), t("((4),4)")) &&
              !*evenly_divides(t("16"), t("(3)")) && !*evenly_divides(t("16"), t("((8,2))")));
static_assert(evenly_divides(t("6"), t("0")).refusal.condition == Condition::not_negative);
static_assert(compatible(t("24"), t("(4,(2,3))")) && !compatible(t("(4,(2,3))"), t("24")));
static_assert(compatible(t("(4,6)"), t("(4,(2,3))")) && !compatible(t("(6,4)"), t("(4,(2,3))")));
static_assert(weakly_congruent(t("(7,7)"), t("(4,(2,3))")) && !weakly_congruent(t("(7,7)"), t("7")));
static_assert(elem_less(t("(1,2)"), t("(2,3)")) && !elem_less(t("(1,3)"), t("(2,3)")));
static_assert(lex_less(t("(1,3)"), t("(2,0)")) && colex_less(t("(2,0)"), t("(1,3)")));
static_assert(product(t("(4611686018427387894,2)")).refusal.condition == Condition::overflow);
int main() {}
