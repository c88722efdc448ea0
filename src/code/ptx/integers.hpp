// SPDX-License-Identifier: MIT
// Integers of PTX as words: 16 bits lie in the lower half of a word, of which the upper half is not looked at.
//
//   high_product<32, true>(0xFFFFFFFFu, 2u) == 0xFFFFFFFFu
#pragma once

#include "code/words.hpp"

namespace colex::code::ptx {

/// To a word, from its lower bits.
template <int bits, bool is_signed, class T>
T extended(T a) {
  if constexpr (bits == 32)
    return a;
  else
    return is_signed ? field_signed(a, 0, bits) : a & T((Word{1} << bits) - 1);
}
template <bool is_signed, class T>
auto widened(T a) {
  return is_signed ? widen_signed(a) : widen(a);
}
template <bool is_signed>
Wide extended_24(Word a) {
  return is_signed ? field_signed(Wide{a}, 0, 24) : Wide{a & 0xFFFFFFu};
}
template <int bits, bool is_signed, class T>
T whole_of(T a) {
  if constexpr (bits < 32)
    return extended<bits, is_signed>(a);
  else
    return a;
}
template <int bits, class T>
auto is_negative(T a) {
  return (a >> (bits - 1) & 1) != T(0);
}
template <int bits, bool is_signed, class T>
auto is_less(T a, T b) {
  T const x = whole_of<bits, is_signed>(a), y = whole_of<bits, is_signed>(b);
  return is_signed ? less_signed(x, y) : x < y;
}
template <int bits, bool is_signed, class T>
T high_product(T a, T b) {
  if constexpr (bits == 16) {
    return extended<16, is_signed>(a) * extended<16, is_signed>(b) >> 16;
  } else if constexpr (bits == 32) {
    return high(widened<is_signed>(a) * widened<is_signed>(b));
  } else {
    Wide const low_a = a & 0xFFFFFFFFu, high_a = a >> 32, low_b = b & 0xFFFFFFFFu, high_b = b >> 32;
    Wide const middle = high_a * low_b + (low_a * low_b >> 32),
               other = low_a * high_b + (middle & 0xFFFFFFFFu);
    Wide r = high_a * high_b + (middle >> 32) + (other >> 32);
    if (is_signed && is_negative<64>(a)) r -= b;
    if (is_signed && is_negative<64>(b)) r -= a;
    return r;
  }
}
template <int bits, bool is_signed, class T>
T least(T a, T b, bool most) {
  auto const less = is_less<bits, is_signed>(a, b);
  return most ? select(less, b, a) : select(less, a, b);
}
/// Of a division by zero the manual says nothing; all ones here.
template <int bits, bool is_signed, class T>
T quotient(T a, T b) {
  T const x = whole_of<bits, is_signed>(a), y = whole_of<bits, is_signed>(b);
  if (y == 0) return static_cast<T>(~T{0});
  if constexpr (!is_signed) {
    return x / y;
  } else {
    bool const negative_x = is_negative<sizeof(T) * 8>(x), negative_y = is_negative<sizeof(T) * 8>(y);
    T const q = static_cast<T>((negative_x ? T{0} - x : x) / (negative_y ? T{0} - y : y));
    return negative_x != negative_y ? T{0} - q : q;
  }
}
/// Of a division by zero, the dividend.
template <int bits, bool is_signed, class T>
T remainder(T a, T b) {
  T const x = whole_of<bits, is_signed>(a), y = whole_of<bits, is_signed>(b);
  if (y == 0) return a;
  return x - quotient<bits, is_signed>(a, b) * y;
}
inline Word saturated_sum(Word a, Word b, bool subtracts) {
  std::int64_t const x = static_cast<std::int32_t>(a), y = static_cast<std::int32_t>(b),
                     s = subtracts ? x - y : x + y;
  return static_cast<Word>(static_cast<std::int32_t>(std::clamp<std::int64_t>(
      s, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max())));
}
inline Wide saturated_sum(Wide a, Wide b, bool subtracts) {
  return subtracts ? a - b : a + b;
}  // no 64-bit sum saturates
template <int bits, bool is_signed, class T>
T shifted_right(T a, Word n) {
  T const x = whole_of<bits, is_signed>(a);
  if constexpr (is_signed)
    return shift_right_signed(x, std::min<Word>(n, bits - 1));
  else
    return n >= bits ? T{0} : static_cast<T>(x >> n);
}
/// The highest bit that differs from the sign; all ones where there is none.
template <int bits, bool is_signed, class T>
Word highest_bit(T a) {
  if (is_signed && is_negative<bits>(a)) a = static_cast<T>(~a);
  return a == 0 ? ~Word{0} : static_cast<Word>(std::bit_width(a) - 1);
}
/// Bits `at` and up, `n` of them; bits past the last are the sign's. Of 32 bits both are of the lowest byte; of 64 bits an H200 looks at all of the two,
/// where the manual says the lowest byte.
template <int bits, bool is_signed, class T>
T bit_field(T a, Word at, Word n) {
  if constexpr (bits == 32) at &= 0xFF, n &= 0xFF;
  if (n == 0) return 0;
  Word const last = n > bits || at > bits ? bits - 1 : std::min<Word>(at + n - 1, bits - 1);
  bool const sign = is_signed && (a >> last & 1) != 0;
  T r = at >= bits ? T{0} : static_cast<T>(a >> at);
  Word const kept = at >= bits ? 0 : std::min<Word>(n, bits - at);
  T const mask = kept >= bits ? static_cast<T>(~T{0}) : static_cast<T>((T{1} << kept) - 1);
  return static_cast<T>((r & mask) | (sign ? static_cast<T>(~mask) : T{0}));
}
template <int bits, class T>
T with_field(T a, T b, Word at, Word n) {
  if constexpr (bits == 32) at &= 0xFF, n &= 0xFF;
  if (at >= bits || n == 0) return b;
  Word const kept = std::min<Word>(n, bits - at);
  T const mask =
      static_cast<T>((kept >= bits ? static_cast<T>(~T{0}) : static_cast<T>((T{1} << kept) - 1)) << at);
  return static_cast<T>((b & ~mask) | (a << at & mask));
}
inline Word reversed(Word a) { return reverse_bits(a); }
inline Wide reversed(Wide a) { return Wide{reverse_bits(low(a))} << 32 | reverse_bits(high(a)); }
template <class T>
T sum_carry(T a, T b, bool in, bool& out) {
  T const s = static_cast<T>(a + b), r = static_cast<T>(s + (in ? 1 : 0));
  out = s < a || r < s;
  return r;
}
template <class T>
T difference_borrow(T a, T b, bool in, bool& out) {
  T const d = static_cast<T>(a - b), r = static_cast<T>(d - (in ? 1 : 0));
  out = a < b || d < T{in};
  return r;
}
template <bool is_signed>
Word least_halves(Word a, Word b, bool most, bool relu) {
  Word r = 0;
  for (Word k = 0; k < 32; k += 16) {
    Word const x = a >> k & 0xFFFF, y = b >> k & 0xFFFF;
    Word v = is_less<16, is_signed>(x, y) != most ? x : y;
    if (relu && is_negative<16>(v)) v = 0;
    r |= v << k;
  }
  return r;
}
/// Byte k of the answer is the byte of b:a that digit k of the selector names, or eight copies of its sign.
inline Word permuted(Word a, Word b, Word selector) {
  Wide const all = Wide{b} << 32 | a;
  Word r = 0;
  for (Word k = 0; k < 4; ++k) {
    Word const code = selector >> 4 * k & 15;
    Word byte = static_cast<Word>(all >> 8 * (code & 7)) & 0xFF;
    if ((code & 8) != 0) byte = (byte & 0x80) != 0 ? 0xFF : 0;
    r |= byte << 8 * k;
  }
  return r;
}
/// The place of the n-th set bit from `base` up, or down where n is negative; all ones where there is none.
inline Word nth_bit(Word mask, Word base, Word n) {
  auto const offset = static_cast<std::int32_t>(n);
  std::int64_t at = base;
  if (offset == 0) return base < 32 && (mask >> base & 1) != 0 ? base : ~Word{0};
  std::int64_t const step = offset > 0 ? 1 : -1;
  for (std::int64_t left = std::int64_t{offset} * step; at >= 0 && at < 32; at += step)
    if ((mask >> at & 1) != 0 && --left == 0) return static_cast<Word>(at);
  return ~Word{0};
}

inline Word logic_of_three(Word a, Word b, Word c, Word table) {
  Word v = 0;
  for (Word k = 0; k < 8; ++k)
    if ((table >> k & 1) != 0)
      v |= ((k & 4) != 0 ? a : ~a) & ((k & 2) != 0 ? b : ~b) & ((k & 1) != 0 ? c : ~c);
  return v;
}
template <int bits, class T>
T shifted_left(T a, Word n) {
  return n >= bits ? static_cast<T>(0) : static_cast<T>(a << n);
}

}  // namespace colex::code::ptx
