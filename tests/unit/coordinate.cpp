// SPDX-License-Identifier: MIT
// Coordinates against counting: index i of (3,(2,3)) is its i-th natural coordinate, leftmost entry fastest.
#include <gtest/gtest.h>

#include "colex/colex.hpp"
#include "colex/print.hpp"
#include "number/checked.hpp"

namespace colex {
namespace {

IntTuple<std::int64_t> tuple(std::string_view text) { return parse_tuple(text).value; }

/// The next natural coordinate: the first leaf that is not at its end moves on, those before it start anew.
void advance(IntTuple<std::int64_t>& c, IntTuple<std::int64_t> const& shape) {
  for (int k = 0; k < c.leaves.count; ++k) {
    if (++c.leaves[k] < shape.leaves[k]) return;
    c.leaves[k] = 0;
  }
}

TEST(Coordinate, NaturalCoordinatesCountColexicographically) {
  for (char const* text : {"7", "(4,6)", "(3,(2,3))", "((2,2),(3,(1,2)),(4))", "(1,1)"}) {
    auto const shape = tuple(text);
    auto const compact = parse_layout(text).value;
    IntTuple<std::int64_t> c = transform(shape, [](std::int64_t) { return std::int64_t{0}; });
    for (std::int64_t i = 0; i < size(shape); ++i, advance(c, shape)) {
      EXPECT_EQ(idx2crd(i, shape), c) << text << " at " << i;
      EXPECT_EQ(*crd2idx(c, compact), i) << text << " at " << i;
    }
  }
}

TEST(Coordinate, EveryNestingOfACoordinateGivesOneOffset) {
  auto const l = layout("(4,(2,4)):(2,(1,8))");
  for (char const* c : {"10", "(2,2)", "(2,(0,1))"}) EXPECT_EQ(*crd2idx(tuple(c), l), 12) << c;
  for (char const* c : {"(2,(0,1),0)", "((0,1),2)", "()", "(2,(0,(1)))"})
    EXPECT_EQ(crd2idx(tuple(c), l).refusal.condition, Condition::congruent) << c;
}

TEST(Coordinate, TheLastModeRunsOn) {
  EXPECT_EQ(*crd2idx(tuple("13"), layout("(4,3):(3,1)")), 6);
  EXPECT_EQ(idx2crd(std::int64_t{100}, tuple("(3,(2,3))")), tuple("(1,(1,16))"));
}

TEST(Coordinate, OffsetsBeyondTheLimitAreRefused) {
  auto const l = layout("(1,2):(4,4)");
  EXPECT_EQ(crd2idx(leaf(kReachLimit), l).refusal.condition, Condition::overflow);
  EXPECT_EQ(crd2idx(leaf(Checked(kReachLimit)), checked(l)).refusal.condition, Condition::overflow);
}

}  // namespace
}  // namespace colex
