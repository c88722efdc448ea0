// SPDX-License-Identifier: MIT
// The worked examples of structure.hpp, and its edges, as constants: compiling is passing.
#include "colex/structure.hpp"

#include "colex/text.hpp"
using namespace colex;
using M = Mode<std::int64_t>;
constexpr auto L = layout("(4,(2,3)):(2,(1,8))");
static_assert(*get(L, {1, 0}) == layout("2:1"));
static_assert(get(L, {1, 2}).refusal.condition == Condition::mode_exists);
static_assert(sentence(take(L, 2, 1).refusal) == "mode_exists: mode 2 is not below 1" &&
              sentence(take(L, 0, 3).refusal) == "mode_exists: mode 3 is not below 2" &&
              sentence(take(L, -1, 1).refusal) == "mode_exists: mode -1 is below 0");
static_assert(join(layout("4:1"), layout("(2,3):(1,2)")) == layout("(4,(2,3)):(1,(1,2))"));
static_assert(*group(layout("(2,3,5):(1,2,6)"), 0, 2) == layout("((2,3),5):((1,2),6)"));
static_assert(*group(layout("(2,3,5):(1,2,6)"), 1, -1) == layout("(2,(3,5)):(1,(2,6))"));
static_assert(*take(layout("(2,3,5):(1,2,6)"), 1, 3) == layout("(3,5):(2,6)"));
static_assert(*select(layout("(2,3,5):(1,2,6)"), {2, 0}) == layout("(5,2):(6,1)"));
static_assert(!select(layout("(2,3):(1,2)"), {2}));
static_assert(append(layout("4:1"), layout("2:4")) == layout("(4,2):(1,4)"));
static_assert(prepend(layout("4:1"), layout("2:4")) == layout("(2,4):(4,1)"));
static_assert(append_to(layout("4:1"), 3, layout("1:0")) == layout("(4,1,1):(1,0,0)"));
static_assert(prepend_to(layout("(4,2)"), 1, layout("1:0")) == layout("(4,2)"));
static_assert(*replace(L, 1, layout("5:7")) == layout("(4,5):(2,7)"));
static_assert(flatten(L) == layout("(4,2,3):(2,1,8)") && flatten(layout("4:1")) == layout("4:1"));
static_assert(*unflatten(flatten(L), L) == L);
static_assert(unflatten(L, layout("(4,2)")).refusal.condition == Condition::congruent);
static_assert(*zip(layout("(2,3):(1,2)"), layout("(4,5):(6,7)")) == layout("((2,4),(3,5)):((1,6),(2,7))"));
int main() {}
