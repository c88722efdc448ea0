// SPDX-License-Identifier: MIT
// The element types that C++ lacks: bfloat16, half, the 8-bit floats in both encodings, pairs of 4-bit ones, and tf32. Each stores
// bits; decoding is exact, encoding rounds to nearest, ties to even. Every compiler accepts them, and every
// function is constexpr.
//
//   Bf16::from_float(1.0f).bits == 0x3F80         E4M3{0x7E}.to_float() == 448     largest finite, OCP
//   convert<float>(F16{0x3C00}) == 1.0f           E4M3Fnuz{0x7F}.to_float() == 240     and of gfx942
#pragma once

#include <cstdint>
#include <type_traits>

namespace colex::gpu {

/// What the encodings beyond the finite numbers mean.
enum class Specials {
  ieee,      ///< the largest exponent holds the infinities and NaN
  one_nan,   ///< no infinity; NaN is the largest exponent and mantissa (OCP E4M3)
  minus_nan  ///< no infinity, no negative zero; NaN is its encoding (FNUZ)
};

/// A float of 1 + exponent_bits + mantissa_bits bits.
template <class Bits, int exponent_bits, int mantissa_bits, int bias, Specials specials>
struct SmallFloat {
  Bits bits;

  static constexpr int sign_bit = exponent_bits + mantissa_bits;
  static constexpr std::uint32_t all_ones = (1u << sign_bit) - 1;
  static constexpr std::uint32_t infinity = ((1u << exponent_bits) - 1) << mantissa_bits;
  /// The magnitude of the largest finite number, and the first encoding past it: infinity, or else NaN.
  static constexpr std::uint32_t largest = specials == Specials::ieee      ? infinity - 1
                                           : specials == Specials::one_nan ? all_ones - 1
                                                                           : all_ones;

  friend constexpr bool operator==(SmallFloat a, SmallFloat b) { return a.bits == b.bits; }

  constexpr bool is_nan() const {
    if (specials == Specials::ieee) return (bits & all_ones) > infinity;
    return specials == Specials::one_nan ? (bits & all_ones) == all_ones : bits == 1u << sign_bit;
  }

  /// The number, exactly.
  constexpr float to_float() const {
    std::uint32_t const sign = (std::uint32_t{bits} >> sign_bit) << 31, magnitude = bits & all_ones;
    if (is_nan()) return __builtin_bit_cast(float, sign | 0x7FC00000u);
    if (specials == Specials::ieee && magnitude == infinity)
      return __builtin_bit_cast(float, sign | 0x7F800000u);
    if constexpr (exponent_bits == 8) return __builtin_bit_cast(float, sign | magnitude << shift);
    // As a float the exponent is too small by the difference of the biases; the product is exact.
    constexpr std::uint32_t scale = static_cast<std::uint32_t>(254 - bias) << 23;
    float const scaled = __builtin_bit_cast(float, magnitude << shift);
    return __builtin_bit_cast(
        float, sign | __builtin_bit_cast(std::uint32_t, scaled * __builtin_bit_cast(float, scale)));
  }

  /// The nearest number; ties go to the even mantissa. Past the largest finite one: infinity, or NaN where
  /// there is none.
  static constexpr SmallFloat from_float(float value) {
    auto const word = __builtin_bit_cast(std::uint32_t, value);
    std::uint32_t const sign = (word >> 31) << sign_bit, magnitude = word & 0x7FFFFFFFu;
    if (magnitude > 0x7F800000u) return not_a_number(sign);
    std::uint32_t const encoded = round(magnitude);
    if (encoded > largest) return specials == Specials::ieee ? make(sign | infinity) : not_a_number(sign);
    return make(specials == Specials::minus_nan && encoded == 0 ? 0 : sign | encoded);
  }

  /// As from_float, but a number past the largest finite one becomes that one, with its sign.
  static constexpr SmallFloat saturated(float value) {
    float const most = make(largest).to_float();
    return from_float(value > most ? most : value < -most ? -most : value);
  }

 private:
  static constexpr int shift = 23 - mantissa_bits;

  static constexpr SmallFloat make(std::uint32_t encoded) { return {static_cast<Bits>(encoded)}; }
  static constexpr SmallFloat not_a_number(std::uint32_t sign) {
    if (specials == Specials::minus_nan) return make(1u << sign_bit);
    return make(sign | (specials == Specials::ieee ? infinity | 1u << (mantissa_bits - 1) : all_ones));
  }

  /// The encoding of a finite or infinite float given by its magnitude bits; past `largest` when too large.
  static constexpr std::uint32_t round(std::uint32_t magnitude) {
    int const exponent = static_cast<int>(magnitude >> 23);
    std::uint32_t const significand = exponent == 0 ? magnitude : (magnitude & 0x7FFFFFu) | 0x800000u;
    // Encodings count multiples of the smallest spacing; the spacing doubles with each exponent past the
    // first.
    int const doublings = (exponent == 0 ? 1 : exponent) - (128 - bias);
    int const dropped = shift + (doublings < 0 ? -doublings : 0);
    if (dropped > 24) return 0;
    std::uint32_t const half = 1u << (dropped - 1), odd = significand >> dropped & 1u;
    std::uint32_t const kept = (significand + half - 1 + odd) >> dropped;
    return doublings < 0 ? kept : kept + (static_cast<std::uint32_t>(doublings) << mantissa_bits);
  }
};

using Bf16 = SmallFloat<std::uint16_t, 8, 7, 127, Specials::ieee>;
using F16 = SmallFloat<std::uint16_t, 5, 10, 15, Specials::ieee>;
using E4M3 = SmallFloat<std::uint8_t, 4, 3, 7, Specials::one_nan>;
using E5M2 = SmallFloat<std::uint8_t, 5, 2, 15, Specials::ieee>;
using E4M3Fnuz = SmallFloat<std::uint8_t, 4, 3, 8, Specials::minus_nan>;
using E5M2Fnuz = SmallFloat<std::uint8_t, 5, 2, 16, Specials::minus_nan>;

/// A float whose 13 lowest mantissa bits are zero, in 32 bits: NVIDIA's tf32 and AMD's xf32. A number encoded
/// here is the same whether the hardware cuts those bits or rounds them.
struct Tf32 {
  std::uint32_t bits;
  friend constexpr bool operator==(Tf32 a, Tf32 b) { return a.bits == b.bits; }
  constexpr float to_float() const { return __builtin_bit_cast(float, bits); }
  static constexpr Tf32 from_float(float value) {
    auto const word = __builtin_bit_cast(std::uint32_t, value);
    if ((word & 0x7FFFFFFFu) > 0x7F800000u) return {word | 0x00400000u};
    return {(word + 0xFFFu + (word >> 13 & 1u)) & ~0x1FFFu};
  }
};

/// Two numbers of four bits (OCP e2m1), the first in the low half: an element of an array, which has half as many as numbers.
struct E2M1x2 {
  std::uint8_t bits;
  friend constexpr bool operator==(E2M1x2 a, E2M1x2 b) { return a.bits == b.bits; }
  /// Number 0 or 1: 0, 0.5, 1, 1.5, 2, 3, 4, 6, or its negative.
  constexpr float number(int i) const {
    int const code = bits >> 4 * i & 0xF, exponent = code >> 1 & 3, mantissa = code & 1;
    int const halves = exponent == 0 ? mantissa : (2 + mantissa) << (exponent - 1);
    return (code & 8) != 0 ? -0.5f * static_cast<float>(halves) : 0.5f * static_cast<float>(halves);
  }
};

/// How many numbers an element holds.
template <class T>
inline constexpr int numbers_in = 1;
template <>
inline constexpr int numbers_in<E2M1x2> = 2;

template <class T>
concept EncodedFloat = requires(T x) {
  x.to_float();
};

/// The value as a `To`: exact where `To` holds it, else rounded as `To` rounds.
template <class To, class From>
constexpr To convert(From value) {
  if constexpr (std::is_same_v<To, From>) {
    return value;
  } else if constexpr (EncodedFloat<From>) {
    return convert<To>(value.to_float());
  } else if constexpr (EncodedFloat<To>) {
    return To::from_float(static_cast<float>(value));
  } else {
    return static_cast<To>(value);
  }
}

}  // namespace colex::gpu
