// SPDX-License-Identifier: MIT
// The worked examples of decide.hpp, and its edges, as constants: compiling is passing.
#include "colex/decide.hpp"

#include "colex/text.hpp"
using namespace colex;
constexpr auto none = Condition::none;
static_assert(injective(layout("(2,2):(2,3)")).condition == none);
static_assert(injective(layout("(3,2):(1,2)")).left == 2 && injective(layout("(3,2):(1,2)")).right == 3);
static_assert(injective(layout("(2,2):(1,-1)")).left == 0 && injective(layout("(2,2):(1,-1)")).right == 3);
static_assert(injective(layout("(2,3):(1,0)")).condition == Condition::injective);
static_assert(injective(layout("(1000000007,1000000009):(1000000009,1000000007)")).condition == none);
static_assert(injective(layout("(1000000008,1000000010):(1000000009,1000000007)")).condition ==
              Condition::injective);
static_assert(surjective(layout("(2,2):(1,3)"), std::int64_t{5}).left == 2);
static_assert(surjective(layout("(4,3):(1,2)"), std::int64_t{8}).condition == none);
static_assert(surjective(layout("(4,4):(1,-1)"), std::int64_t{4}).condition == none);
static_assert(surjective(layout("(4,4):(1,-1)"), std::int64_t{5}).left == 4);
static_assert(bijective(layout("(4,8):(8,1)"), std::int64_t{32}).condition == none);
static_assert(bijective(layout("(4,8):(8,1)"), std::int64_t{31}).condition == Condition::in_domain);
static_assert(bijective(layout("(4,8):(8,1)"), std::int64_t{31}).left == 31);
static_assert(bijective(layout("4:-1"), std::int64_t{1}).left == -3);
static_assert(contiguous(layout("(2,3):(1,1)")).condition == none);
static_assert(contiguous(layout("(4,6):(1,5)")).left == 4);
int main() {}
