// SPDX-License-Identifier: MIT
// Linear layouts against what their values say: every equation over GF(2) of 3 by 3 bits, and random layouts of named
// dimensions, whose maps are applied argument by argument.
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "colex/linear_inverse.hpp"

namespace {

using namespace colex;
using Int = std::int64_t;

Int points(BitMap const& m) { return Int(1) << m.inputs; }

TEST(SolveBits, EveryEquationOfThreeBits) {
  for (int a_bits = 0; a_bits < 512; ++a_bits) {
    BitMap const a{{a_bits & 7, a_bits >> 3 & 7, a_bits >> 6}, 3};
    Int free = 0;  // a column that some sum of earlier columns equals
    for (int k = 0; k < 3; ++k)
      for (Int x = 0; x < Int(1) << k; ++x)
        if (a(x) == a.column[k]) free |= Int(1) << k;
    ASSERT_EQ(free_inputs(a), free);
    for (Int y = 0; y < 8; ++y) {
      Int found = -1, solutions = 0;
      for (Int x = 0; x < 8; ++x)
        if (a(x) == y && (x & free) == 0) found = x, ++solutions;
      auto const r = solve(a, BitMap{{y}, 1});
      ASSERT_EQ(bool(r), found >= 0);
      ASSERT_LE(solutions, 1);
      ASSERT_EQ(r ? r->column[0] : r.refusal.left, r ? found : y);
    }
  }
}

std::mt19937 engine(7);
int below(int n) { return static_cast<int>(engine() % static_cast<unsigned>(n)); }

/// One to three input dimensions and output dimensions, of 0 to 2 bits, any columns.
LinearLayout drawn() {
  static constexpr std::array<std::string_view, 3> kIn{"lane", "warp", "block"}, kOut{"row", "col", "plane"};
  LinearDims in, out;
  for (int k = 0, n = 1 + below(3); k < n; ++k) in.add({kIn[std::size_t(k)], below(3)});
  for (int k = 0, n = 1 + below(3); k < n; ++k) out.add({kOut[std::size_t(k)], below(3)});
  return *linear_layout(in, out, [&](int, int, int j) { return Int(below(1 << out.dim[j].bits)); });
}

Int of(LinearDims const& dims, std::string_view name, Int value) {
  int const k = dims.find(name);
  return k < 0 ? 0 : part(dims, k, value);
}

TEST(LinearLayout, TheProductIsBothFactorsSideBySide) {
  for (int n = 0; n < 2000; ++n) {
    auto const a = drawn(), b = drawn();
    auto const r = *linear_product(a, b);
    for (Int x = 0; x < points(r.map); ++x) {
      Int xa = 0, xb = 0;  // x's lower and upper bits, dimension by dimension
      for (int i = 0; i < r.in.count; ++i) {
        auto const name = r.in.dim[i].name;
        int const lower = detail::bits_of(a.in, name);
        if (a.in.find(name) >= 0)
          xa |= (of(r.in, name, x) & ((Int(1) << lower) - 1)) << a.in.begin(a.in.find(name));
        if (b.in.find(name) >= 0) xb |= (of(r.in, name, x) >> lower) << b.in.begin(b.in.find(name));
      }
      for (int j = 0; j < r.out.count; ++j) {
        auto const name = r.out.dim[j].name;
        Int const joined = of(a.out, name, a(xa)) | of(b.out, name, b(xb)) << detail::bits_of(a.out, name);
        ASSERT_EQ(part(r.out, j, r(x)), joined);
      }
    }
    auto const left = divide_left(r, a), right = divide_right(r, b);
    ASSERT_TRUE(left && right);
    ASSERT_TRUE(*linear_transpose(*linear_product(a, *left), r.in, r.out) == r);
    ASSERT_TRUE(*linear_transpose(*linear_product(*right, b), r.in, r.out) == r);
  }
}

TEST(LinearLayout, AQuotientIsRefusedWhereNoFactorExists) {
  auto const a = *linear_product(linear_identity("lane", "row", 2), linear_identity("lane", "row", 1));
  EXPECT_TRUE(divide_left(a, linear_identity("lane", "row", 2)));
  EXPECT_EQ(divide_left(a, linear_zeros("lane", "row", 1, 1)).refusal.condition, Condition::divides);
  EXPECT_EQ(divide_left(a, linear_identity("lane", "row", 4)).refusal.condition, Condition::divides);
  EXPECT_EQ(divide_right(a, linear_identity("warp", "row", 1)).refusal.condition, Condition::divides);
}

TEST(LinearLayout, SolutionsSolve) {
  for (int n = 0; n < 3000; ++n) {
    auto const a = drawn();
    LinearLayout b = drawn();
    b = *linear_layout(b.in, a.out, [&](int, int, int j) { return Int(below(1 << a.out.dim[j].bits)); });
    bool covered = true;
    for (Int x = 0; x < points(b.map); ++x) {
      bool reached = false;
      for (Int y = 0; y < points(a.map); ++y) reached = reached || a(y) == b(x);
      covered = covered && reached;
    }
    for (auto const& x : {linear_solve(a, b), invert_and_compose(a, b)}) {
      ASSERT_EQ(bool(x), covered);
      if (!x) continue;
      auto const back = *composition(a, *x);
      for (Int k = 0; k < points(b.map); ++k) ASSERT_EQ(back(k), b(k));
    }
  }
}

TEST(LinearLayout, ThePseudoInverseUndoesOnTheImage) {
  for (int n = 0; n < 2000; ++n) {
    auto const a = drawn();
    auto const r = pseudo_inverse(a);
    ASSERT_EQ(bool(r), rank(a.map) == a.out.bits());
    for (Int y = 0; r && y < points(r->map); ++y) ASSERT_EQ(a((*r)(y)), y);
  }
}

TEST(LinearLayout, RunsOfElements) {
  for (int n = 0; n < 3000; ++n) {
    auto const a = drawn();
    auto const runs = [&](Int size) {  // size elements from each multiple of it, whatever else moves
      for (Int x = 0; x < points(a.map); ++x)
        if (part(a.out, 0, a(x)) % size != x % size || (a(x) ^ a(x - x % size)) != x % size) return false;
      return true;
    };
    Int const most = Int(1) << std::min(a.in.dim[0].bits, a.out.dim[0].bits);
    Int want = 1;
    while (want < most && runs(2 * want)) want *= 2;
    ASSERT_EQ(consecutive_elements(a), want);
    for (int j = 0; j < a.out.count; ++j) {
      std::array<bool, 4> reached{};
      for (Int x = 0; x < points(a.map); ++x) reached[std::size_t(part(a.out, j, a(x)))] = true;
      Int block = 1;
      while (block < Int(1) << a.out.dim[j].bits && reached[std::size_t(block)] &&
             (block == 1 || reached[std::size_t(block + 1)]))
        block *= 2;
      ASSERT_EQ(contiguous_elements(a, j), block);
    }
  }
}

}  // namespace
