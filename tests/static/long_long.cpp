// SPDX-License-Identifier: MIT
// The algebra on the other integer of 64 bits: compiling is passing.
#include "colex/colex.hpp"

using namespace colex;

namespace {

using Other = std::conditional_t<std::is_same_v<std::int64_t, long long>, long, long long>;

/// The layout in the other integer.
constexpr Layout<Other> other(Layout<std::int64_t> const& l) {
  return transform(l, [](Mode<std::int64_t> const& m) { return Mode<Other>{m.shape, m.stride}; });
}
constexpr auto a = other(layout("(6,8):(8,1)")), b = other(layout("(4,3):(3,12)")),
               block = other(layout("4:6"));

}  // namespace

static_assert(*composition(a, b) == other(*composition(layout("(6,8):(8,1)"), layout("(4,3):(3,12)"))));
static_assert(*complement(a, 96) == other(layout("2:48")));
static_assert(*logical_divide(a, block) == other(*logical_divide(layout("(6,8):(8,1)"), layout("4:6"))));
static_assert(*logical_product(block, other(layout("3:1"))) == other(layout("(4,3):(6,1)")));
static_assert(*right_inverse(a) == *left_inverse(a) && *left_inverse(a) == other(layout("(8,6):(6,1)")));
static_assert(a(9) == 25 && a(3, 1) == 25 && size(a) == 48 && cosize(a) == 48);
static_assert(injective(a).condition == Condition::none && surjective(a, 48).condition == Condition::none);
static_assert(complement(b, 7).refusal.condition == Condition::cotarget_divides);

int main() {}
