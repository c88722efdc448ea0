// SPDX-License-Identifier: MIT
// The small floats decode and encode as their definition says: every bit pattern, and floats around every
// boundary between two neighbours, against a reference of another making.
#include "platform/number_types.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "atoms/fma.hpp"

namespace colex::gpu {
namespace {

/// A format by its definition, apart from the code under test.
struct Format {
  int exponent_bits, mantissa_bits, bias;
  bool ieee, fnuz;
};
template <class T>
Format format();
template <>
Format format<Bf16>() {
  return {8, 7, 127, true, false};
}
template <>
Format format<F16>() {
  return {5, 10, 15, true, false};
}
template <>
Format format<E4M3>() {
  return {4, 3, 7, false, false};
}
template <>
Format format<E5M2>() {
  return {5, 2, 15, true, false};
}
template <>
Format format<E4M3Fnuz>() {
  return {4, 3, 8, false, true};
}
template <>
Format format<E5M2Fnuz>() {
  return {5, 2, 16, false, true};
}

double decode(Format f, unsigned bits) {
  unsigned const mantissa = bits & ((1u << f.mantissa_bits) - 1);
  unsigned const exponent = bits >> f.mantissa_bits & ((1u << f.exponent_bits) - 1);
  unsigned const top = (1u << f.exponent_bits) - 1, full = (1u << f.mantissa_bits) - 1;
  bool const negative = bits >> (f.mantissa_bits + f.exponent_bits) & 1;
  double const nan = std::numeric_limits<double>::quiet_NaN();
  if (f.ieee && exponent == top) return mantissa ? nan : negative ? -INFINITY : INFINITY;
  if (f.fnuz && negative && exponent == 0 && mantissa == 0) return nan;
  if (!f.ieee && !f.fnuz && exponent == top && mantissa == full) return nan;
  double const magnitude =
      exponent == 0 ? std::ldexp(mantissa, 1 - f.bias - f.mantissa_bits)
                    : std::ldexp(mantissa + full + 1, static_cast<int>(exponent) - f.bias - f.mantissa_bits);
  return negative ? -magnitude : magnitude;
}

template <class T>
class SmallFloats : public testing::Test {
 public:
  static constexpr unsigned count = 1u << (T::sign_bit + 1);
  static T make(unsigned bits) { return {static_cast<decltype(T::bits)>(bits)}; }
};
using Types = testing::Types<Bf16, F16, E4M3, E5M2, E4M3Fnuz, E5M2Fnuz>;
TYPED_TEST_SUITE(SmallFloats, Types);

TYPED_TEST(SmallFloats, decode_is_the_definition_and_encode_its_inverse) {
  for (unsigned bits = 0; bits < this->count; ++bits) {
    TypeParam const x = this->make(bits);
    double const expected = decode(format<TypeParam>(), bits);
    if (std::isnan(expected)) {
      EXPECT_TRUE(std::isnan(x.to_float()) && x.is_nan());
      EXPECT_TRUE(TypeParam::from_float(x.to_float()).is_nan());
    } else {
      ASSERT_EQ(x.to_float(), expected) << bits;
      ASSERT_EQ(std::signbit(x.to_float()), std::signbit(expected)) << bits;
      ASSERT_EQ(TypeParam::from_float(x.to_float()), x) << bits;
    }
  }
}

// Between each two neighbours: just below the middle, the middle, just above it.
TYPED_TEST(SmallFloats, encode_rounds_to_nearest_and_ties_to_even) {
  for (unsigned bits = 0; bits < TypeParam::largest; ++bits) {
    double const low = decode(format<TypeParam>(), bits), high = decode(format<TypeParam>(), bits + 1);
    auto const middle = static_cast<float>((low + high) / 2);
    ASSERT_EQ(static_cast<double>(middle), (low + high) / 2);
    for (float sign : {1.0f, -1.0f}) {
      auto const code = [&](float x) { return TypeParam::from_float(sign * x).bits & TypeParam::all_ones; };
      unsigned const even = bits % 2 == 0 ? bits : bits + 1;
      // FNUZ has one zero, so a negative tie to zero loses its sign; the magnitude is the same.
      ASSERT_EQ(code(middle), even) << bits;
      ASSERT_EQ(code(std::nextafter(middle, 0.0f)), bits);
      ASSERT_EQ(code(std::nextafter(middle, INFINITY)), bits + 1);
    }
  }
}

TYPED_TEST(SmallFloats, past_the_largest_is_infinity_or_nan_or_saturates) {
  auto const f = format<TypeParam>();
  float const largest = this->make(TypeParam::largest).to_float();
  float const spacing = largest - this->make(TypeParam::largest - 1).to_float();
  float const limit = largest + spacing / 2;  // a tie: to even, which is past the end when largest is odd
  for (float x : {std::nextafter(limit, INFINITY), 2 * largest, INFINITY}) {
    auto const y = TypeParam::from_float(x), z = TypeParam::from_float(-x);
    EXPECT_EQ(y.is_nan(), !f.ieee);
    EXPECT_TRUE(!f.ieee || (y.to_float() == INFINITY && z.to_float() == -INFINITY));
    EXPECT_EQ(TypeParam::saturated(x).to_float(), largest);
    EXPECT_EQ(TypeParam::saturated(-x).to_float(), -largest);
  }
  EXPECT_EQ(TypeParam::from_float(std::nextafter(limit, 0.0f)).to_float(), largest);
  EXPECT_TRUE(TypeParam::from_float(NAN).is_nan() && TypeParam::saturated(NAN).is_nan());
}

TEST(F16, agrees_with_the_compiler) {
  std::mt19937 random(1);
  for (int i = 0; i < 1000000; ++i) {
    auto const x = __builtin_bit_cast(float, static_cast<std::uint32_t>(random()));
    if (std::isnan(x)) continue;
    ASSERT_EQ(F16::from_float(x).bits, __builtin_bit_cast(std::uint16_t, static_cast<_Float16>(x))) << x;
  }
}

TEST(Tf32, rounds_to_ten_mantissa_bits) {
  std::mt19937 random(2);
  for (int i = 0; i < 100000; ++i) {
    auto const x = __builtin_bit_cast(float, static_cast<std::uint32_t>(random()));
    if (!std::isnormal(x)) continue;
    int exponent;
    double const mantissa = std::frexp(static_cast<double>(x), &exponent);
    double const expected = std::ldexp(std::nearbyint(std::ldexp(mantissa, 11)), exponent - 11);
    ASSERT_EQ(Tf32::from_float(x).to_float(), static_cast<float>(expected)) << x;
  }
  EXPECT_TRUE(std::isnan(Tf32::from_float(NAN).to_float()));
  EXPECT_EQ(Tf32::from_float(-INFINITY).to_float(), -INFINITY);
}

/// By the definition of e2m1: a sign, two bits of an exponent with a bias of 1, one of a mantissa, and no number that is none.
TEST(E2M1x2, both_numbers_are_those_of_the_format) {
  for (int low = 0; low < 16; ++low)
    for (int high = 0; high < 16; ++high) {
      auto const expected = [](int code) {
        int const exponent = code / 2 % 4, mantissa = code % 2;
        double const magnitude =
            exponent == 0 ? mantissa / 2.0 : std::ldexp(1 + mantissa / 2.0, exponent - 1);
        return code < 8 ? magnitude : -magnitude;
      };
      E2M1x2 const pair{static_cast<std::uint8_t>(low + 16 * high)};
      ASSERT_EQ(pair.number(0), expected(low)) << low;
      ASSERT_EQ(pair.number(1), expected(high)) << high;
    }
}

static_assert(E2M1x2{0x7A}.number(0) == -1 && E2M1x2{0x7A}.number(1) == 6);
static_assert(E4M3{0x7E}.to_float() == 448 && E4M3Fnuz{0x7F}.to_float() == 240);
static_assert(E5M2{0x7B}.to_float() == 57344 && E5M2Fnuz{0x7F}.to_float() == 57344);
static_assert(Bf16::from_float(1.0f).bits == 0x3F80 && convert<float>(F16{0x3C00}) == 1.0f);
static_assert(convert<std::int32_t>(std::int8_t{-3}) == -3 && convert<Bf16>(F16{0x3C00}).bits == 0x3F80);

TEST(Fma, multiplies_and_adds_in_the_accumulator) {
  using Bf = FmaAtom<Bf16, float>;
  EXPECT_EQ(mma<Bf>({{0.5f}}, {{Bf16::from_float(3)}}, {{Bf16::from_float(-2)}})[0], -5.5f);
  EXPECT_EQ((mma<FmaAtom<std::int8_t, std::int32_t>>({{7}}, {{-128}}, {{-128}})[0]), 16391);
  // Rounded once: the product alone would be 1.
  float const x = 1 + 0x1p-23f, y = 1 - 0x1p-23f;
  EXPECT_EQ(mma<FmaAtom<float>>({{-1.0f}}, {{x}}, {{y}})[0], -0x1p-46f);
  EXPECT_EQ(mma<FmaAtom<double>>({{1.0}}, {{0.5}}, {{3.0}})[0], 2.5);
  EXPECT_EQ((mma<FmaAtom<std::int32_t>>({{2147483647}}, {{1}}, {{1}})[0]), -2147483647 - 1);
  auto const two = mma<FmaAtom<float, float, 2, 3>>({{1, 2}}, {{3, 4, 5}}, {{6, 7, 8, 9, 10, 11}});
  EXPECT_EQ(two[0], 1 + 3 * 6 + 4 * 7 + 5 * 8);
  EXPECT_EQ(two[1], 2 + 3 * 9 + 4 * 10 + 5 * 11);
}

}  // namespace
}  // namespace colex::gpu
