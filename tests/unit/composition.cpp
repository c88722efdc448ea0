// SPDX-License-Identifier: MIT
// Composition against brute force: random small cases, most of them outside the textbook's conditions, and
// cases far beyond what could be enumerated. COLEX_CASES sets the number of random cases.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "brute.hpp"
#include "colex/colex.hpp"
#include "colex/print.hpp"

namespace {

using namespace colex;
using brute::Int;
using brute::Table;

long cases(long usual) {
  char const* const given = std::getenv("COLEX_CASES");
  return given != nullptr ? std::atol(given) : usual;
}

class Random {
 public:
  Int from(Int low, Int high) {
    return low + static_cast<Int>(engine_() % static_cast<std::uint64_t>(high - low + 1));
  }
  /// Small strides of both signs, so that what several carries add often cancels.
  Layout<Int> layout(int rank, Int shapes, Int low, Int high) {
    std::vector<Mode<Int>> modes;
    for (int k = 0; k < rank; ++k) modes.push_back({from(1, shapes), from(low, high)});
    return brute::make(modes);
  }

 private:
  std::mt19937_64 engine_{7};
};

Int at(List<Mode<Int>> const& a, Int i) { return evaluate_extended(a, i); }

/// The first i at which a sum of floors is not 0, one by one.
TEST(Composition, StairsFirstStep) {
  Random random;
  for (long run = cases(200'000); run > 0; --run) {
    detail::Stairs<Int> stairs;
    Int weight[5], over[5], under[5];
    int const terms = static_cast<int>(random.from(1, 5));
    for (int k = 0; k < terms; ++k) {
      weight[k] = random.from(-2, 2);
      under[k] = random.from(2, 24);
      over[k] = random.from(0, under[k] - 1);
      stairs.add(weight[k], over[k], under[k]);
    }
    Int const points = random.from(1, 60);
    Int want = 1;
    for (; want < points; ++want) {
      Int sum = 0;
      for (int k = 0; k < terms; ++k) sum += weight[k] * (want * over[k] / under[k]);
      if (sum != 0) break;
    }
    Work work;
    ASSERT_EQ(stairs.first_step(points, work), want) << run;
    ASSERT_FALSE(stairs.gave_up);
  }
}

/// modes_along() is find_modes(): the same layout, or both refuse.
TEST(Composition, OneModeIsFindLayout) {
  Random random;
  long found = 0, beyond = 0;
  for (long run = cases(300'000); run > 0; --run) {
    auto const a = coalesce_extended(random.layout(static_cast<int>(random.from(2, 5)), 5, -3, 4).leaves);
    Mode<Int> const b{random.from(2, 40), random.from(0, 90)};
    Work work;
    auto const got = detail::modes_along(a, b, work);
    auto const want = find_modes<Int>([&](Int const& i) { return at(a, i * b.stride); }, b.shape);
    ASSERT_EQ(bool(got), bool(want)) << to_text(flat(a)) << " o " << b.shape << ":" << b.stride;
    if (got) {
      ASSERT_EQ(got.value, want.value);
      ++found;
      List<Int> digits;
      digits.fill(a.count - 1);
      if (!detail::compose_textbook(detail::Outer<Int>{a}, b, digits)) ++beyond;
    } else {
      auto const& why = got.refusal;
      ASSERT_TRUE(why.has_witness);
      ASSERT_EQ(why.want, at(a, why.index * b.stride));
      ASSERT_NE(why.want, why.got);
      if (why.condition == Condition::additive) {
        ASSERT_NE(at(a, why.left * b.stride) + at(a, why.right * b.stride), why.want);
        ASSERT_EQ(why.left + why.right, why.index);
      }
    }
  }
  EXPECT_GT(found, cases(300'000) / 20);
  EXPECT_GT(beyond, cases(300'000) / 100);
}

/// Exactly the compositions that exist, and every refusal shows an index where the sum is wrong.
TEST(Composition, SeveralModes) {
  Random random;
  long answered = 0, carried = 0;
  for (long run = cases(500'000); run > 0; --run) {
    auto const a = random.layout(static_cast<int>(random.from(1, 4)), 6, -3, 8);
    auto const b = random.layout(static_cast<int>(random.from(2, 3)), 4, 0, 24);
    auto const modes = coalesce_extended(a.leaves);
    Table want, sum{0};
    for (Int i : brute::table(b)) want.push_back(at(modes, i));
    bool exists = true;
    for (auto const& m : b.leaves) {
      Table part, next;
      for (Int p : brute::table(leaf(m))) part.push_back(at(modes, p));
      exists = exists && brute::is_layout(part);
      for (Int x : part)
        for (Int y : sum) next.push_back(x + y);
      sum = next;
    }
    exists = exists && sum == want;
    auto const got = composition(a, b);
    ASSERT_EQ(bool(got), exists) << to_text(a) << " o " << to_text(b);
    if (got) {
      ASSERT_EQ(brute::table(got.value), want) << to_text(a) << " o " << to_text(b);
      ++answered;
    } else if (got.refusal.condition == Condition::no_carry) {
      auto const index = static_cast<std::size_t>(got.refusal.index);
      ASSERT_LT(index, want.size());
      ASSERT_EQ(got.refusal.want, want[index]);
      ASSERT_EQ(got.refusal.got, sum[index]);
      ASSERT_NE(sum[index], want[index]);
      ++carried;
    }
  }
  EXPECT_GT(answered, cases(500'000) / 20);
  EXPECT_GT(carried, cases(500'000) / 20);
}

Layout<Int> flat_layout(std::initializer_list<Mode<Int>> modes) {
  List<Mode<Int>> list;
  for (auto const& m : modes) list.push(m);
  return flat(list);
}

/// Sizes that nobody enumerates.
TEST(Composition, Large) {
  constexpr Int K = 1 << 20, G = Int{1} << 40;
  // every second point starts again, all but evenly: i * (G/2 + 1) modulo G
  auto const a = flat_layout({{G, 1}, {4, 3 * G}});
  auto const even = composition(a, flat_layout({{K, G / 2 + 1}}));
  ASSERT_TRUE(even);
  EXPECT_EQ(even.value, flat_layout({{2, G / 2 + 1}, {K / 2, 3 * G + 2}}));
  for (Int i : {Int{0}, Int{1}, Int{2}, K / 2 - 1, K - 1})
    EXPECT_EQ(evaluate(even.value, i), at(a.leaves, i * (G / 2 + 1)));
  // position 9 is 17, not 9: a run of three points, and 3 does not divide their number
  auto const odd = composition(flat_layout({{8, 1}, {G, 16}}), flat_layout({{4 * K * K, 3}}));
  EXPECT_EQ(odd.refusal.condition, Condition::run_divides);
  EXPECT_EQ(odd.refusal.index, 3);
  EXPECT_EQ(odd.refusal.want, 17);
  // two textbook modes of G points each that meet in A's first mode, and two that do not
  auto const tall = flat_layout({{4 * K, 1}, {8 * K, 5 * K}});
  EXPECT_TRUE(composition(tall, flat_layout({{2 * K, 2}, {K, 4 * K}})));
  auto const meet = composition(tall, flat_layout({{2 * K, 2}, {3, 2 * K}}));
  EXPECT_EQ(meet.refusal.condition, Condition::run_divides);
  auto const full = composition(tall, flat_layout({{2 * K, 2}, {2, 1}, {2, 2 * K}}));
  ASSERT_EQ(full.refusal.condition, Condition::no_carry);
  EXPECT_NE(full.refusal.got, full.refusal.want);
  EXPECT_EQ(full.refusal.got, 4 * K - 2 + 1 + 2 * K);
  // a mode of two points is never textbook here, and never carries
  auto const two = composition(flat_layout({{6, 1}, {G, 100}}), flat_layout({{2, 8}, {K, 12}, {K, 12 * K}}));
  ASSERT_TRUE(two);
  EXPECT_EQ(two.value, flat_layout({{2, 102}, {K, 200}, {K, 200 * K}}));
}

}  // namespace
