// SPDX-License-Identifier: MIT
// Checked: the integers' answer or Overflow, never a third thing.   max + 1 throws, max + 0 is max
#include "number/checked.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "colex/colex.hpp"

namespace colex {
namespace {

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
static_assert(Number<Checked>);
static_assert(Checked(6) * Checked(7) == Checked(42));
static_assert(Checked(-7) / Checked(2) == Checked(-3) && Checked(-7) % Checked(2) == Checked(-1));

/// The exact answer in 128 bits, against the operator.
template <class Exact, class Operator>
void expect_exact(std::int64_t a, std::int64_t b, Exact exact, Operator apply) {
  __int128 const want = exact(static_cast<__int128>(a), static_cast<__int128>(b));
  if (want < kMin || want > kMax) {
    EXPECT_THROW(apply(Checked(a), Checked(b)), Overflow) << a << ' ' << b;
  } else {
    EXPECT_EQ(apply(Checked(a), Checked(b)).value(), static_cast<std::int64_t>(want)) << a << ' ' << b;
  }
}

TEST(Checked, EveryOperatorIsExactOrThrows) {
  std::array const values{kMin,
                          kMin + 1,
                          kMin / 2,
                          std::int64_t{-4294967297},
                          std::int64_t{-2},
                          std::int64_t{-1},
                          std::int64_t{0},
                          std::int64_t{1},
                          std::int64_t{2},
                          std::int64_t{3037000500},
                          kMax / 2,
                          kMax / 2 + 1,
                          kMax - 1,
                          kMax};
  for (auto const a : values)
    for (auto const b : values) {
      expect_exact(
          a, b, [](auto x, auto y) { return x + y; }, [](auto x, auto y) { return x + y; });
      expect_exact(
          a, b, [](auto x, auto y) { return x - y; }, [](auto x, auto y) { return x - y; });
      expect_exact(
          a, b, [](auto x, auto y) { return x * y; }, [](auto x, auto y) { return x * y; });
      EXPECT_EQ(Checked(a) < Checked(b), a < b);
      if (b == 0) continue;
      expect_exact(
          a, b, [](auto x, auto y) { return x / y; }, [](auto x, auto y) { return x / y; });
      if (a != kMin || b != -1) {
        EXPECT_EQ((Checked(a) % Checked(b)).value(), a % b);
      }
    }
}

TEST(Checked, DivisionWithoutAnAnswerThrows) {
  EXPECT_THROW(Checked(1) / Checked(0), Overflow);
  EXPECT_THROW(Checked(1) % Checked(0), Overflow);
  EXPECT_THROW(Checked(kMin) / Checked(-1), Overflow);
  EXPECT_THROW(Checked(kMin) % Checked(-1), Overflow);
  EXPECT_THROW(-Checked(kMin), Overflow);
}

TEST(Checked, TheAlgebraAnswersAlikeOnIt) {
  auto const a = layout("(4,6,8,10):(2,3,5,7)"), b = layout("6:12");
  EXPECT_EQ(plain(*composition(checked(a), checked(b))), *composition(a, b));
  EXPECT_EQ(plain(coalesce(checked(layout("(2,(1,6)):(1,(6,2))")))), layout("12:1"));
  EXPECT_EQ(plain(*complement(checked(layout("8:2")), Checked(32))), layout("(2,2):(1,16)"));
  auto const refused = complement(checked(layout("4:3")), Checked(16));
  EXPECT_EQ(plain(refused.refusal).left, 12);
}

TEST(Checked, ProductFitsAtTheLimit) {
  Checked const half(kReachLimit / 2);
  EXPECT_TRUE(product_fits(half, Checked(2)));
  EXPECT_FALSE(product_fits(half, Checked(3)));
  EXPECT_FALSE(product_fits(Checked(kMin), Checked(0)));
}

// Each of these answered with a layout that no 64-bit evaluation could follow.
TEST(Overflow, CompositionChecksTheLayoutItReturns) {
  auto const r = composition(layout("2:2305843009213693952"), layout("(2,2,2,2):(1,1,1,1)"));
  EXPECT_EQ(r.refusal.condition, Condition::overflow);
}

TEST(Overflow, CompositionChecksTheValuesThatItTabulates) {
  auto const r = composition(layout("(3,4):(1,144115188075855872)"), layout("4:65537"));
  EXPECT_EQ(r.refusal.condition, Condition::overflow);
}

TEST(Overflow, ComplementChecksTheLayoutItReturns) {
  auto const r = complement(layout("3:1152921504606846976"), kReachLimit, Cover::at_least);
  EXPECT_EQ(r.refusal.condition, Condition::overflow);
}

}  // namespace
}  // namespace colex
