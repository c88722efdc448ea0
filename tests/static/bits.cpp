// SPDX-License-Identifier: MIT
// The worked examples of bits.hpp, and its edges, as constants: compiling is passing.
#include "colex/bits.hpp"

#include "colex/text.hpp"
using namespace colex;
constexpr BitMap m{{1, 2, 4 ^ 1, 8 ^ 2}, 4};
static_assert(m(12) == 15 && rank(m) == 4 && *inverse(m) == m);
static_assert(composition(m, m) == identity_map(4));
static_assert(inverse(BitMap{{1, 3, 2}, 3}).refusal.right == 7);
static_assert(rank(BitMap{{1, 3, 2}, 3}) == 2);
constexpr BitMap skew{{2, 7, 12}, 3};
static_assert(composition(*inverse(skew), skew) == identity_map(3));
static_assert(*layout_of(*bit_map(layout("(4,8):(8,1)"))) == layout("(4,8):(8,1)"));
static_assert(bit_map(layout("(4,3):(1,4)")).refusal.condition == Condition::power_of_two);
static_assert(bit_map(layout("(4,4):(1,2)")).refusal.condition == Condition::linear);
static_assert(*find_bit_map([](std::int64_t i) { return i ^ (i >> 2); }, 16) == m);
static_assert(find_bit_map([](std::int64_t i) { return 3 * i; }, 2).refusal.condition == Condition::none);
static_assert(find_bit_map([](std::int64_t i) { return 3 * i; }, 4).refusal.condition == Condition::linear);
static_assert(find_bit_map([](std::int64_t i) { return 3 * i; }, 4).refusal.index == 3);
static_assert(bijective(m, 4).condition == Condition::none && bijective(m, 5).left == 16);
static_assert(bijective(BitMap{{1, 2, 3}, 3}, 2).right == 7 &&
              bijective(m, 3).condition == Condition::in_domain);
int main() {}
