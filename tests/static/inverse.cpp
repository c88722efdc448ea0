// SPDX-License-Identifier: MIT
// The worked examples of inverse.hpp, and its edges, as constants: compiling is passing.
#include "colex/inverse.hpp"

#include "colex/text.hpp"
using namespace colex;
static_assert(*right_inverse(layout("(4,8):(8,1)")) == layout("(8,4):(4,1)"));
static_assert(*right_inverse(layout("(4,6):(1,5)")) == layout("4:1"));
static_assert(*right_inverse(layout("((2,2),(2,4)):((0,1),(0,2))")) == layout("(2,4):(2,8)"));
static_assert(*right_inverse(layout("(4,3):(1,2)")) == layout("(4,2):(1,8)"));
static_assert(*right_inverse(layout("(4,3):(1,2)"), Parts::whole_modes) == layout("4:1"));
static_assert(*right_inverse(layout("(2,2,2):(0,1,1)")) == layout("3:3"));
static_assert(*nullspace(layout("(2,3,4):(1,0,2)")) == layout("3:2"));
static_assert(*nullspace(layout("(2,2):(1,-1)")) == layout("2:3"));
static_assert(*nullspace(layout("(4,8)")) == layout("1:0"));
int main() {}
