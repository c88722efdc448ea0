// SPDX-License-Identifier: MIT
// Answers that depend on one term of one line: mutants of the headers (docs/mutants.md) said that nothing
// looked at these.
#include <limits>

#include "colex/colex.hpp"
using namespace colex;

namespace {
using I = std::int64_t;
constexpr IntTuple<I> tuple(char const* text) { return parse_tuple(text).value; }
constexpr auto composed(char const* a, char const* b) { return composition(layout(a), layout(b)); }
constexpr auto covering(char const* a, char const* b) {
  return logical_divide(layout(a), layout(b), Cover::at_least);
}
constexpr bool at_mode(Refusal<I> const& r, int first, int second) {
  return r.modes[0] == first && r.modes[1] == second;
}
}  // namespace

// bits: no columns, no inputs
static_assert(inverse(BitMap{{}, 0})->inputs == 0);

// composition: which mode is refused, and what a mode of one point becomes
static_assert(at_mode(composed("(3,4):(4,3)", "4:-7").refusal, 0, -1));
static_assert(at_mode(composed("(3,4):(4,3)", "(2,4):(1,-7)").refusal, 1, -1));
static_assert(at_mode(composed("(4,6,8):(2,3,5)", "(2,6):(24,3)").refusal, 1, -1));
static_assert(*composed("(4,8):(1,9)", "1:-4") == layout("1:0"));
static_assert(composed("2:2305843009213693952", "(2,2,2):(1,1,1)").refusal.condition == Condition::overflow);

// carry: modes of one point never carry; the largest value that fits is 2^62
static_assert(detail::never_carries(layout("(4,8):(1,9)").leaves, layout("(1,1):(-3,-3)").leaves));
static_assert(detail::values_fit(layout("1:4611686018427387904").leaves, I{1}));

// decide: a refused step emits nothing
static_assert(!first_gap_step<I>(1, {2, 3}).emits);

// divide: what A's modes are rounded up to
static_assert(*covering("3:9", "(1):(2)") == layout("((1),3):((18),9)"));
static_assert(*covering("(4,(4)):(8,(1))", "12:3") == layout("((2,6),3):((24,1),8)"));
static_assert(*covering("(2,3):(4,1)", "2:1") == layout("(2,3):(4,1)"));

// inverse: a mode of one point is no kernel, and one sign needs no enumeration
static_assert(*nullspace(layout("(2,1):(1,0)")) == layout("1:0"));
static_assert(*nullspace(layout("(8192,2):(1,0)")) == layout("2:8192"));

// left_inverse: a mode of one point may go down, a mode of two may not
static_assert(*left_inverse(layout("1:-1")) == layout("1:0"));
static_assert(left_inverse(layout("2:-5")).refusal.condition == Condition::not_negative);

// composition by enumeration: the coordinate that breaks it
static_assert(composed("((3,3)):((3,1))", "(2,3):(8,7)").refusal.has_witness &&
              composed("((3,3)):((3,1))", "(2,3):(8,7)").refusal.index == 3);
int main() {}
