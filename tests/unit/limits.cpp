// SPDX-License-Identifier: MIT
// The edges: 2^62, 32 leaves, 64 nodes, extents of 0, below 0 and 10^18. Every partial operation answers
// within the limits or names the condition; nothing wraps.
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "colex/colex.hpp"
#include "number/checked.hpp"

namespace colex {
namespace {

using Int = std::int64_t;
using L = Layout<Checked>;
using R = Result<L, Checked>;
constexpr Int kTop = kReachLimit;
constexpr Int kQuintillion = 1'000'000'000'000'000'000;

L one(Int extent, Int stride) { return leaf(Mode<Checked>{Checked(extent), Checked(stride)}); }
L two(Int s, Int d, Int t, Int e) { return join(one(s, d), one(t, e)); }

/// Edges are met in the first steps of a search.
constexpr Budget kFew{1 << 12};

struct Partial {
  char const* name;
  std::function<R(L const&, L const&, Checked)> run;
};
std::vector<Partial> const& partial_operations() {
  using C = Checked;
  static std::vector<Partial> const all = {
      {"composition", [](L const& a, L const& b, C) { return composition(a, b); }},
      {"composition, bounded", [](L const& a, L const& b, C) { return composition(a, b, Domain::bounded); }},
      {"complement", [](L const& a, L const&, C n) { return complement(a, n); }},
      {"complement, at least", [](L const& a, L const&, C n) { return complement(a, n, Cover::at_least); }},
      {"complement, disjoint", [](L const& a, L const&, C n) { return complement(a, n, Cover::disjoint); }},
      {"right_inverse", [](L const& a, L const&, C) { return right_inverse(a, Parts::any, kFew); }},
      {"left_inverse", [](L const& a, L const&, C) { return left_inverse(a, Inverse::exact, kFew); }},
      {"left_inverse, quasi", [](L const& a, L const&, C) { return left_inverse(a, Inverse::quasi, kFew); }},
      {"nullspace", [](L const& a, L const&, C) { return nullspace(a); }},
      {"max_common_layout", [](L const& a, L const& b, C) { return max_common_layout(a, b, Parts::any, kFew); }},
      {"logical_divide", [](L const& a, L const& b, C) { return logical_divide(a, b); }},
      {"logical_divide, disjoint",
       [](L const& a, L const& b, C) { return logical_divide(a, b, Cover::disjoint); }},
      {"zipped_divide", [](L const& a, L const& b, C) { return zipped_divide(a, tile(b)); }},
      {"tiled_divide", [](L const& a, L const& b, C) { return tiled_divide(a, tile(b)); }},
      {"flat_divide", [](L const& a, L const& b, C) { return flat_divide(a, tile(b)); }},
      {"logical_product", [](L const& a, L const& b, C) { return logical_product(a, b); }},
      {"zipped_product", [](L const& a, L const& b, C) { return zipped_product(a, tile(b)); }},
      {"tiled_product", [](L const& a, L const& b, C) { return tiled_product(a, tile(b)); }},
      {"flat_product", [](L const& a, L const& b, C) { return flat_product(a, tile(b)); }},
      {"blocked_product", [](L const& a, L const& b, C) { return blocked_product(a, b); }},
      {"raked_product", [](L const& a, L const& b, C) { return raked_product(a, b); }},
      {"tile_to_shape", [](L const& a, L const& b, C) { return tile_to_shape(a, shape(b)); }},
      {"upcast", [](L const& a, L const&, C n) { return upcast(a, n); }},
      {"downcast", [](L const& a, L const&, C n) { return downcast(a, n); }},
      {"recast", [](L const& a, L const&, C n) { return recast_layout(a, n, C(3)); }},
      {"make_layout_like", [](L const& a, L const&, C) { return make_layout_like(a); }},
      {"compact_order",
       [](L const& a, L const& b, C) {
         auto const r = compact_order(shape(a), shape(b));
         return r ? make_layout(shape(a), r.value) : R{{}, r.refusal};
       }},
      {"lexicographic complement", [](L const& a, L const&, C n) { return lex_complement(a, n); }},
  };
  return all;
}

/// The answer is a layout within the limits, or a condition is named. Checked throws where a number would
/// wrap.
void expect_within_limits(Partial const& op, L const& a, L const& b, Int n) {
  std::string const where = op.name + std::string(" ") + std::to_string(n);
  try {
    auto const r = op.run(a, b, Checked(n));
    if (r) {
      EXPECT_EQ(well_formed(r.value), Condition::none) << where;
    }
  } catch (Overflow const&) {
    std::string text;
    for (L const* l : {&a, &b})
      for (auto const& m : l->leaves)
        text += std::to_string(m.shape.value()) + ":" + std::to_string(m.stride.value()) + " ";
    ADD_FAILURE() << where << " leaves 64 bits at " << text;
  }
}

TEST(Limits, NoPartialOperationLeaves64BitsAtTheEdges) {
  Int const values[] = {
      1, 2, 3, kTop / 2 - 1, kTop / 2, kTop - 1, kTop, kQuintillion, (Int{1} << 31) - 1, Int{1} << 31};
  std::vector<L> layouts;
  for (Int s : values)
    for (Int d : values) {
      for (Int sign : {1, -1})
        if (L const l = one(s, sign * d); well_formed(l) == Condition::none) layouts.push_back(l);
      if (L const l = two(2, d, s, 1); well_formed(l) == Condition::none) layouts.push_back(l);
      if (L const l = two(s, 1, 3, d); well_formed(l) == Condition::none) layouts.push_back(l);
    }
  ASSERT_GT(layouts.size(), 100u);
  std::mt19937 random(11);
  for (auto const& op : partial_operations())
    for (int run = 0; run < 3000; ++run)
      expect_within_limits(op, layouts[random() % layouts.size()], layouts[random() % layouts.size()],
                           values[random() % std::size(values)]);
}

TEST(Limits, TheFirstNumberBeyond2To62IsNamed) {
  auto const of = [](Int s, Int d) { return make_layout(leaf(s), leaf(d)).refusal.condition; };
  EXPECT_EQ(of(1, kTop), Condition::none);
  EXPECT_EQ(of(kTop, 1), Condition::none);
  EXPECT_EQ(of(2, kTop), Condition::overflow);
  EXPECT_EQ(of(2, kTop / 2), Condition::none);
  EXPECT_EQ(of(2, kTop / 2 + 1), Condition::overflow);
  EXPECT_EQ(of(3, -kTop / 2), Condition::overflow);
  EXPECT_EQ(complement(layout("2:2305843009213693952"), kTop).refusal.condition, Condition::none);
  // M = 2^62 itself, with gaps on both sides
  EXPECT_EQ(*complement(layout("2:1152921504606846976"), kTop),
            layout("(1152921504606846976,2):(1,2305843009213693952)"));
  EXPECT_EQ(*complement(layout("2:2"), kTop), layout("(2,1152921504606846976):(1,4)"));
  EXPECT_EQ(downcast(layout("(2,2):(1,576460752303423488)"), 2).refusal.condition, Condition::none);
  EXPECT_EQ(downcast(layout("(2,2):(1,576460752303423488)"), 8).refusal.condition, Condition::overflow);
  EXPECT_EQ(product(parse_tuple("(2147483648,2147483648)").value).value, kTop);
  EXPECT_EQ(product(parse_tuple("(2147483648,2147483649)").value).refusal.condition, Condition::overflow);
  EXPECT_EQ(logical_product(layout("2:1"), layout("4611686018427387904:1")).refusal.condition,
            Condition::overflow);
}

TEST(Limits, ExtentsBelowOneAreRefused) {
  for (Int extent : {Int{0}, Int{-1}, -kQuintillion}) {
    L const bad = one(extent, 1), nested = two(4, 1, extent, 4);
    EXPECT_EQ(make_layout(leaf(extent), leaf(Int{1})).refusal.condition, Condition::shape_positive);
    for (auto const& op : partial_operations())
      for (L const& l : {bad, nested}) {
        R r;
        EXPECT_NO_THROW(r = op.run(l, one(2, 1), Checked(8))) << op.name;
        EXPECT_EQ(r.refusal.condition, Condition::shape_positive) << op.name << ' ' << extent;
      }
  }
}

TEST(Limits, AQuintillionPointsAreNothingSpecial) {
  auto const big = layout("1000000000000000000:1");
  EXPECT_EQ(*composition(big, layout("4:2")), layout("4:2"));
  EXPECT_EQ(*complement(layout("4:1"), kQuintillion), layout("250000000000000000:4"));
  EXPECT_EQ(*logical_divide(big, layout("10:1")), layout("(10,100000000000000000):(1,10)"));
  EXPECT_EQ(*left_inverse(big), big);
  EXPECT_EQ(*right_inverse(big), big);
  EXPECT_EQ(injective(big).condition, Condition::none);
  EXPECT_EQ(bijective(big, kQuintillion).condition, Condition::none);
  EXPECT_EQ(coalesce(layout("(1000000000,1000000000):(1,1000000000)")), big);
}

/// ((..(1:0)..)): `depth` tuples of one.
Layout<Int> deep(int depth) {
  auto l = layout("2:1");
  for (int k = 0; k < depth; ++k) l = join(l);
  return l;
}
Layout<Int> wide(int leaves) {
  List<Mode<Int>> modes;
  for (int k = 0; k < leaves; ++k) modes.push({1, 0});
  return flat(modes);
}

TEST(Limits, CapacityIsNamed) {
  EXPECT_EQ(well_formed(wide(32)), Condition::none);
  EXPECT_EQ(well_formed(wide(33)), Condition::capacity);
  EXPECT_EQ(well_formed(deep(63)), Condition::none);
  EXPECT_EQ(well_formed(deep(64)), Condition::capacity);
  auto const full = wide(32);
  auto const op = [&](auto const& r) { return r.refusal.condition; };
  EXPECT_EQ(op(logical_product(full, layout("2:1"))), Condition::capacity);
  EXPECT_EQ(op(zipped_product(full, tile(layout("2:1")))), Condition::capacity);
  EXPECT_EQ(op(logical_divide(layout("64:1"), full)), Condition::capacity);
  EXPECT_EQ(op(composition(full, deep(64))), Condition::capacity);
  EXPECT_EQ(op(complement(deep(64), Int{4})), Condition::capacity);
  EXPECT_EQ(op(left_inverse(deep(64))), Condition::capacity);
  EXPECT_EQ(op(right_inverse(wide(33))), Condition::capacity);
  EXPECT_EQ(op(upcast(wide(33), 2)), Condition::capacity);
  EXPECT_TRUE(join(full, full).overfull());
  std::string text = "2";
  for (int k = 1; k < 33; ++k) text += ",1";
  EXPECT_FALSE(parse_layout("(" + text + ")"));
  EXPECT_TRUE(parse_layout("(" + text.substr(2) + ")"));
  EXPECT_GE(kMaxLeaves, 32);
  EXPECT_EQ(depth(deep(8)), 8);
}

/// Beyond GF(2), as many points as are enumerated, and no more.
TEST(Limits, ExtentOfAComposedLayout) {
  auto const of = [](Int points) { return extent(ComposedLayout{{1, 0, 1}, 1, leaf(Mode<Int>{points, 1})}); };
  EXPECT_EQ(*of(kEnumerationLimit / 2), kEnumerationLimit / 2 + 1);  // of one budget: linear? how far?
  auto const beyond = of(kEnumerationLimit + 1);
  EXPECT_EQ(beyond.refusal.condition, Condition::undecided);
  EXPECT_EQ(beyond.value, 0);
}

}  // namespace
}  // namespace colex
