// SPDX-License-Identifier: MIT
// The first answers, as constants: compiling is passing.
#include "colex/colex.hpp"
using namespace colex;
static_assert(coalesce(layout("(2,1):(3,1)")) == layout("2:3"));
static_assert(layout("(2,4):(2,2)")(std::int64_t{3}) == 4);
static_assert(*complement(layout("(2,4):(1,2)"), std::int64_t{16}) == layout("2:8"));
static_assert(*complement(layout("8:2"), std::int64_t{32}) == layout("(2,2):(1,16)"));
static_assert(*complement(layout("4:3"), std::int64_t{24}) == layout("(3,2):(1,12)"));
static_assert(!complement(layout("4:3"), std::int64_t{16}));
constexpr std::int64_t table[] = {0, 2, 4, 7, 9, 11};
static_assert(*find_layout<std::int64_t>([](std::int64_t i) { return table[i]; }, 6) ==
              layout("(3,2):(2,7)"));
static_assert(equal(layout("10:3"), layout("(2,5):(3,6)")).equal);
static_assert(evaluate(layout("(4,(2,4)):(2,(1,8))"), parse_tuple("(2,(0,1))").value) == 12);
static_assert(idx2crd(std::int64_t{16}, parse_tuple("(3,(2,3))").value) == parse_tuple("(1,(1,2))").value);
static_assert(equal(layout("(2,2):(3,1)"), layout("(2,2):(1,3)")).index == 1);
static_assert(equal(layout("(2,2):(3,1)"), layout("(2,2):(1,3)")).left == 3);
static_assert(*composition(layout("(4,6,8,10):(2,3,5,7)"), layout("6:12")) == layout("(2,3):(9,5)"));
constexpr bool refused(char const* a, char const* b) { return !composition(layout(a), layout(b)); }
static_assert(*composition(layout("(8,8):(24,5)"), layout("4:5")) == layout("(2,2):(120,53)"));
static_assert(refused("(6,4):(1,7)", "4:4"));
static_assert(refused("(4,6,8):(2,3,5)", "6:3"));
static_assert(refused("(6,2):(1,7)", "(3,2):(2,3)"));
static_assert(refused("(3,2):(1,17)", "(2,2):(1,2)"));
static_assert(refused("(4,6,8):(1,10,100)", "(3,2):(8,12)"));
// A mode of one point never takes its stride: no overflow, and nothing to enumerate.
static_assert(composition(layout("1:4194305"), layout("1:1099511627777")));
static_assert(composition(layout("(4,8):(1,9)"), layout("(1,8388608):(-7,4)")).refusal.condition ==
              Condition::none);
static_assert(compose(layout("(8,8):(24,5)"), layout("4:5"))->admissible == Admissible::representable);
static_assert(compose(layout("(4,6,8,10):(2,3,5,7)"), layout("6:12"))->admissible == Admissible::textbook);
static_assert(least_cotarget(layout("4:3")) == 12 && least_cotarget(layout("(2,4):(1,2)")) == 8);
// Every second point of a large mode starts again, unevenly by one: found without looking at the points.
static_assert(*composition(layout("(1099511627776,4):(1,3298534883328)"), layout("1048576:549755813889")) ==
              layout("(2,524288):(549755813889,3298534883330)"));
// Two textbook modes of 2^20 points and more that carry: the first carry is the witness.
static_assert(composition(layout("(4194304,8388608):(1,5242880)"), layout("(2097152,2,2):(2,1,2097152)"))
                  .refusal.condition == Condition::no_carry);
int main() {}
