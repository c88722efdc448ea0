// SPDX-License-Identifier: MIT
// The worked examples of left_inverse.hpp, and its edges, as constants: compiling is passing.
#include "colex/left_inverse.hpp"

#include "colex/text.hpp"
using namespace colex;
static_assert(*left_inverse(layout("(4,8):(8,1)")) == layout("(8,4):(4,1)"));
static_assert(*left_inverse(layout("(2,2):(2,4)")) == layout("(2,4):(0,1)"));
static_assert(*left_inverse(layout("(2,2):(2,3)")) == layout("(2,3):(1,1)"));
static_assert(left_inverse(layout("(3,2):(1,2)")).refusal.condition == Condition::injective);
static_assert(left_inverse(layout("(3,2):(1,2)")).refusal.left == 2);
static_assert(left_inverse(layout("(2,2):(0,1)")).refusal.condition == Condition::injective);
static_assert(*left_inverse(layout("(2,2):(0,1)"), Inverse::quasi) == layout("2:2"));
// the pair that collides though modes of stride 0 do not count: coordinates (0,1,0) and (0,0,1)
static_assert(left_inverse(layout("(2,2,2,1):(0,1,1,0)"), Inverse::quasi).refusal.left == 2 &&
              left_inverse(layout("(2,2,2,1):(0,1,1,0)"), Inverse::quasi).refusal.right == 4);
static_assert(left_inverse(layout("4:-1")).refusal.condition == Condition::not_negative);
static_assert(*left_inverse(layout("((2,4),(3,5)):((4,1),(2,8))"), Inverse::quasi) ==
              layout("(2,2,2,5):(2,8,1,24)"));
int main() {}
