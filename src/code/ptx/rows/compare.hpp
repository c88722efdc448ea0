// SPDX-License-Identifier: MIT
// Rows of comparisons and conversions: sections "Comparison and Selection Instructions", "Half Precision Comparison Instructions", "cvt".
#pragma once

#include "code/ptx/integers.hpp"
#include "code/ptx/rows.hpp"

namespace colex::code::ptx {

inline bool combined(Combine with, bool a, bool c) {
  return with == Combine::both     ? a && c
         : with == Combine::either ? a || c
         : with == Combine::one    ? a != c
                                   : a;
}

/// setp: `order(a, b, part)` compares; of pairs of halves, p is of the lower and q of the upper.
template <class M, class F>
void set_predicate_of_lanes(M& m, Instruction const& i, bool is_pair, F order) {
  Operand const& to = i.operands[0];
  if ((i.operands.size() == 4) != i.modes.has(Modes::combine)) m.refuse("a combination takes a predicate");
  Values rooms[3], p, q;
  Wide const *const a = m.fetch(i.operands[1], rooms[0]), *const b = m.fetch(i.operands[2], rooms[1]);
  Wide const* const c = i.operands.size() == 4 ? m.fetch(i.operands[3], rooms[2]) : nullptr;
  std::uint32_t known = m.defined(i.operands[1].slot) & m.defined(i.operands[2].slot);
  if (c != nullptr) known &= m.defined(i.operands[3].slot);
  for (unsigned l = 0; l < kLanes; ++l) {
    bool const with = c != nullptr && (c[l] & 1) != 0, first = holds(i.modes.by, order(a[l], b[l], 0));
    bool const second = is_pair ? holds(i.modes.by, order(a[l], b[l], 1)) : !first;
    p.lane[l] = combined(i.modes.with, first, with) ? 1 : 0;
    q.lane[l] = combined(i.modes.with, second, with) ? 1 : 0;
  }
  m.put(to.slot, p.lane, known);
  if (to.has_second) m.put(to.second, q.lane, known);
}
template <class M, class F>
void set_predicate(M& m, Instruction const& i, bool is_pair, F order) {
  if constexpr (OverSymbols<M>)
    m.forget(i);
  else
    set_predicate_of_lanes(m, i, is_pair, order);
}

template <int bits, bool is_signed>
int integer_order(Wide a, Wide b) {
  if constexpr (bits == 64)
    return a == b ? 0 : is_less<64, is_signed>(a, b) ? -1 : 1;
  else
    return extended<bits, is_signed>(low(a)) == extended<bits, is_signed>(low(b)) ? 0
           : is_less<bits, is_signed>(low(a), low(b))                             ? -1
                                                                                  : 1;
}
inline int f32_order(Wide a, Wide b, bool ftz) {
  return compared(double{f32(flushed(low(a), ftz))}, double{f32(flushed(low(b), ftz))});
}
inline int half_order(Wide a, Wide b, Format format, bool ftz) {
  auto const value = [&](Wide v) {
    double const x = decode(low(v) & 0xFFFF, format);
    return ftz && std::fabs(x) < 6.103515625e-05 ? std::copysign(0.0, x) : x;
  };
  return compared(value(a), value(b));
}

template <class M, int bits, bool is_signed>
void add_comparisons(Rows<M>& r, std::string const& t) {
  r.push_back(other<M>(
      "setp" + t, "setp", 3, 4, Modes::combine,
      [](M& m, Instruction const& i) {
        if constexpr (OverSymbols<M>)
          m.template compare<bits, is_signed>(i);
        else
          set_predicate(m, i, false,
                        [](Wide a, Wide b, int) { return integer_order<bits, is_signed>(a, b); });
      },
      Modes::compare));
  using K = std::conditional_t<bits == 64, Q, std::conditional_t<bits == 32, D, H>>;
  r.push_back(each<M, D, K, K>(
      "set.u32" + t, "set", 0,
      [](typename K::type a, typename K::type b, Modes const& m) {
        return holds(m.by, integer_order<bits, is_signed>(a, b)) ? ~Word{0} : Word{0};
      },
      Modes::compare));
  r.push_back(each<M, D, K, K>(
      "set.s32" + t, "set", 0,
      [](typename K::type a, typename K::type b, Modes const& m) {
        return holds(m.by, integer_order<bits, is_signed>(a, b)) ? ~Word{0} : Word{0};
      },
      Modes::compare));
  r.push_back(each<M, D, K, K>(
      "set.f32" + t, "set", 0,
      [](typename K::type a, typename K::type b, Modes const& m) {
        return holds(m.by, integer_order<bits, is_signed>(a, b)) ? 0x3F800000u : Word{0};
      },
      Modes::compare));
}

/// selp, of which the operand that is not taken need not be written.
template <class M, class V>
Row<M> chosen(std::string name) {
  return other<M>(std::move(name), "selp", 4, 4, 0, [](M& m, Instruction const& i) {
    auto const taken = [](auto a, auto b, auto p, Modes const&) { return select(p, a, b); };
    if constexpr (requires { m.written_where_taken(i); }) {
      auto const written = m.written_where_taken(i);
      m.template each<V, V, V, P>(i, taken);
      m.define(i.operands[0].slot, written);
    } else {
      m.template each<V, V, V, P>(i, taken);
    }
  });
}

template <class M>
Rows<M> compare_rows() {
  Rows<M> r;
  add_comparisons<M, 16, true>(r, ".s16"), add_comparisons<M, 16, false>(r, ".u16"),
      add_comparisons<M, 16, false>(r, ".b16");
  add_comparisons<M, 32, true>(r, ".s32"), add_comparisons<M, 32, false>(r, ".u32"),
      add_comparisons<M, 32, false>(r, ".b32");
  add_comparisons<M, 64, true>(r, ".s64"), add_comparisons<M, 64, false>(r, ".u64"),
      add_comparisons<M, 64, false>(r, ".b64");
  constexpr std::uint32_t modes = Modes::combine | Modes::ftz;
  r.push_back(other<M>(
      "setp.f32", "setp", 3, 4, modes,
      [](M& m, Instruction const& i) {
        set_predicate(m, i, false,
                      [&](Wide a, Wide b, int) { return f32_order(a, b, i.modes.has(Modes::ftz)); });
      },
      Modes::compare));
  r.push_back(other<M>(
      "setp.f64", "setp", 3, 4, Modes::combine,
      [](M& m, Instruction const& i) {
        set_predicate(m, i, false, [](Wide a, Wide b, int) { return compared(f64(a), f64(b)); });
      },
      Modes::compare));
  r.push_back(other<M>(
      "setp.f16", "setp", 3, 4, modes,
      [](M& m, Instruction const& i) {
        set_predicate(m, i, false,
                      [&](Wide a, Wide b, int) { return half_order(a, b, kF16, i.modes.has(Modes::ftz)); });
      },
      Modes::compare));
  r.push_back(other<M>(
      "setp.bf16", "setp", 3, 4, Modes::combine,
      [](M& m, Instruction const& i) {
        set_predicate(m, i, false, [](Wide a, Wide b, int) { return half_order(a, b, kBf16, false); });
      },
      Modes::compare));
  r.push_back(other<M>(
      "setp.f16x2", "setp", 3, 4, modes,
      [](M& m, Instruction const& i) {
        set_predicate(m, i, true, [&](Wide a, Wide b, int k) {
          return half_order(a >> 16 * k, b >> 16 * k, kF16, i.modes.has(Modes::ftz));
        });
      },
      Modes::compare));
  r.push_back(other<M>(
      "setp.bf16x2", "setp", 3, 4, Modes::combine,
      [](M& m, Instruction const& i) {
        set_predicate(m, i, true, [](Wide a, Wide b, int k) {
          return half_order(a >> 16 * k, b >> 16 * k, kBf16, false);
        });
      },
      Modes::compare));
  for (std::string const to : {"u32", "s32"}) {
    r.push_back(each<M, D, D, D>(
        "set." + to + ".f32", "set", Modes::ftz,
        [](Word a, Word b, Modes const& m) {
          return holds(m.by, f32_order(a, b, m.has(Modes::ftz))) ? ~Word{0} : Word{0};
        },
        Modes::compare));
    r.push_back(each<M, D, Q, Q>(
        "set." + to + ".f64", "set", 0,
        [](Wide a, Wide b, Modes const& m) {
          return holds(m.by, compared(f64(a), f64(b))) ? ~Word{0} : Word{0};
        },
        Modes::compare));
  }
  r.push_back(each<M, D, D, D>(
      "set.f32.f32", "set", Modes::ftz,
      [](Word a, Word b, Modes const& m) {
        return holds(m.by, f32_order(a, b, m.has(Modes::ftz))) ? 0x3F800000u : Word{0};
      },
      Modes::compare));
  r.push_back(each<M, D, Q, Q>(
      "set.f32.f64", "set", 0,
      [](Wide a, Wide b, Modes const& m) {
        return holds(m.by, compared(f64(a), f64(b))) ? 0x3F800000u : Word{0};
      },
      Modes::compare));
  for (std::string const t : {"b16", "u16", "s16"}) r.push_back(chosen<M, H>("selp." + t));
  for (std::string const t : {"b32", "u32", "s32", "f32"}) {
    r.push_back(chosen<M, D>("selp." + t));
    r.push_back(
        each<M, D, D, D, D>("slct." + t + ".s32", "slct", 0,
                            [](Word a, Word b, Word c, Modes const&) { return (c >> 31) == 0 ? a : b; }));
    r.push_back(each<M, D, D, D, D>("slct." + t + ".f32", "slct", Modes::ftz,
                                    [](Word a, Word b, Word c, Modes const& m) {
                                      return f32(flushed(c, m.has(Modes::ftz))) >= 0 ? a : b;
                                    }));
  }
  for (std::string const t : {"b64", "u64", "s64", "f64"}) {
    r.push_back(chosen<M, Q>("selp." + t));
    r.push_back(
        each<M, Q, Q, Q, D>("slct." + t + ".s32", "slct", 0,
                            [](Wide a, Wide b, Word c, Modes const&) { return (c >> 31) == 0 ? a : b; }));
  }
  return r;
}

// Conversions.

template <int bits_, bool is_signed_, bool is_float_, int exponent = 0, int fraction = 0>
struct TypeOf {
  static constexpr Number number{bits_, is_signed_, is_float_, {exponent, fraction, true}};
};
using U8 = TypeOf<8, false, false>;
using S8 = TypeOf<8, true, false>;
using U16 = TypeOf<16, false, false>;
using S16 = TypeOf<16, true, false>;
using U32 = TypeOf<32, false, false>;
using S32 = TypeOf<32, true, false>;
using U64 = TypeOf<64, false, false>;
using S64 = TypeOf<64, true, false>;
using F16 = TypeOf<16, true, true, 5, 10>;
using Bf16 = TypeOf<16, true, true, 8, 7>;
using F32 = TypeOf<32, true, true, 8, 23>;
using F64 = TypeOf<64, true, true, 11, 52>;
using Tf32 = TypeOf<32, true, true, 8, 10>;

template <class M, class To, class From>
void add_conversion(Rows<M>& r, std::string const& to, std::string const& from) {
  constexpr std::uint32_t modes =
      Modes::rounding | Modes::whole | Modes::ftz | Modes::sat | Modes::finite | Modes::relu;
  r.push_back(other<M>("cvt." + to + "." + from, "cvt", 2, 2, modes, [](M& m, Instruction const& i) {
    if constexpr (OverSymbols<M>)
      return m.convert(i, From::number, To::number);
    else {
      Values room, result;
      Wide const* const a = m.fetch(i.operands[1], room);
      for (unsigned l = 0; l < kLanes; ++l) {
        Wide v = convert(a[l], From::number, To::number, i.modes);
        if (To::number.is_signed && !To::number.is_float)
          v = field_signed(v, 0, To::number.bits);  // to the register's width
        result.lane[l] = v;
      }
      m.put(i.operands[0].slot, result.lane, m.defined(i.operands[1].slot));
    }
  }));
}
template <class M, class To>
void add_conversions_to(Rows<M>& r, std::string const& to) {
  add_conversion<M, To, U8>(r, to, "u8"), add_conversion<M, To, S8>(r, to, "s8"),
      add_conversion<M, To, U16>(r, to, "u16"), add_conversion<M, To, S16>(r, to, "s16");
  add_conversion<M, To, U32>(r, to, "u32"), add_conversion<M, To, S32>(r, to, "s32"),
      add_conversion<M, To, U64>(r, to, "u64"), add_conversion<M, To, S64>(r, to, "s64");
  add_conversion<M, To, F16>(r, to, "f16"), add_conversion<M, To, Bf16>(r, to, "bf16"),
      add_conversion<M, To, F32>(r, to, "f32"), add_conversion<M, To, F64>(r, to, "f64");
}

/// Two numbers into halves or bytes: the first source is the upper.
template <class M, int bits, int exponent, int fraction, bool has_infinity>
void add_narrowing(Rows<M>& r, std::string const& to) {
  static constexpr Format format{exponent, fraction, has_infinity};
  constexpr std::uint32_t modes = Modes::relu | Modes::finite;
  using K = std::conditional_t<bits == 16, D, H>;
  r.push_back(each<M, K, D, D>(
      "cvt." + to + ".f32", "cvt", modes,
      [](Word a, Word b, Modes const& m) { return narrowed(a, format, m) << bits | narrowed(b, format, m); },
      Modes::rounding));
  if constexpr (bits == 8) {
    r.push_back(each<M, H, D>(
        "cvt." + to + ".f16x2", "cvt", modes,
        [](Word a, Modes const& m) {
          return narrowed(f32_of_f16(a >> 16), format, m) << 8 | narrowed(f32_of_f16(a & 0xFFFF), format, m);
        },
        Modes::rounding));
    r.push_back(each<M, D, H>(
        "cvt.f16x2." + to, "cvt", Modes::relu,
        [](Word a, Modes const& m) {
          auto const half = [&](Word v) {
            double const x = decode(v & 0xFF, format);
            return encode(m.has(Modes::relu) && std::signbit(x) && !std::isnan(x) ? 0 : x, kF16,
                          Rounding::nearest_even, false);
          };
          return half(a) | half(a >> 8) << 16;
        },
        Modes::rounding));
  }
}

template <int bits, bool is_signed>
Word clamped(Word a) {
  std::int64_t const v = static_cast<std::int32_t>(a),
                     least = is_signed ? -(std::int64_t{1} << (bits - 1)) : 0,
                     most = (std::int64_t{1} << (is_signed ? bits - 1 : bits)) - 1;
  return static_cast<Word>(std::clamp(v, least, most)) & static_cast<Word>((1u << bits) - 1);
}
template <class M, int bits, bool is_signed>
void add_packing(Rows<M>& r, std::string const& to) {
  if constexpr (bits == 16)
    r.push_back(each<M, D, D, D>(
        "cvt.pack." + to + ".s32", "cvt.pack", 0,
        [](Word a, Word b, Modes const&) {
          return clamped<bits, is_signed>(a) << 16 | clamped<bits, is_signed>(b);
        },
        Modes::sat));
  else
    r.push_back(each<M, D, D, D, D>(
        "cvt.pack." + to + ".s32.b32", "cvt.pack", 0,
        [](Word a, Word b, Word c, Modes const&) {
          return c << 16 | clamped<bits, is_signed>(a) << 8 | clamped<bits, is_signed>(b);
        },
        Modes::sat));
}

template <class M>
Rows<M> conversion_rows() {
  Rows<M> r;
  add_conversions_to<M, U8>(r, "u8"), add_conversions_to<M, S8>(r, "s8"),
      add_conversions_to<M, U16>(r, "u16"), add_conversions_to<M, S16>(r, "s16");
  add_conversions_to<M, U32>(r, "u32"), add_conversions_to<M, S32>(r, "s32"),
      add_conversions_to<M, U64>(r, "u64"), add_conversions_to<M, S64>(r, "s64");
  add_conversions_to<M, F16>(r, "f16"), add_conversions_to<M, Bf16>(r, "bf16"),
      add_conversions_to<M, F32>(r, "f32"), add_conversions_to<M, F64>(r, "f64");
  add_conversion<M, Tf32, F32>(r, "tf32", "f32");
  add_narrowing<M, 16, 5, 10, true>(r, "f16x2"), add_narrowing<M, 16, 8, 7, true>(r, "bf16x2");
  add_narrowing<M, 8, 4, 3, false>(r, "e4m3x2"), add_narrowing<M, 8, 5, 2, true>(r, "e5m2x2");
  add_packing<M, 16, true>(r, "s16"), add_packing<M, 16, false>(r, "u16"), add_packing<M, 8, true>(r, "s8"),
      add_packing<M, 8, false>(r, "u8");
  return r;
}

}  // namespace colex::code::ptx
