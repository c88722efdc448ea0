// SPDX-License-Identifier: MIT
// Floating-point numbers of PTX as words: sums and products under each rounding, the small formats, and conversions (manual, "Floating-Point Instructions",
// "Half Precision Floating-Point Instructions", "cvt"). A NaN that an instruction makes has all bits of its fraction: 0x7fffffff, of halves 0x7fff; of
// doubles it is the first that is given, with its bits, or 0xfff8000000000000. So an H200 does.
//
//   encode(1.5, kF16, Rounding::nearest_even, false) == 0x3E00
#pragma once

#include <bit>

#include "code/ptx/module.hpp"
#include "code/words.hpp"

namespace colex::code::ptx {

/// A format of so many bits: sign, exponent, fraction.
struct Format {
  int exponent_bits, fraction_bits;
  bool has_infinity = true;
};
inline constexpr Format kF16{5, 10}, kBf16{8, 7}, kF32{8, 23}, kTf32{8, 10}, kE5m2{5, 2}, kE4m3{4, 3, false};

/// 2^n, of n from -1022 to 1023.
inline double power_of_two(int n) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(n + 1023) << 52);
}

/// The number nearest as `round` says; too large becomes infinite or, where `finite`, the largest. NaN has all bits of its fraction.
Word encode(double x, Format of, Rounding round, bool finite);
/// The number that the bits are.
double decode(Word bits, Format of);

inline constexpr Word kNan = 0x7FFFFFFFu, kSize = 0x7FFFFFFFu;  ///< all bits but the sign's
inline constexpr Word kLeastNormal = 0x00800000u;               ///< of floats
inline bool is_nan_f32(Word a) { return (a & 0x7FFFFFFFu) > 0x7F800000u; }
inline bool is_nan_f64(Wide a) { return (a & ~(Wide{1} << 63)) > Wide{0x7FF} << 52; }
inline Wide quiet_f64(Wide a) { return a | Wide{1} << 51; }
/// A half's sign set or taken away: a NaN becomes the one with all bits.
inline Word signed_half(Word a, Word sign, Format of) {
  Word const size = a & 0x7FFFu, infinity = ((Word{1} << of.exponent_bits) - 1) << of.fraction_bits;
  return size > infinity ? 0x7FFFu : size | sign;
}
inline Word flushed(Word a, bool ftz) { return ftz && (a & 0x7F800000u) == 0 ? a & 0x80000000u : a; }

enum class Sum : std::uint8_t { add, subtract, multiply, fma, divide, root };
/// Of numbers of 32 and of 64 bits, rounded once.
float rounded(Sum what, float a, float b, float c, Rounding round);
double rounded(Sum what, double a, double b, double c, Rounding round);

/// With .ftz and .sat.
Word sum_f32_of_any(Sum what, Word a, Word b, Word c, Modes const& m);
inline Word sum_f32(Sum what, Word a, Word b, Word c, Modes const& m) {
  if (m.round != Rounding::nearest_even || m.has(Modes::sat) || what == Sum::divide || what == Sum::root)
    return sum_f32_of_any(what, a, b, c, m);
  bool const ftz = m.has(Modes::ftz);
  float const x = f32(flushed(a, ftz)), y = f32(flushed(b, ftz)), z = f32(flushed(c, ftz));
  Word const r = bits(what == Sum::add        ? x + y
                      : what == Sum::subtract ? x - y
                      : what == Sum::multiply ? x * y
                                              : std::fma(x, y, z));
  if (ftz && (r & kSize) == kLeastNormal) return sum_f32_of_any(what, a, b, c, m);
  return is_nan_f32(r) ? kNan : flushed(r, ftz);
}
Wide sum_f64(Sum what, Wide a, Wide b, Wide c, Modes const& m);
/// Of f16 and bf16, to nearest; .ftz, .sat and .relu.
Word sum_half(Sum what, Word a, Word b, Word c, Format of, Modes const& m);

Word least_f32(Word a, Word b, bool most, Modes const& m);
Wide least_f64(Wide a, Wide b, bool most);
Word least_half(Word a, Word b, bool most, Format of, Modes const& m);

/// Approximate functions: the nearest number, of which the manual allows some units in the last place.
enum class Function : std::uint8_t { rcp, sqrt, rsqrt, sin, cos, lg2, ex2, tanh };
Word approximate_f32(Function f, Word a, bool ftz);
Word approximate_half(Function f, Word a, Format of, bool ftz);
Word divide_f32(Word a, Word b, Modes const& m);
Wide reciprocal_f64(Wide a, Modes const& m);

/// -1, 0, 1 or 2 where one is NaN.
inline int compared(double a, double b) { return a < b ? -1 : a > b ? 1 : a == b ? 0 : 2; }
/// What a comparison says of that.
bool holds(Compare by, int order);

/// To a whole number, as .rni and so on.
double whole(double x, Rounding round);

/// Types of cvt.
struct Number {
  std::uint8_t bits;
  bool is_signed, is_float;
  Format format;  ///< of a floating-point number of up to 32 bits
};
Wide convert(Wide a, Number const& from, Number const& to, Modes const& m);
/// f32 to a small format, with .relu and .satfinite.
Word narrowed(Word a, Format to, Modes const& m);

}  // namespace colex::code::ptx
