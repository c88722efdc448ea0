// SPDX-License-Identifier: MIT
#include "code/ptx/numbers.hpp"

#include <cfenv>
#include <cmath>

namespace colex::code::ptx {

namespace {

/// The processor's rounding, while it lives.
class WithRounding {
 public:
  explicit WithRounding(Rounding round) : before_(std::fegetround()) {
    std::fesetround(round == Rounding::zero   ? FE_TOWARDZERO
                    : round == Rounding::down ? FE_DOWNWARD
                    : round == Rounding::up   ? FE_UPWARD
                                              : FE_TONEAREST);
  }
  ~WithRounding() { std::fesetround(before_); }
  WithRounding(WithRounding const&) = delete;
  WithRounding& operator=(WithRounding const&) = delete;

 private:
  int before_;
};

template <class F>
F computed(Sum what, F a, F b, F c) {
  F volatile x = a, y = b, z = c, r = 0;  // computed here, under the rounding that is set
  switch (what) {
    case Sum::add:
      r = x + y;
      break;
    case Sum::subtract:
      r = x - y;
      break;
    case Sum::multiply:
      r = x * y;
      break;
    case Sum::fma:
      r = std::fma(x, y, z);
      break;
    case Sum::divide:
      r = x / y;
      break;
    case Sum::root:
      r = std::sqrt(x);
      break;
  }
  return r;
}

template <class F>
F rounded_of(Sum what, F a, F b, F c, Rounding round) {
  if (round == Rounding::nearest_even) return computed(what, a, b, c);
  WithRounding const set(round);
  return computed(what, a, b, c);
}

/// a + b in a double whose last bit says whether anything was left: so that one more rounding, to fewer bits, is right.
double sum_to_odd(double a, double b) {
  double const s = a + b;
  if (!std::isfinite(s)) return s;
  double const t = s - a, error = (a - (s - t)) + (b - t);
  if (error == 0 || (std::bit_cast<Wide>(s) & 1) != 0) return s;
  return std::nextafter(s, error > 0 ? HUGE_VAL : -HUGE_VAL);
}

/// What is rounded to a float, in a double whose last bit says whether anything was left. No root is that small.
double with_odd_bit(Sum what, double a, double b, double c) {
  if (what == Sum::add || what == Sum::subtract) return sum_to_odd(a, what == Sum::add ? b : -b);
  if (what == Sum::multiply || what == Sum::fma) return sum_to_odd(a * b, what == Sum::fma ? c : 0);
  double const quotient = a / b, left = std::fma(-quotient, b, a);
  if (left == 0 || (bits(quotient) & 1) != 0) return quotient;
  return std::nextafter(quotient, std::signbit(left) == std::signbit(b) ? HUGE_VAL : -HUGE_VAL);
}

/// Whether .ftz makes zero of x: the device rounds as if there were no least exponent, and looks then.
bool is_tiny(double x, Format of, Rounding round) {
  constexpr int up = 16;
  double const least = power_of_two(2 - (1 << (of.exponent_bits - 1)) + up);
  return std::fabs(decode(encode(x * power_of_two(up), of, round, false), of)) < least;
}

Word clamped_f32(Word a) {  // .sat: from 0 to 1, NaN is 0
  if (is_nan_f32(a) || (a >> 31) != 0) return 0;
  return a > 0x3F800000u ? 0x3F800000u : a;
}

double double_of(Wide a, Number const& n) {
  if (n.bits == 64) return f64(a);
  return decode(static_cast<Word>(a), n.format);
}

bool is_tf32(Number const& n) { return n.bits == 32 && n.format.fraction_bits == 10; }

/// Of a NaN from or to a double, sign and the upper bits of the fraction stay.
Wide converted_nan(Wide a, Number const& from, Number const& to) {
  auto const fraction_bits = [](Number const& n) { return n.bits == 64 ? 52 : n.format.fraction_bits; };
  int const by = fraction_bits(to) - fraction_bits(from);
  Wide const sign = a >> (from.bits - 1) & 1, fraction = a & ((Wide{1} << fraction_bits(from)) - 1),
             ones = (Wide{1} << (to.bits - 1 - fraction_bits(to))) - 1;
  return sign << (to.bits - 1) | ones << fraction_bits(to) | Wide{1} << (fraction_bits(to) - 1) |
         (by >= 0 ? fraction << by : fraction >> -by);
}

Wide mask_of(unsigned bits) { return bits >= 64 ? ~Wide{0} : (Wide{1} << bits) - 1; }

Wide integer_of_float(double x, Number const& from, Number const& to, Rounding round) {
  if (std::isnan(x)) return from.bits <= 32 && to.bits <= 32 ? 0 : Wide{1} << (to.bits - 1);
  double const r = whole(x, round);
  double const least = to.is_signed ? -std::ldexp(1.0, to.bits - 1) : 0,
               past = std::ldexp(1.0, to.is_signed ? to.bits - 1 : to.bits);
  if (r <= least) return to.is_signed ? (Wide{1} << (to.bits - 1)) : 0;
  if (r >= past) return mask_of(to.is_signed ? to.bits - 1u : to.bits);
  return r < 0 ? static_cast<Wide>(static_cast<std::int64_t>(r)) : static_cast<Wide>(r);
}

/// A whole number in a double whose last bit says whether anything was left.
double double_of_integer(Wide a, bool is_signed) {
  bool const negative = is_signed && (a >> 63) != 0;
  Wide m = negative ? 0 - a : a;
  int shift = 0;
  while (m >> 53 != 0) m = m >> 1 | (m & 1), ++shift;
  double const r = std::ldexp(static_cast<double>(m), shift);
  return negative ? -r : r;
}

}  // namespace

double whole(double x, Rounding round) {
  switch (round) {
    case Rounding::nearest_even:
      return std::nearbyint(x);
    case Rounding::zero:
      return std::trunc(x);
    case Rounding::down:
      return std::floor(x);
    case Rounding::up:
      return std::ceil(x);
    case Rounding::nearest_away:
      return std::round(x);
  }
  return x;
}

namespace {

/// Of a positive number its binary exponent; -1023 of one below 2^-1022.
int exponent_of(double size) { return static_cast<int>(std::bit_cast<std::uint64_t>(size) >> 52) - 1023; }

}  // namespace

Word encode(double x, Format of, Rounding round, bool finite) {
  int const least = 2 - (1 << (of.exponent_bits - 1));  // the exponent of the smallest normal number
  Word const sign = std::signbit(x) ? Word{1} << (of.exponent_bits + of.fraction_bits) : 0,
             infinity = ((Word{1} << of.exponent_bits) - 1) << of.fraction_bits,
             nan = (Word{1} << (of.exponent_bits + of.fraction_bits)) - 1;
  Word const largest = of.has_infinity ? infinity - 1 : nan - 1;
  if (std::isnan(x)) return nan;
  if (std::isinf(x)) return sign | (finite || !of.has_infinity ? largest : infinity);
  double const size = std::fabs(x);
  if (size == 0) return sign;
  int const exponent = std::max(exponent_of(size), least);
  Rounding const of_size = round == Rounding::down ? (sign != 0 ? Rounding::up : Rounding::zero)
                           : round == Rounding::up ? (sign != 0 ? Rounding::zero : Rounding::up)
                                                   : round;
  double const units = whole(size * power_of_two(of.fraction_bits - exponent), of_size);
  double const bits = static_cast<double>(exponent - least) * power_of_two(of.fraction_bits) + units;
  if (bits > static_cast<double>(largest))
    return sign | (finite || !of.has_infinity || of_size == Rounding::zero ? largest : infinity);
  return sign | static_cast<Word>(bits);
}

double decode(Word bits, Format of) {
  int const least = 2 - (1 << (of.exponent_bits - 1));
  Word const fraction = bits & ((Word{1} << of.fraction_bits) - 1),
             exponent = bits >> of.fraction_bits & ((Word{1} << of.exponent_bits) - 1);
  bool const negative = (bits >> (of.exponent_bits + of.fraction_bits) & 1) != 0;
  Word const last = (Word{1} << of.exponent_bits) - 1;
  double r = 0;
  if (exponent == last && (of.has_infinity || fraction == (Word{1} << of.fraction_bits) - 1))
    r = fraction != 0 ? std::numeric_limits<double>::quiet_NaN() : HUGE_VAL;
  else if (exponent == 0)
    r = static_cast<double>(fraction) * power_of_two(least - of.fraction_bits);
  else
    r = static_cast<double>(fraction + (Word{1} << of.fraction_bits)) *
        power_of_two(static_cast<int>(exponent) - 1 + least - of.fraction_bits);
  return negative ? -r : r;
}

float rounded(Sum what, float a, float b, float c, Rounding round) {
  return rounded_of(what, a, b, c, round);
}
double rounded(Sum what, double a, double b, double c, Rounding round) {
  return rounded_of(what, a, b, c, round);
}

Word sum_f32_of_any(Sum what, Word a, Word b, Word c, Modes const& m) {
  bool const ftz = m.has(Modes::ftz);
  float const x = f32(flushed(a, ftz)), y = f32(flushed(b, ftz)), z = f32(flushed(c, ftz));
  Word r = bits(rounded_of(what, x, y, z, m.round));
  if (is_nan_f32(r)) r = kNan;
  if (ftz && (r & kSize) == kLeastNormal && is_tiny(with_odd_bit(what, x, y, z), kF32, m.round)) r &= ~kSize;
  r = flushed(r, ftz);
  return m.has(Modes::sat) ? clamped_f32(r) : r;
}

Wide sum_f64(Sum what, Wide a, Wide b, Wide c, Modes const& m) {
  for (Wide const one : {a, b, c})
    if (is_nan_f64(one)) return quiet_f64(one);
  double const r = rounded_of(what, f64(a), f64(b), f64(c), m.round);
  return std::isnan(r) ? Wide{0xFFF8000000000000} : bits(r);
}

Word sum_half(Sum what, Word a, Word b, Word c, Format of, Modes const& m) {
  Word const sign = Word{1} << 15;
  auto const flush = [&](Word v) {
    return m.has(Modes::ftz) && (v >> of.fraction_bits & ((Word{1} << of.exponent_bits) - 1)) == 0 ? v & sign
                                                                                                   : v;
  };
  double const x = decode(flush(a), of), y = decode(flush(b), of), z = decode(flush(c), of);
  double r = 0;
  switch (what) {
    case Sum::add:
      r = sum_to_odd(x, y);
      break;
    case Sum::subtract:
      r = sum_to_odd(x, -y);
      break;
    case Sum::multiply:
      r = x * y;
      break;
    default:
      r = sum_to_odd(x * y, z);
  }
  Word bits = encode(r, of, Rounding::nearest_even, false);
  if (std::isnan(r)) return m.has(Modes::sat) ? 0 : bits;
  if (m.has(Modes::ftz) && is_tiny(r, of, Rounding::nearest_even)) bits &= sign;
  if (m.has(Modes::sat)) {
    Word const one = encode(1.0, of, Rounding::nearest_even, false);
    return (bits & sign) != 0 ? 0 : std::min(bits, one);
  }
  return m.has(Modes::relu) && (bits & sign) != 0 ? 0 : bits;
}

Word least_f32(Word a, Word b, bool most, Modes const& m) {
  a = flushed(a, m.has(Modes::ftz)), b = flushed(b, m.has(Modes::ftz));
  Word const sign = m.has(Modes::xorsign) ? (a ^ b) & 0x80000000u : 0;
  if (m.has(Modes::xorsign)) a &= 0x7FFFFFFFu, b &= 0x7FFFFFFFu;
  if (is_nan_f32(a) && is_nan_f32(b)) return kNan;
  if (is_nan_f32(a) || is_nan_f32(b)) {
    if (m.has(Modes::propagates)) return kNan;
    return sign | (is_nan_f32(a) ? b : a);
  }
  bool const first = f32(a) < f32(b) || (f32(a) == f32(b) && (a >> 31) > (b >> 31));  // -0 is less than 0
  return sign | (first != most ? a : b);
}

Wide least_f64(Wide a, Wide b, bool most) {
  if (std::isnan(f64(a)) && std::isnan(f64(b))) return quiet_f64(a);
  if (std::isnan(f64(a)) || std::isnan(f64(b))) return std::isnan(f64(a)) ? b : a;
  bool const first = f64(a) < f64(b) || (f64(a) == f64(b) && (a >> 63) > (b >> 63));
  return first != most ? a : b;
}

Word least_half(Word a, Word b, bool most, Format of, Modes const& m) {
  Word const sign_bit = Word{1} << 15;
  auto const flush = [&](Word v) {
    return m.has(Modes::ftz) && (v >> of.fraction_bits & ((Word{1} << of.exponent_bits) - 1)) == 0
               ? v & sign_bit
               : v;
  };
  a = flush(a), b = flush(b);
  Word const sign = m.has(Modes::xorsign) ? (a ^ b) & sign_bit : 0;
  if (m.has(Modes::xorsign)) a &= 0x7FFFu, b &= 0x7FFFu;
  double const x = decode(a, of), y = decode(b, of);
  if (std::isnan(x) && std::isnan(y)) return 0x7FFFu;
  if (std::isnan(x) || std::isnan(y)) {
    if (m.has(Modes::propagates)) return 0x7FFFu;
    return sign | (std::isnan(x) ? b : a);
  }
  bool const first = x < y || (x == y && (a >> 15) > (b >> 15));
  return sign | (first != most ? a : b);
}

namespace {
double function(Function f, double x) {
  switch (f) {
    case Function::rcp:
      return 1.0 / x;
    case Function::sqrt:
      return std::sqrt(x);
    case Function::rsqrt:
      return 1.0 / std::sqrt(x);
    case Function::sin:
      return std::sin(x);
    case Function::cos:
      return std::cos(x);
    case Function::lg2:
      return std::log2(x);
    case Function::ex2:
      return std::exp2(x);
    case Function::tanh:
      return std::tanh(x);
  }
  return x;
}
}  // namespace

Word approximate_f32(Function f, Word a, bool ftz) {
  Word const r = bits(static_cast<float>(function(f, double{f32(flushed(a, ftz))})));
  return is_nan_f32(r) ? kNan : flushed(r, ftz);
}

Word approximate_half(Function f, Word a, Format of, bool ftz) {
  auto const flush = [&](Word v) {
    return ftz && (v >> of.fraction_bits & ((Word{1} << of.exponent_bits) - 1)) == 0 ? v & 0x8000u : v;
  };
  return flush(encode(function(f, decode(flush(a), of)), of, Rounding::nearest_even, false));
}

Word divide_f32(Word a, Word b, Modes const& m) {
  Word const size = b & 0x7FFFFFFFu;
  if (m.is_approximate && size > 0x7E800000u && size < 0x7F800000u &&
      !is_nan_f32(a))  // of a divisor above 2^126
    return (a & 0x7FFFFFFFu) == 0x7F800000u ? kNan : (a ^ b) & 0x80000000u;
  return sum_f32(Sum::divide, a, b, 0, m);
}

Wide reciprocal_f64(Wide a, Modes const& m) { return sum_f64(Sum::divide, bits(1.0), a, 0, m); }

bool holds(Compare by, int order) {
  bool const nan = order == 2;
  switch (by) {
    case Compare::eq:
      return order == 0;
    case Compare::ne:
      return !nan && order != 0;
    case Compare::lt:
      return order == -1;
    case Compare::le:
      return order == -1 || order == 0;
    case Compare::gt:
      return order == 1;
    case Compare::ge:
      return order == 1 || order == 0;
    case Compare::equ:
      return nan || order == 0;
    case Compare::neu:
      return order != 0;
    case Compare::ltu:
      return nan || order == -1;
    case Compare::leu:
      return order != 1;
    case Compare::gtu:
      return nan || order == 1;
    case Compare::geu:
      return order != -1;
    case Compare::num:
      return !nan;
    case Compare::nan:
      return nan;
    case Compare::none:
      return false;
  }
  return false;
}

Wide convert(Wide a, Number const& from, Number const& to, Modes const& m) {
  if (!from.is_float) {
    Wide v = a & mask_of(from.bits);
    bool const negative = from.is_signed && (v >> (from.bits - 1) & 1) != 0;
    if (negative) v |= ~mask_of(from.bits);
    if (!to.is_float) {
      if (m.has(Modes::sat)) {
        Wide const least = to.is_signed ? ~mask_of(to.bits - 1u) : 0,
                   most = mask_of(to.is_signed ? to.bits - 1u : to.bits);
        if (negative)
          v = static_cast<std::int64_t>(v) < static_cast<std::int64_t>(least) || !to.is_signed ? least : v;
        else
          v = std::min(v, most);
      }
      return v & mask_of(to.bits);
    }
    if (to.bits == 64) {
      WithRounding const set(m.round);
      Wide volatile given = v;
      double volatile r =
          negative ? static_cast<double>(static_cast<std::int64_t>(given)) : static_cast<double>(given);
      return bits(static_cast<double>(r));
    }
    Word r = encode(double_of_integer(v, negative), to.format, m.round, m.has(Modes::finite));
    if (m.has(Modes::sat))
      r = negative ? 0 : std::min(r, encode(1.0, to.format, Rounding::nearest_even, false));
    return r;
  }
  bool const ftz = m.has(Modes::ftz);
  if (ftz && from.bits == 32) a = flushed(static_cast<Word>(a), true);
  double x = double_of(a, from);
  if (!to.is_float) return integer_of_float(x, from, to, m.round) & mask_of(to.bits);
  if (m.has(Modes::whole)) x = whole(x, m.round);
  if (m.has(Modes::sat)) x = std::isnan(x) || std::signbit(x) ? 0 : std::min(x, 1.0);
  if (m.has(Modes::relu) && (x < 0 || (x == 0 && std::signbit(x)))) x = 0;
  if (std::isnan(x) && (to.bits == 64 || from.bits == 64)) return converted_nan(a, from, to);
  if (to.bits == 64) return bits(x);
  if (std::isnan(x) && from.bits == 16 && from.format.exponent_bits == 8 && to.bits == 32 &&
      to.format.fraction_bits == 23)
    return static_cast<Word>(a) << 16;  // the upper half of the number
  if (std::isnan(x) && is_tf32(to)) return a & 0xFFFFE000u;
  Word r = encode(x, to.format, m.has(Modes::whole) ? Rounding::nearest_even : m.round, m.has(Modes::finite));
  if (to.format.fraction_bits == 10 && to.bits == 32)
    r = std::isnan(x) ? kNan : r << 13;  // tf32 in the upper bits
  return to.bits == 32 && ftz && is_tiny(x, to.format, m.round) ? r & ~kSize : r;
}

Word narrowed(Word a, Format to, Modes const& m) {
  double x = decode(a, kF32);
  if (m.has(Modes::relu) && std::signbit(x) && !std::isnan(x)) x = 0;
  return encode(x, to, m.round, m.has(Modes::finite));
}

}  // namespace colex::code::ptx
