// SPDX-License-Identifier: MIT
// The worked examples of admissible.hpp, and its edges, as constants: compiling is passing.
#include "colex/admissible.hpp"

#include "colex/text.hpp"
using namespace colex;
constexpr Layout<std::int64_t> many = layout("(4,6,8,10):(2,3,5,7)");
static_assert(*admissible_composition(many, layout("6:12")) == Admissible::textbook);
static_assert(*admissible_composition(layout("(8,8):(24,5)"), layout("4:5")) == Admissible::representable);
static_assert(admissible_composition(layout("(6,4):(1,7)"), layout("4:4")).value == Admissible::no);
static_assert(admissible_composition(layout("4:1"), layout("8:1"), Domain::bounded).refusal.condition ==
              Condition::in_domain);
static_assert(*admissible_complement(layout("8:2"), 32) == Admissible::textbook);
static_assert(*admissible_complement(layout("(2,2):(4,1)"), 8) == Admissible::representable);
static_assert(*admissible_complement(layout("(2,1,2):(4,3,1)"), 8) == Admissible::representable);
static_assert(*admissible_complement(layout("(1,2):(3,1)"), 8) == Admissible::textbook);
static_assert(admissible_complement(layout("4:3"), 16).value == Admissible::no);
static_assert(admissible_complement(layout("4:3"), 16).refusal.condition == Condition::cotarget_divides);
static_assert(first_gap_in_order(layout("(2,2):(4,1)")) == Mode<std::int64_t>{8, 1});
int main() {}
