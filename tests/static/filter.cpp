// SPDX-License-Identifier: MIT
// The worked examples of filter.hpp, and its edges, as constants: compiling is passing.
#include "colex/filter.hpp"

#include "colex/coalesce.hpp"
#include "colex/text.hpp"
using namespace colex;
static_assert(filter_zeros(layout("(2,(3,4)):(1,(0,2))")) == layout("(2,(1,4)):(1,(0,2))"));
static_assert(filter(layout("(2,(3,4)):(1,(0,2))")) == layout("8:1"));
static_assert(filter(layout("(2,3):(0,0)")) == layout("1:0"));
static_assert(*coalesce(layout("(2,(1,6)):(1,(6,2))"), parse_tuple("(1,1)").value) == layout("(2,6):(1,2)"));
static_assert(*filter(layout("((2,3),4):((1,0),0)"), parse_tuple("(1,1)").value) == layout("(2,1):(1,0)"));
static_assert(coalesce(layout("2:1"), parse_tuple("(1,1)").value).refusal.condition == Condition::congruent);
static_assert(sort(layout("(4,8):(8,1)")) == layout("(8,4):(1,8)"));
static_assert(coalesce_extended(layout("(4,1):(1,7)")) == layout("(4,1):(1,7)"));
static_assert(coalesce_extended(layout("(2,(1,6)):(1,(6,2))")) == layout("12:1"));
int main() {}
