// SPDX-License-Identifier: MIT
// The worked examples of common.hpp, and its edges, as constants: compiling is passing.
#include "colex/common.hpp"

#include "colex/text.hpp"
using namespace colex;
static_assert(*max_common_vector(layout("(4,8):(1,4)"), layout("(4,8):(1,4)")) == 32);
static_assert(*max_common_vector(layout("(4,8):(1,5)"), layout("32:1")) == 4);
static_assert(*max_common_layout(layout("(4,8):(8,1)"), layout("(4,8):(8,1)")) == layout("(8,4):(4,1)"));
static_assert(*max_alignment(layout("(4,8):(1,12)")) == 4 && *max_alignment(layout("(6,2):(1,10)")) == 2);
// What is common stays inside A: its last mode does not run on.
static_assert(*max_common_layout(layout("1:1"), layout("2:1")) == layout("1:0"));
static_assert(*max_common_layout(layout("6:1"), layout("8:1")) == layout("6:1"));
// Modes may be taken in parts; CuTe's answer is the first whole one.
static_assert(*max_common_vector(layout("(4,3):(1,2)"), layout("(4,3):(1,2)")) == 8);
static_assert(*max_common_vector(layout("(4,3):(1,2)"), layout("(4,3):(1,2)"), Parts::whole_modes) == 4);
int main() {}
