// SPDX-License-Identifier: MIT
// What the rows of instructions do to numbers, on machine words: 32-bit words, 64-bit words and conditions. A row calls
// these and the operators of C++ only, so that another number type needs an overload of each and nothing else. Floating
// point numbers are words, too: their bits.
//
//   high(widen(0xFFFFFFFFu) * widen(2u)) == 1
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace colex::code {

using Word = std::uint32_t;
using Wide = std::uint64_t;

/// What goes to a register, and the condition that goes with it.
template <class T, class C>
struct WithCondition {
  T value;
  C condition;
};
template <class T, class C>
WithCondition(T, C) -> WithCondition<T, C>;

inline Wide widen(Word a) { return a; }
inline Wide widen_signed(Word a) { return static_cast<Wide>(std::int64_t{static_cast<std::int32_t>(a)}); }
inline Word low(Wide a) { return static_cast<Word>(a); }
inline Word high(Wide a) { return static_cast<Word>(a >> 32); }
template <class T>
T select(bool condition, T yes, T no) {
  return condition ? yes : no;
}
inline Word of_condition(bool c) { return c ? 1 : 0; }

inline bool less_signed(Word a, Word b) {
  return static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b);
}
inline bool less_signed(Wide a, Wide b) {
  return static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b);
}
inline Word shift_right_signed(Word a, Word n) {
  return static_cast<Word>(static_cast<std::int32_t>(a) >> n);
}
inline Wide shift_right_signed(Wide a, Word n) {
  return static_cast<Wide>(static_cast<std::int64_t>(a) >> n);
}
/// Bits `offset` and up, `width` of them; both below the width of the word.
inline Word field(Word a, Word offset, Word width) { return (a >> offset) & ((Word{1} << width) - 1); }
/// The same of 64 bits, and of any width.
inline Wide wide_field(Wide a, Word offset, Word width) {
  return width >= 64 ? a >> offset : (a >> offset) & ((Wide{1} << width) - 1);
}
inline Word field_signed(Word a, Word offset, Word width) {
  if (width == 0) return 0;
  Word const bits = low(wide_field(a, offset, width)), sign = Word{1} << (width - 1);
  return (bits ^ sign) - sign;
}
inline Wide field_signed(Wide a, Word offset, Word width) {
  if (width == 0) return 0;
  Wide const bits = wide_field(a, offset, width), sign = Wide{1} << (width - 1);
  return (bits ^ sign) - sign;
}
/// A width, or what is left of `all` bits behind the offset.
inline Word fitting(Word offset, Word width, Word all) { return width < all - offset ? width : all - offset; }
inline Word one_bit(Word n) { return Word{1} << n; }
inline Word reverse_bits(Word a) {
  a = (a >> 1 & 0x55555555u) | (a & 0x55555555u) << 1;
  a = (a >> 2 & 0x33333333u) | (a & 0x33333333u) << 2;
  a = (a >> 4 & 0x0F0F0F0Fu) | (a & 0x0F0F0F0Fu) << 4;
  return a >> 24 | (a >> 8 & 0xFF00u) | (a & 0xFF00u) << 8 | a << 24;
}
/// Byte k of the answer is the byte of high:low that byte k of the selector names; 12 is zero, 13 and up is 0xFF. Codes 8 to 11
/// repeat a sign.
inline Word permute_bytes(Word high, Word low, Word selector) {
  Wide const all = Wide{high} << 32 | low;
  Word r = 0;
  for (Word k = 0; k < 4; ++k) {
    Word const code = selector >> 8 * k & 0xFF;
    Word byte = 0xFF;
    if (code < 8)
      byte = static_cast<Word>(all >> 8 * code) & 0xFF;
    else if (code < 12)
      byte = (all >> (16 * (code - 8) + 15) & 1) != 0 ? 0xFF : 0;
    else if (code == 12)
      byte = 0;
    r |= byte << 8 * k;
  }
  return r;
}
/// Four products of signed bytes, and a word.
inline Word dot_signed_bytes(Word a, Word b, Word c) {
  for (Word k = 0; k < 4; ++k)
    c += static_cast<Word>(std::int32_t{static_cast<std::int8_t>(a >> 8 * k)} *
                           std::int32_t{static_cast<std::int8_t>(b >> 8 * k)});
  return c;
}

inline float f32(Word a) { return std::bit_cast<float>(a); }
inline double f64(Wide a) { return std::bit_cast<double>(a); }
inline Word bits(float a) { return std::bit_cast<Word>(a); }
inline Wide bits(double a) { return std::bit_cast<Wide>(a); }

// Sums and products, rounded once to nearest, ties to even.
inline Word add_f32(Word a, Word b) { return bits(f32(a) + f32(b)); }
inline Word subtract_f32(Word a, Word b) { return bits(f32(a) - f32(b)); }
inline Word multiply_f32(Word a, Word b) { return bits(f32(a) * f32(b)); }
inline Word fma_f32(Word a, Word b, Word c) { return bits(std::fma(f32(a), f32(b), f32(c))); }
inline Wide add_f64(Wide a, Wide b) { return bits(f64(a) + f64(b)); }
inline Wide multiply_f64(Wide a, Wide b) { return bits(f64(a) * f64(b)); }
inline Wide fma_f64(Wide a, Wide b, Wide c) { return bits(std::fma(f64(a), f64(b), f64(c))); }
inline Word truncate_f32(Word a) { return bits(std::trunc(f32(a))); }
inline Word floor_f32(Word a) { return bits(std::floor(f32(a))); }
inline Word ceil_f32(Word a) { return bits(std::ceil(f32(a))); }
inline Word round_f32(Word a) { return bits(std::nearbyint(f32(a))); }
inline Word scale_f32(Word a, Word exponent) {
  return bits(std::ldexp(f32(a), static_cast<std::int32_t>(exponent)));
}
/// Of a number and a NaN the number; of zeros the positive one.
inline Word max_f32(Word a, Word b) {
  if (std::isnan(f32(a)) || std::isnan(f32(b))) return std::isnan(f32(a)) ? b : a;
  if (f32(a) == f32(b)) return a & b;  // zeros: a sign is left where both have one
  return f32(a) < f32(b) ? b : a;
}
inline Word min_f32(Word a, Word b) {
  if (std::isnan(f32(a)) || std::isnan(f32(b))) return std::isnan(f32(a)) ? b : a;
  if (f32(a) == f32(b)) return a | b;
  return f32(a) < f32(b) ? a : b;
}
inline Word f32_of_f16(Word a) {
  Word const sign = (a & 0x8000u) << 16, size = bits(f32((a & 0x7FFFu) << 13) * 0x1p112f);
  return sign | size |
         (size >= 0x47800000u ? 0x7F800000u : 0);  // infinities and NaNs have the greatest exponent
}
/// To nearest, ties to even; too large becomes infinite. Of no NaN.
inline Word nearest_f16(double number) {
  Word const sign = std::signbit(number) ? 0x8000u : 0;
  double const x = std::fabs(number);
  if (x >= 65520.0) return sign | 0x7C00u;
  int const exponent = x == 0 ? -14 : std::max(std::ilogb(x), -14);
  return sign | static_cast<Word>((exponent + 14) * 1024 +
                                  static_cast<int>(std::nearbyint(std::ldexp(x, 10 - exponent))));
}
inline Word f16_of_f32(Word a) {
  if (std::isnan(f32(a))) return (a >> 16 & 0x8000u) | 0x7E00u | (a >> 13 & 1023);
  return nearest_f16(double{f32(a)});
}
inline Word bf16_of_f32(Word a) {
  if (std::isnan(f32(a))) return a >> 16 | 0x40u;
  return (a + 0x7FFFu + (a >> 16 & 1u)) >> 16;
}
/// Of numbers of 16 bits: that the sum or product of 32 bits is rounded again changes nothing.
inline Word multiply_f16(Word a, Word b) { return f16_of_f32(multiply_f32(f32_of_f16(a), f32_of_f16(b))); }
inline Word add_f16(Word a, Word b) { return f16_of_f32(add_f32(f32_of_f16(a), f32_of_f16(b))); }
inline Word subtract_f16(Word a, Word b) { return f16_of_f32(subtract_f32(f32_of_f16(a), f32_of_f16(b))); }
inline Word max_f16(Word a, Word b) { return f16_of_f32(max_f32(f32_of_f16(a), f32_of_f16(b))); }
inline Word min_f16(Word a, Word b) { return f16_of_f32(min_f32(f32_of_f16(a), f32_of_f16(b))); }
/// Rounded once: 64 bits hold each sum that is near the middle of two halves.
inline Word fma_f16(Word a, Word b, Word c) {
  Word const x = f32_of_f16(a), y = f32_of_f16(b), z = f32_of_f16(c), sum = fma_f32(x, y, z);
  return std::isnan(f32(sum)) ? f16_of_f32(sum) : nearest_f16(double{f32(x)} * f32(y) + f32(z));
}
inline Word add_bf16(Word a, Word b) { return bf16_of_f32(bits(f32(a << 16) + f32(b << 16))); }
inline Word add_pair_f16(Word a, Word b) {
  return add_f16(a & 0xFFFFu, b & 0xFFFFu) | add_f16(a >> 16, b >> 16) << 16;
}
inline Word add_pair_bf16(Word a, Word b) {
  return add_bf16(a & 0xFFFFu, b & 0xFFFFu) | add_bf16(a >> 16, b >> 16) << 16;
}
/// Of the classes that the mask names: signaling and quiet NaN; negative ones: infinite, normal, subnormal, zero; positive ones: zero, subnormal, normal,
/// infinite.
inline bool is_of_class(double x, bool is_quiet, bool is_subnormal, Word mask) {
  Word const size = std::isinf(x) ? 0 : x == 0 ? 3 : is_subnormal ? 2 : 1;
  return (mask >> (std::isnan(x) ? Word{is_quiet} : std::signbit(x) ? 2 + size : 9 - size) & 1) != 0;
}
inline bool is_of_class_f16(Word a, Word mask) {
  return is_of_class(f32(f32_of_f16(a)), (a & 0x200u) != 0, (a & 0x7C00u) == 0, mask);
}
inline bool is_of_class_f32(Word a, Word mask) {
  return is_of_class(f32(a), (a & 0x400000u) != 0, (a & 0x7F800000u) == 0, mask);
}
inline bool is_of_class_f64(Wide a, Word mask) {
  return is_of_class(f64(a), (a & Wide{1} << 51) != 0, (a & Wide{0x7FF} << 52) == 0, mask);
}
/// How many of the mask's bits are of lanes below this one: of lanes 0 to 31, or of the upper 32.
inline Word ones_below(Word mask, Word lane, bool upper) {
  Wide const below = (Wide{1} << lane) - 1;
  return static_cast<Word>(std::popcount(mask & (upper ? high(below) : low(below))));
}
inline Word count_ones(Wide a) { return static_cast<Word>(std::popcount(a)); }
/// All ones where there is no one.
inline Word first_one(Wide a) { return a == 0 ? ~Word{0} : static_cast<Word>(std::countr_zero(a)); }
inline Word leading_zeros(Word a) { return a == 0 ? ~Word{0} : static_cast<Word>(std::countl_zero(a)); }
// The manual allows an error of 1 unit in the last place; these are the nearest number.
inline Word reciprocal_f32(Word a) { return bits(1.0f / f32(a)); }
inline Word root_f32(Word a) { return bits(std::sqrt(f32(a))); }
inline Word reciprocal_root_f32(Word a) { return bits(static_cast<float>(1.0 / std::sqrt(double{f32(a)}))); }
inline Word power_of_two_f32(Word a) { return bits(static_cast<float>(std::exp2(double{f32(a)}))); }
inline Word logarithm_f32(Word a) { return bits(static_cast<float>(std::log2(double{f32(a)}))); }
inline Wide reciprocal_f64(Wide a) { return bits(1.0 / f64(a)); }
inline Wide scale_f64(Wide a, Word exponent) {
  return bits(std::ldexp(f64(a), static_cast<std::int32_t>(exponent)));
}

inline bool less_f32(Word a, Word b) { return f32(a) < f32(b); }
inline bool equal_f32(Word a, Word b) { return f32(a) == f32(b); }
inline bool unordered_f32(Word a, Word b) { return std::isnan(f32(a)) || std::isnan(f32(b)); }
inline bool less_f64(Wide a, Wide b) { return f64(a) < f64(b); }
inline bool equal_f64(Wide a, Wide b) { return f64(a) == f64(b); }
inline bool unordered_f64(Wide a, Wide b) { return std::isnan(f64(a)) || std::isnan(f64(b)); }

// Conversions: a number out of range becomes the nearest of the range, NaN becomes 0.
template <class To, class From>
To saturated(From x) {
  if (std::isnan(x)) return 0;
  if (x <= static_cast<From>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
  if (x >= static_cast<From>(std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
  return static_cast<To>(x);
}
inline Word f32_of_unsigned(Word a) { return bits(static_cast<float>(a)); }
inline Word f32_of_signed(Word a) { return bits(static_cast<float>(static_cast<std::int32_t>(a))); }
inline Word unsigned_of_f32(Word a) { return saturated<std::uint32_t>(f32(a)); }
inline Word signed_of_f32(Word a) { return static_cast<Word>(saturated<std::int32_t>(f32(a))); }
inline Wide f64_of_signed(Word a) { return bits(static_cast<double>(static_cast<std::int32_t>(a))); }
inline Word signed_of_f64(Wide a) { return static_cast<Word>(saturated<std::int32_t>(f64(a))); }

}  // namespace colex::code
