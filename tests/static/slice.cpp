// SPDX-License-Identifier: MIT
// The worked examples of slice.hpp, and its edges, as constants: compiling is passing.
#include "colex/slice.hpp"

#include "colex/text.hpp"
using namespace colex;
using I = std::int64_t;
constexpr Slot<I> any{};
constexpr Slot<I> at(I n) { return {false, n}; }
constexpr auto slicer = join(leaf(any), leaf(at(2)));
static_assert(*slice(slicer, layout("(4,8):(1,4)")) == *take(layout("(4,8):(1,4)"), 0, 1));
static_assert(slice_and_offset(slicer, layout("(4,8):(1,4)"))->offset == 8);
static_assert(*dice(slicer, layout("(4,8):(1,4)")) == *take(layout("(4,8):(1,4)"), 1, 2));
static_assert(*slice(leaf(any), layout("(4,8):(1,4)")) == layout("(4,8):(1,4)"));
constexpr auto nested = join(leaf(any), join(leaf(at(1)), leaf(any)));
static_assert(*slice(nested, layout("(4,(2,3)):(2,(1,8))")) == layout("(4,3):(2,8)"));
static_assert(slice(nested, layout("(4,2)")).refusal.condition == Condition::congruent);
static_assert(domain_offset(parse_tuple("(1,(1,2))").value, layout("(4,(2,3)):(2,(1,8))"))->offset == 19);
int main() {}
