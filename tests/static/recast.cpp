// SPDX-License-Identifier: MIT
// The worked examples of recast.hpp, and its edges, as constants: compiling is passing.
#include "colex/recast.hpp"

#include "colex/text.hpp"
using namespace colex;
using I = std::int64_t;
static_assert(*upcast(layout("(8,4):(1,8)"), I{4}) == layout("(2,4):(1,2)"));
static_assert(*downcast(layout("(2,4):(1,2)"), I{4}) == layout("(8,4):(1,8)"));
static_assert(upcast(layout("(3,4):(1,3)"), I{2}).refusal.condition == Condition::vector_divides);
static_assert(upcast(layout("(2,2):(1,1)"), I{2}).refusal.condition == Condition::vector_divides);
static_assert(*upcast(layout("(2,2):(1,2)"), I{4}) == layout("(1,1):(1,1)"));
static_assert(*upcast(layout("3:1"), I{2}, Cover::at_least) == layout("2:1"));
static_assert(downcast(layout("(2,2):(1,1)"), I{2}).refusal.condition == Condition::adjacent);
// A mode of one point counts the parts only where no other can.
static_assert(*downcast(layout("(4,1):(1,1)"), I{2}) == layout("(8,1):(1,2)"));
static_assert(*downcast(layout("(4,1):(8,1)"), I{2}) == layout("(4,2):(16,1)"));
static_assert(downcast(layout("(1,4,1):(1,8,1)"), I{2}).refusal.condition == Condition::adjacent);
static_assert(*recast_layout(layout("(1,4):(1,1)"), I{32}, I{16}) == layout("(1,8):(2,1)"));
static_assert(downcast(layout("4:-1"), I{2}).refusal.condition == Condition::adjacent);
static_assert(*recast_layout(layout("(6,4):(1,6)"), I{16}, I{24}) == layout("(4,4):(1,4)"));
int main() {}
