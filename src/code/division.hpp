// SPDX-License-Identifier: MIT
// The three steps of a division beside the fused multiply-adds, v_div_scale, v_div_fmas and v_div_fixup: scaling where a step would leave
// the range, and the cases that a quotient has. The CDNA3 ISA manual's text is followed but for three places, where compilers' divisions would not be
// rounded right by it: v_div_fmas scales as the RDNA3 ISA manual says, by 2^64 or 2^-64 (of doubles 2^128 or 2^-128), and the denominator of a
// quotient that is denormal, as its reciprocal is, is scaled down; and a step that
// gives NaN for two numbers has overflowed.
//
//   divide_scale(x, denominator, numerator)     x, times 2^64 where a step needs it, and whether v_div_fmas scales back
#pragma once

#include "code/words.hpp"

namespace colex::code {

template <class F>
struct DivisionFormat;
template <>
struct DivisionFormat<float> {
  using Wider = double;
  static constexpr int far = 96, scaling = 64, small = 23, one = 127, underflow = -150;
};
template <>
struct DivisionFormat<double> {
  using Wider = long double;
  static constexpr int far = 768, scaling = 128, small = 53, one = 1023, underflow = -1075;
};

template <class F>
struct Scaled {
  F value;
  bool scaled;
};

template <class F>
int exponent_of(F x) {  // as biased in the number's bits
  if constexpr (sizeof(F) == 4)
    return static_cast<int>(bits(x) >> 23 & 0xFF);
  else
    return static_cast<int>(bits(x) >> 52 & 0x7FF);
}

template <class F>
bool is_denormal(F x) {
  return std::fpclassify(x) == FP_SUBNORMAL;
}

template <class F>
Scaled<F> divide_scale(F value, F denominator, F numerator) {
  using Format = DivisionFormat<F>;
  F const up = std::ldexp(value, Format::scaling), down = std::ldexp(value, -Format::scaling);
  if (numerator == 0 || denominator == 0) return {std::numeric_limits<F>::quiet_NaN(), false};
  auto const same = [](F a, F b) { return bits(a) == bits(b); };
  if (exponent_of(numerator) - exponent_of(denominator) >= Format::far)
    return {same(value, denominator) ? up : value, true};
  if (is_denormal(denominator)) return {up, false};
  bool const small_reciprocal = is_denormal(F{1} / denominator),
             small_quotient = is_denormal(numerator / denominator);
  if (small_reciprocal && small_quotient) return {same(value, denominator) ? down : value, true};
  if (small_reciprocal) return {down, false};
  if (small_quotient) return {same(value, numerator) ? up : value, true};
  if (exponent_of(numerator) <= Format::small) return {up, false};
  return {value, false};
}

/// The wider type holds a scaled sum that is denormal as F; rounding it to F is the only rounding that can be seen of floats, and all but always of
/// doubles.
template <class F>
F divide_fmas(F a, F b, F c, bool scaled) {
  using Format = DivisionFormat<F>;
  using Wider = typename Format::Wider;
  if (!scaled) return std::fma(a, b, c);
  int const by = exponent_of(c) > Format::one ? Format::scaling : -Format::scaling;
  return static_cast<F>(std::ldexp(std::fma(Wider{a}, Wider{b}, Wider{c}), by));
}

template <class F>
F divide_fixup(F quotient, F denominator, F numerator) {
  using Limits = std::numeric_limits<F>;
  F const sign = std::signbit(denominator) != std::signbit(numerator) ? F{-1} : F{1};
  if (std::isnan(numerator)) return numerator + numerator;
  if (std::isnan(denominator)) return denominator + denominator;
  if ((denominator == 0 && numerator == 0) || (std::isinf(denominator) && std::isinf(numerator)))
    return -Limits::quiet_NaN();
  if (denominator == 0 || std::isinf(numerator)) return sign * Limits::infinity();
  if (std::isinf(denominator) || numerator == 0) return sign * F{0};
  if (exponent_of(numerator) - exponent_of(denominator) < DivisionFormat<F>::underflow) return sign * F{0};
  if (std::isnan(quotient)) return sign * Limits::infinity();  // a step has left the range
  return std::copysign(quotient, sign);
}

// The same on words.
inline WithCondition<Word, bool> divide_scale_f32(Word a, Word b, Word c) {
  auto const r = divide_scale(f32(a), f32(b), f32(c));
  return {bits(r.value), r.scaled};
}
inline WithCondition<Wide, bool> divide_scale_f64(Wide a, Wide b, Wide c) {
  auto const r = divide_scale(f64(a), f64(b), f64(c));
  return {bits(r.value), r.scaled};
}
inline Word divide_fmas_f32(Word a, Word b, Word c, bool scaled) {
  return bits(divide_fmas(f32(a), f32(b), f32(c), scaled));
}
inline Wide divide_fmas_f64(Wide a, Wide b, Wide c, bool scaled) {
  return bits(divide_fmas(f64(a), f64(b), f64(c), scaled));
}
inline Word divide_fixup_f32(Word a, Word b, Word c) { return bits(divide_fixup(f32(a), f32(b), f32(c))); }
inline Wide divide_fixup_f64(Wide a, Wide b, Wide c) { return bits(divide_fixup(f64(a), f64(b), f64(c))); }

}  // namespace colex::code
