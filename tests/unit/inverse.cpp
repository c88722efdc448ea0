// SPDX-License-Identifier: MIT
// right_inverse and max_common_layout are as long as any: every small layout, and random ones, against a
// search that tries every stride and every extent. COLEX_CASES sets the number of random pairs.
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

/// The most points of any layout R with f[R(k)] == k == g[R(k)]; `r` is a table of one to go on from.
Int longest(Table const& f, Table const& g, Table const& r = {0}) {
  Int most = static_cast<Int>(r.size());
  auto const right = [&](Int at, std::size_t k) {
    auto const in = [&](Table const& t) {
      return at < static_cast<Int>(t.size()) && t[static_cast<std::size_t>(at)] == static_cast<Int>(k);
    };
    return in(f) && in(g);
  };
  for (Int e = 1; e < static_cast<Int>(f.size()); ++e) {
    Table longer = r;
    for (Int i = 1;; ++i) {
      bool counts = true;
      for (std::size_t k = 0; k < r.size() && counts; ++k) {
        counts = right(r[k] + i * e, longer.size());
        longer.push_back(r[k] + i * e);
      }
      if (!counts) break;
      most = std::max(most, longest(f, g, longer));
    }
  }
  return most;
}

template <class F>
void every_layout(int rank, Int low, Int high, std::vector<Mode<Int>> modes, F f) {
  if (rank == 0) return f(brute::make(modes));
  for (Int s = 1; s <= 4; ++s)
    for (Int d = low; d <= high; ++d) {
      auto more = modes;
      more.push_back({s, d});
      every_layout(rank - 1, low, high, more, f);
    }
}

bool counts(Layout<Int> const& l, Layout<Int> const& r) {
  for (Int k = 0; k < size(r); ++k)
    if (evaluate(r, k) >= size(l) || evaluate(l, evaluate(r, k)) != k) return false;
  return true;
}

TEST(Inverse, RightInverseIsMaximal) {
  long longer = 0, negative = 0;
  for (int rank = 1; rank <= 3; ++rank)
    every_layout(rank, -2, 5, {}, [&](Layout<Int> const& l) {
      auto const r = right_inverse(l);
      ASSERT_TRUE(r) << to_text(l);
      ASSERT_TRUE(counts(l, r.value)) << to_text(l);
      auto const f = brute::table(l);
      ASSERT_EQ(size(r.value), longest(f, f)) << to_text(l);
      auto const whole = right_inverse_of_modes(l);
      ASSERT_LE(size(whole.value), size(r.value));
      if (size(whole.value) == size(r.value)) {
        ASSERT_EQ(whole.value, r.value);
        return;
      }
      ++longer;
      for (auto const& m : l.leaves)
        if (m.stride < 0) {
          ++negative;
          break;
        }
    });
  EXPECT_GT(longer, 1000);
  EXPECT_GT(negative, 100);
}

TEST(Inverse, CommonLayoutIsMaximal) {
  std::mt19937_64 engine{3};
  auto const from = [&](Int low, Int high) {
    return low + static_cast<Int>(engine() % static_cast<std::uint64_t>(high - low + 1));
  };
  auto const layout = [&] {
    std::vector<Mode<Int>> modes;
    for (Int rank = from(1, 4); rank > 0; --rank) modes.push_back({from(1, 4), from(-1, 4)});
    return brute::make(modes);
  };
  char const* const given = std::getenv("COLEX_CASES");
  long longer = 0;
  for (long run = given != nullptr ? std::atol(given) : 20'000; run > 0; --run) {
    auto const a = layout(), b = from(0, 2) == 0 ? a : layout();
    auto const r = max_common_layout(a, b);
    ASSERT_TRUE(r) << to_text(a) << "and " << to_text(b);
    ASSERT_TRUE(counts(a, r.value) && counts(b, r.value)) << to_text(a) << "and " << to_text(b);
    ASSERT_EQ(size(r.value), longest(brute::table(a), brute::table(b))) << to_text(a) << "and " << to_text(b);
    auto const whole = max_common_layout(a, b, Parts::whole_modes);
    if (whole && size(whole.value) < size(r.value)) ++longer;
  }
  EXPECT_GT(longer, 100);
}

// Where a composition takes more steps than there are, its mode is not left out of an answer.
TEST(Inverse, CommonOfWholeModesWithinABudget) {
  auto const a = layout("(12,5,7):(35,7,1)"), b = layout("(7,6):(6,1)");
  EXPECT_EQ(max_common_layout(a, b, Parts::whole_modes, Budget{0}).refusal.condition, Condition::undecided);
  EXPECT_EQ(*max_common_vector(a, b, Parts::whole_modes), 1);
}

TEST(Inverse, LargeLayouts) {
  constexpr Int G = Int{1} << 40;
  auto const gap =
      *make_layout(parse_tuple("(1099511627776,4)").value, parse_tuple("(1,1099511627777)").value);
  EXPECT_EQ(*right_inverse(gap), leaf(Mode<Int>{G, 1}));
  auto const window = layout("(1099511627776,3):(1,1)");
  auto const r = right_inverse(window);  // every offset is reached: (3,n) with n a third of them
  ASSERT_TRUE(r);
  EXPECT_EQ(size(r.value), G + 2);
  for (Int k : {Int{0}, Int{1}, Int{2}, Int{3}, G / 2, G, G + 1})
    EXPECT_EQ(evaluate(window, evaluate(r.value, k)), k);
  EXPECT_EQ(*max_common_vector(gap, layout("(1048576,1048576)")), G);
}

// The gap below the least stride and 32 leaves are 33 modes before they are coalesced, and the answer has fewer.
TEST(Inverse, AsManyLeavesAsThereCanBe) {
  auto const bijection = layout(
      "(2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(4,16777216,2147483648,268435456,"
      "65536,"
      "4194304,1048576,64,16384,32768,2048,16,128,536870912,67108864,4096,8192,524288,2,1,33554432,256,8,"
      "1024,"
      "8388608,131072,262144,32,1073741824,134217728,512,2097152)");
  auto const back = left_inverse(bijection, Inverse::exact, Budget{1000});
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, *right_inverse(bijection));
  for (Int k : {Int{0}, Int{1}, Int{123456789}, (Int{1} << 32) - 1})
    EXPECT_EQ(evaluate(*back, evaluate(bijection, k)), k);
  auto apart = bijection;  // every second offset: the digit below each stride is one mode more
  for (auto& m : apart.leaves) m.stride *= 2;
  auto const again = left_inverse(apart, Inverse::exact, Budget{1000});
  ASSERT_TRUE(again);
  for (Int k : {Int{0}, Int{1}, Int{123456789}, (Int{1} << 32) - 1})
    EXPECT_EQ(evaluate(*again, evaluate(apart, k)), k);
}

}  // namespace
