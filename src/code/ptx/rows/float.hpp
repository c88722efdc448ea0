// SPDX-License-Identifier: MIT
// Rows of floating-point numbers: sections "Floating-Point Instructions", "Half Precision Floating-Point Instructions".
#pragma once

#include <fmt/format.h>

#include "code/ptx/rows.hpp"

namespace colex::code::ptx {

/// The same of both halves of a word.
template <class F>
Word of_halves(Word a, F f) {
  return f(a & 0xFFFF) | f(a >> 16) << 16;
}
template <class F>
Word of_halves(Word a, Word b, F f) {
  return f(a & 0xFFFF, b & 0xFFFF) | f(a >> 16, b >> 16) << 16;
}
template <class F>
Word of_halves(Word a, Word b, Word c, F f) {
  return f(a & 0xFFFF, b & 0xFFFF, c & 0xFFFF) | f(a >> 16, b >> 16, c >> 16) << 16;
}

template <bool is_bf16>
Word f32_of_half(Word a) {
  return is_bf16 ? a << 16 : f32_of_f16(a);
}
/// The same of both numbers of a pair of 32 bits.
template <class F>
Wide of_pairs(Wide a, Wide b, Wide c, F f) {
  return Wide{f(low(a), low(b), low(c))} | Wide{f(high(a), high(b), high(c))} << 32;
}

template <class M, bool is_bf16>
void add_half_rows(Rows<M>& r) {
  static constexpr Format format = is_bf16 ? kBf16 : kF16;
  std::string const t = is_bf16 ? ".bf16" : ".f16", pair = t + "x2";
  std::uint32_t const modes = Modes::rounding | (is_bf16 ? 0u : std::uint32_t{Modes::ftz | Modes::sat});
#define COLEX_PTX_HALVES(name, what)                                                            \
  r.push_back(each<M, H, H, H>(name + t, name, modes, [](Word a, Word b, Modes const& m) {      \
    return sum_half(what, a, b, 0, format, m);                                                  \
  }));                                                                                          \
  r.push_back(each<M, D, D, D>(name + pair, name, modes, [](Word a, Word b, Modes const& m) {   \
    return of_halves(a, b, [&](Word x, Word y) { return sum_half(what, x, y, 0, format, m); }); \
  }))
  COLEX_PTX_HALVES("add", Sum::add);
  COLEX_PTX_HALVES("sub", Sum::subtract);
  COLEX_PTX_HALVES("mul", Sum::multiply);
#undef COLEX_PTX_HALVES
  r.push_back(each<M, H, H, H, H>(
      "fma" + t, "fma", modes | Modes::relu,
      [](Word a, Word b, Word c, Modes const& m) { return sum_half(Sum::fma, a, b, c, format, m); },
      Modes::rounding));
  r.push_back(each<M, D, D, D, D>(
      "fma" + pair, "fma", modes | Modes::relu,
      [](Word a, Word b, Word c, Modes const& m) {
        return of_halves(a, b, c,
                         [&](Word x, Word y, Word z) { return sum_half(Sum::fma, x, y, z, format, m); });
      },
      Modes::rounding));
  r.push_back(each<M, H, H>("neg" + t, "neg", Modes::ftz,
                            [](Word a, Modes const&) { return signed_half(a, ~a & 0x8000u, format); }));
  r.push_back(each<M, D, D>("neg" + pair, "neg", Modes::ftz, [](Word a, Modes const&) {
    return of_halves(a, [](Word x) { return signed_half(x, ~x & 0x8000u, format); });
  }));
  r.push_back(each<M, H, H>("abs" + t, "abs", Modes::ftz,
                            [](Word a, Modes const&) { return signed_half(a, 0, format); }));
  r.push_back(each<M, D, D>("abs" + pair, "abs", Modes::ftz, [](Word a, Modes const&) {
    return of_halves(a, [](Word x) { return signed_half(x, 0, format); });
  }));
  std::uint32_t const of_least = Modes::ftz | Modes::propagates | Modes::xorsign;
  r.push_back(each<M, H, H, H>("min" + t, "min", of_least, [](Word a, Word b, Modes const& m) {
    return least_half(a, b, false, format, m);
  }));
  r.push_back(each<M, H, H, H>("max" + t, "max", of_least, [](Word a, Word b, Modes const& m) {
    return least_half(a, b, true, format, m);
  }));
  r.push_back(each<M, D, D, D>("min" + pair, "min", of_least, [](Word a, Word b, Modes const& m) {
    return of_halves(a, b, [&](Word x, Word y) { return least_half(x, y, false, format, m); });
  }));
  r.push_back(each<M, D, D, D>("max" + pair, "max", of_least, [](Word a, Word b, Modes const& m) {
    return of_halves(a, b, [&](Word x, Word y) { return least_half(x, y, true, format, m); });
  }));
  // Of a half and a number of 32 bits.
#define COLEX_PTX_MIXED(name, what)                        \
  r.push_back(each<M, D, H, D>(                            \
      name ".f32" + t, name, Modes::rounding | Modes::sat, \
      [](Word a, Word b, Modes const& m) { return sum_f32(what, f32_of_half<is_bf16>(a), b, 0, m); }))
  COLEX_PTX_MIXED("add", Sum::add);
  COLEX_PTX_MIXED("sub", Sum::subtract);
#undef COLEX_PTX_MIXED
  r.push_back(each<M, D, H, H, D>(
      "fma.f32" + t, "fma", Modes::sat,
      [](Word a, Word b, Word c, Modes const& m) {
        return sum_f32(Sum::fma, f32_of_half<is_bf16>(a), f32_of_half<is_bf16>(b), c, m);
      },
      Modes::rounding));
  std::uint32_t const ex2 = Modes::approximate | Modes::ftz;
  r.push_back(each<M, H, H>(
      "tanh" + t, "tanh", 0,
      [](Word a, Modes const&) { return approximate_half(Function::tanh, a, format, false); },
      Modes::approximate));
  r.push_back(each<M, D, D>(
      "tanh" + pair, "tanh", 0,
      [](Word a, Modes const&) {
        return of_halves(a, [](Word x) { return approximate_half(Function::tanh, x, format, false); });
      },
      Modes::approximate));
  r.push_back(each<M, H, H>(
      "ex2" + t, "ex2", ex2,
      [](Word a, Modes const& m) { return approximate_half(Function::ex2, a, format, m.has(Modes::ftz)); },
      Modes::approximate));
  r.push_back(each<M, D, D>(
      "ex2" + pair, "ex2", ex2,
      [](Word a, Modes const& m) {
        return of_halves(
            a, [&](Word x) { return approximate_half(Function::ex2, x, format, m.has(Modes::ftz)); });
      },
      Modes::approximate));
}

/// min and max of two numbers, and of three.
template <class M, bool most>
void add_least_rows(Rows<M>& r, std::string_view name) {
  constexpr std::uint32_t modes = Modes::ftz | Modes::propagates;
  r.push_back(other<M>(
      fmt::format("{}.f32", name), name, 3, 4, modes | Modes::xorsign, [](M& m, Instruction const& i) {
        if (i.operands.size() == 3)
          return m.template each<D, D, D>(
              i, [](Word a, Word b, Modes const& modes) { return least_f32(a, b, most, modes); });
        if (i.modes.has(Modes::xorsign)) m.refuse("three operands have no .xorsign");
        m.template each<D, D, D, D>(i, [](Word a, Word b, Word c, Modes const& modes) {
          return least_f32(least_f32(a, b, most, modes), c, most, modes);
        });
      }));
  r.push_back(each<M, D, D, D, D>(
      fmt::format("{}.abs.f32", name), name, modes, [](Word a, Word b, Word c, Modes const& modes) {
        return least_f32(least_f32(a & kSize, b & kSize, most, modes), c & kSize, most, modes);
      }));
}

template <class M>
Rows<M> float_rows() {
  Rows<M> r;
  constexpr std::uint32_t f32_modes = Modes::rounding | Modes::ftz | Modes::sat, f64_modes = Modes::rounding,
                          either = Modes::rounding | Modes::approximate | Modes::ftz;
  r.push_back(each<M, D, D, D>("add.f32", "add", f32_modes,
                               [](Word a, Word b, Modes const& m) { return sum_f32(Sum::add, a, b, 0, m); }));
  r.push_back(each<M, D, D, D>("sub.f32", "sub", f32_modes, [](Word a, Word b, Modes const& m) {
    return sum_f32(Sum::subtract, a, b, 0, m);
  }));
  r.push_back(each<M, D, D, D>("mul.f32", "mul", f32_modes, [](Word a, Word b, Modes const& m) {
    return sum_f32(Sum::multiply, a, b, 0, m);
  }));
  r.push_back(each<M, D, D, D, D>(
      "fma.f32", "fma", f32_modes,
      [](Word a, Word b, Word c, Modes const& m) { return sum_f32(Sum::fma, a, b, c, m); }, Modes::rounding));
  r.push_back(each<M, D, D, D, D>(
      "mad.f32", "mad", f32_modes,
      [](Word a, Word b, Word c, Modes const& m) { return sum_f32(Sum::fma, a, b, c, m); }, Modes::rounding));
  r.push_back(each<M, D, D, D>("div.f32", "div", either,
                               [](Word a, Word b, Modes const& m) { return divide_f32(a, b, m); }));
  r.push_back(each<M, D, D>("rcp.f32", "rcp", either,
                            [](Word a, Modes const& m) { return divide_f32(0x3F800000u, a, m); }));
  r.push_back(each<M, D, D>("sqrt.f32", "sqrt", either,
                            [](Word a, Modes const& m) { return sum_f32(Sum::root, a, 0, 0, m); }));
#define COLEX_PTX_APPROXIMATE(name)                                                                 \
  r.push_back(each<M, D, D>(                                                                        \
      #name ".f32", #name, Modes::ftz,                                                              \
      [](Word a, Modes const& m) { return approximate_f32(Function::name, a, m.has(Modes::ftz)); }, \
      Modes::approximate))
  COLEX_PTX_APPROXIMATE(rsqrt);
  COLEX_PTX_APPROXIMATE(sin);
  COLEX_PTX_APPROXIMATE(cos);
  COLEX_PTX_APPROXIMATE(lg2);
  COLEX_PTX_APPROXIMATE(ex2);
  COLEX_PTX_APPROXIMATE(tanh);
#undef COLEX_PTX_APPROXIMATE
  r.push_back(each<M, D, D>("abs.f32", "abs", Modes::ftz, [](Word a, Modes const& m) {
    return is_nan_f32(a) ? kNan : flushed(a & 0x7FFFFFFFu, m.has(Modes::ftz));
  }));
  r.push_back(each<M, D, D>("neg.f32", "neg", Modes::ftz, [](Word a, Modes const& m) {
    return is_nan_f32(a) ? kNan : flushed(a ^ 0x80000000u, m.has(Modes::ftz));
  }));
  add_least_rows<M, false>(r, "min"), add_least_rows<M, true>(r, "max");
#define COLEX_PTX_PAIRS(name, what)                                                                \
  r.push_back(each<M, Q, Q, Q>(                                                                    \
      name ".f32x2", name, Modes::rounding | Modes::ftz, [](Wide a, Wide b, Modes const& m) {      \
        return of_pairs(a, b, 0, [&](Word x, Word y, Word) { return sum_f32(what, x, y, 0, m); }); \
      }))
  COLEX_PTX_PAIRS("add", Sum::add);
  COLEX_PTX_PAIRS("sub", Sum::subtract);
  COLEX_PTX_PAIRS("mul", Sum::multiply);
#undef COLEX_PTX_PAIRS
  r.push_back(each<M, Q, Q, Q, Q>(
      "fma.f32x2", "fma", Modes::ftz,
      [](Wide a, Wide b, Wide c, Modes const& m) {
        return of_pairs(a, b, c, [&](Word x, Word y, Word z) { return sum_f32(Sum::fma, x, y, z, m); });
      },
      Modes::rounding));
  r.push_back(each<M, D, D, D>("copysign.f32", "copysign", 0, [](Word a, Word b, Modes const&) {
    return (a & 0x80000000u) | (b & 0x7FFFFFFFu);
  }));
  r.push_back(each<M, Q, Q, Q>("add.f64", "add", f64_modes,
                               [](Wide a, Wide b, Modes const& m) { return sum_f64(Sum::add, a, b, 0, m); }));
  r.push_back(each<M, Q, Q, Q>("sub.f64", "sub", f64_modes, [](Wide a, Wide b, Modes const& m) {
    return sum_f64(Sum::subtract, a, b, 0, m);
  }));
  r.push_back(each<M, Q, Q, Q>("mul.f64", "mul", f64_modes, [](Wide a, Wide b, Modes const& m) {
    return sum_f64(Sum::multiply, a, b, 0, m);
  }));
  r.push_back(each<M, Q, Q, Q, Q>(
      "fma.f64", "fma", f64_modes,
      [](Wide a, Wide b, Wide c, Modes const& m) { return sum_f64(Sum::fma, a, b, c, m); }, Modes::rounding));
  r.push_back(each<M, Q, Q, Q, Q>(
      "mad.f64", "mad", f64_modes,
      [](Wide a, Wide b, Wide c, Modes const& m) { return sum_f64(Sum::fma, a, b, c, m); }, Modes::rounding));
  r.push_back(each<M, Q, Q, Q>(
      "div.f64", "div", f64_modes,
      [](Wide a, Wide b, Modes const& m) { return sum_f64(Sum::divide, a, b, 0, m); }, Modes::rounding));
  r.push_back(each<M, Q, Q>(
      "rcp.f64", "rcp", f64_modes, [](Wide a, Modes const& m) { return reciprocal_f64(a, m); },
      Modes::rounding));
  r.push_back(each<M, Q, Q>(
      "sqrt.f64", "sqrt", f64_modes, [](Wide a, Modes const& m) { return sum_f64(Sum::root, a, 0, 0, m); },
      Modes::rounding));
  r.push_back(each<M, Q, Q>("abs.f64", "abs", 0, [](Wide a, Modes const&) {
    return is_nan_f64(a) ? quiet_f64(a) : a & ~(Wide{1} << 63);
  }));
  r.push_back(each<M, Q, Q>("neg.f64", "neg", 0, [](Wide a, Modes const&) {
    return is_nan_f64(a) ? quiet_f64(a) : a ^ Wide { 1 } << 63;
  }));
  r.push_back(each<M, Q, Q, Q>("min.f64", "min", 0,
                               [](Wide a, Wide b, Modes const&) { return least_f64(a, b, false); }));
  r.push_back(each<M, Q, Q, Q>("max.f64", "max", 0,
                               [](Wide a, Wide b, Modes const&) { return least_f64(a, b, true); }));
  r.push_back(each<M, Q, Q, Q>("copysign.f64", "copysign", 0, [](Wide a, Wide b, Modes const&) {
    return (a & Wide{1} << 63) | (b & ~(Wide{1} << 63));
  }));
#define COLEX_PTX_TEST(name, test)                                                       \
  r.push_back(each<M, P, D>("testp." name ".f32", "testp", 0, [](Word a, Modes const&) { \
    float const x = f32(a);                                                              \
    return test;                                                                         \
  }));                                                                                   \
  r.push_back(each<M, P, Q>("testp." name ".f64", "testp", 0, [](Wide a, Modes const&) { \
    double const x = f64(a);                                                             \
    return test;                                                                         \
  }))
  COLEX_PTX_TEST("finite", std::isfinite(x));
  COLEX_PTX_TEST("infinite", std::isinf(x));
  COLEX_PTX_TEST("number", !std::isnan(x));
  COLEX_PTX_TEST("notanumber", std::isnan(x));
  COLEX_PTX_TEST("normal", std::isnormal(x) || x == 0);
  COLEX_PTX_TEST("subnormal", std::fpclassify(x) == FP_SUBNORMAL);
#undef COLEX_PTX_TEST
  add_half_rows<M, false>(r), add_half_rows<M, true>(r);
  return r;
}

}  // namespace colex::code::ptx
