// SPDX-License-Identifier: MIT
// Rows of integers: sections "Integer Arithmetic Instructions", "Extended-Precision Integer Arithmetic Instructions", "Logic and Shift Instructions".
#pragma once

#include "code/ptx/integers.hpp"
#include "code/ptx/rows.hpp"

namespace colex::code::ptx {

/// The rows of one width whose type is signed or not: K is the kind of operand, Wider that of a product of all bits.
template <class M, class K, int bits, bool is_signed>
void add_integer_rows(Rows<M>& r) {
  std::string const t = (is_signed ? ".s" : ".u") + std::to_string(bits);
  r.push_back(each<M, K, K, K>(
      "add" + t, "add", bits == 32 && is_signed ? Modes::sat : 0u, [](auto a, auto b, Modes const& m) {
        return m.has(Modes::sat) ? saturated_sum(a, b, false) : static_cast<decltype(a)>(a + b);
      }));
  r.push_back(each<M, K, K, K>(
      "sub" + t, "sub", bits == 32 && is_signed ? Modes::sat : 0u, [](auto a, auto b, Modes const& m) {
        return m.has(Modes::sat) ? saturated_sum(a, b, true) : static_cast<decltype(a)>(a - b);
      }));
  r.push_back(each<M, K, K, K>("mul.lo" + t, "mul", 0, [](auto a, auto b, Modes const&) { return a * b; }));
  r.push_back(each<M, K, K, K>("mul.hi" + t, "mul", 0, [](auto a, auto b, Modes const&) {
    return high_product<bits, is_signed>(a, b);
  }));
  r.push_back(each<M, K, K, K, K>("mad.hi" + t, "mad", bits == 32 && is_signed ? Modes::sat : 0u,
                                  [](auto a, auto b, auto c, Modes const& m) {
                                    auto const high = high_product<bits, is_signed>(a, b);
                                    return m.has(Modes::sat) ? saturated_sum(high, c, false)
                                                             : static_cast<decltype(a)>(high + c);
                                  }));
  r.push_back(each<M, K, K, K>("div" + t, "div", 0,
                               [](auto a, auto b, Modes const&) { return quotient<bits, is_signed>(a, b); }));
  r.push_back(each<M, K, K, K>(
      "rem" + t, "rem", 0, [](auto a, auto b, Modes const&) { return remainder<bits, is_signed>(a, b); }));
  r.push_back(each<M, K, K, K>(
      "min" + t, "min", bits == 32 && is_signed ? Modes::relu : 0u, [](auto a, auto b, Modes const& m) {
        auto const v = least<bits, is_signed>(a, b, false);
        return m.has(Modes::relu) ? select(is_negative<bits>(v), static_cast<decltype(a)>(0), v) : v;
      }));
  r.push_back(each<M, K, K, K>(
      "max" + t, "max", bits == 32 && is_signed ? Modes::relu : 0u, [](auto a, auto b, Modes const& m) {
        auto const v = least<bits, is_signed>(a, b, true);
        return m.has(Modes::relu) ? select(is_negative<bits>(v), static_cast<decltype(a)>(0), v) : v;
      }));
  r.push_back(each<M, K, K, K, K>("sad" + t, "sad", 0, [](auto a, auto b, auto c, Modes const&) {
    return static_cast<decltype(a)>(c + select(is_less<bits, is_signed>(a, b),
                                               static_cast<decltype(a)>(b - a),
                                               static_cast<decltype(a)>(a - b)));
  }));
  r.push_back(each<M, K, K, D>("shr" + t, "shr", 0, [](auto a, auto n, Modes const&) {
    return shifted_right<bits, is_signed>(a, n);
  }));
  if constexpr (is_signed) {
    r.push_back(each<M, K, K>("abs" + t, "abs", 0, [](auto a, Modes const&) {
      return select(is_negative<bits>(a), static_cast<decltype(a)>(0 - a), a);
    }));
    r.push_back(each<M, K, K>("neg" + t, "neg", 0, [](auto a, Modes const&) { return 0 - a; }));
  }
  if constexpr (bits >= 32) {
    r.push_back(each<M, D, K>("bfind" + t, "bfind", 0, [](typename K::type a, Modes const&) {
      return highest_bit<bits, is_signed>(a);
    }));
    r.push_back(each<M, D, K>("bfind.shiftamt" + t, "bfind", 0, [](typename K::type a, Modes const&) {
      Word const at = highest_bit<bits, is_signed>(a);
      return at == ~Word{0} ? at : Word{bits - 1} - at;
    }));
    r.push_back(each<M, K, K, D, D>("bfe" + t, "bfe", 0, [](auto a, auto at, auto n, Modes const&) {
      return bit_field<bits, is_signed>(a, at, n);
    }));
    r.push_back(each_carry<M, K, K, K>("add" + t + "@cc", "add.cc",
                                       [](auto a, auto b, bool& c) { return sum_carry(a, b, false, c); }));
    r.push_back(each_carry<M, K, K, K>("addc" + t, "addc",
                                       [](auto a, auto b, bool& c) { return sum_carry(a, b, c, c); }));
    r.push_back(each_carry<M, K, K, K>("sub" + t + "@cc", "sub.cc", [](auto a, auto b, bool& c) {
      return difference_borrow(a, b, false, c);
    }));
    r.push_back(each_carry<M, K, K, K>(
        "subc" + t, "subc", [](auto a, auto b, bool& c) { return difference_borrow(a, b, c, c); }));
    r.push_back(
        each_carry<M, K, K, K, K>("mad.lo" + t + "@cc", "mad.cc", [](auto a, auto b, auto d, bool& c) {
          return sum_carry(static_cast<decltype(a)>(a * b), d, false, c);
        }));
    r.push_back(each_carry<M, K, K, K, K>("madc.lo" + t, "madc", [](auto a, auto b, auto d, bool& c) {
      return sum_carry(static_cast<decltype(a)>(a * b), d, c, c);
    }));
    r.push_back(
        each_carry<M, K, K, K, K>("mad.hi" + t + "@cc", "mad.cc", [](auto a, auto b, auto d, bool& c) {
          return sum_carry(high_product<bits, is_signed>(a, b), d, false, c);
        }));
    r.push_back(each_carry<M, K, K, K, K>("madc.hi" + t, "madc", [](auto a, auto b, auto d, bool& c) {
      return sum_carry(high_product<bits, is_signed>(a, b), d, c, c);
    }));
  }
  r.push_back(each<M, K, K, K, K>("mad.lo" + t, "mad", 0,
                                  [](auto a, auto b, auto c, Modes const&) { return a * b + c; }));
}

template <class M, bool is_signed>
void add_narrow_rows(Rows<M>& r) {
  std::string const s = is_signed ? ".s" : ".u";
  r.push_back(each<M, D, H, H>("mul.wide" + s + "16", "mul", 0, [](auto a, auto b, Modes const&) {
    return extended<16, is_signed>(a) * extended<16, is_signed>(b);
  }));
  r.push_back(each<M, D, H, H, D>("mad.wide" + s + "16", "mad", 0, [](auto a, auto b, auto c, Modes const&) {
    return extended<16, is_signed>(a) * extended<16, is_signed>(b) + c;
  }));
  r.push_back(each<M, Q, D, D>("mul.wide" + s + "32", "mul", 0, [](auto a, auto b, Modes const&) {
    return widened<is_signed>(a) * widened<is_signed>(b);
  }));
  r.push_back(each<M, Q, D, D, Q>("mad.wide" + s + "32", "mad", 0, [](auto a, auto b, auto c, Modes const&) {
    return widened<is_signed>(a) * widened<is_signed>(b) + c;
  }));
  r.push_back(each<M, D, D, D>("mul24.lo" + s + "32", "mul24", 0, [](Word a, Word b, Modes const&) {
    return low(extended_24<is_signed>(a) * extended_24<is_signed>(b));
  }));
  r.push_back(each<M, D, D, D>("mul24.hi" + s + "32", "mul24", 0, [](Word a, Word b, Modes const&) {
    return low(extended_24<is_signed>(a) * extended_24<is_signed>(b) >> 16);
  }));
  r.push_back(
      each<M, D, D, D, D>("mad24.lo" + s + "32", "mad24", 0, [](Word a, Word b, Word c, Modes const&) {
        return low(extended_24<is_signed>(a) * extended_24<is_signed>(b)) + c;
      }));
  r.push_back(
      each<M, D, D, D, D>("mad24.hi" + s + "32", "mad24", 0, [](Word a, Word b, Word c, Modes const&) {
        return low(extended_24<is_signed>(a) * extended_24<is_signed>(b) >> 16) + c;
      }));
  r.push_back(each<M, D, D, D>(
      "szext" + s + "32", "szext", 0,
      [](Word a, Word n, Modes const& m) {
        if (m.wraps) n &= 31;
        if (n >= 32) return a;
        return is_signed ? field_signed(a, 0, n) : low(wide_field(a, 0, n));
      },
      Modes::clamps));
  r.push_back(each<M, D, D, D>("add" + s + "16x2", "add", 0, [](Word a, Word b, Modes const&) {
    return ((a + b) & 0xFFFFu) | ((a >> 16) + (b >> 16)) << 16;
  }));
  r.push_back(each<M, D, D, D>("min" + s + "16x2", "min", Modes::relu, [](Word a, Word b, Modes const& m) {
    return least_halves<is_signed>(a, b, false, m.has(Modes::relu));
  }));
  r.push_back(each<M, D, D, D>("max" + s + "16x2", "max", Modes::relu, [](Word a, Word b, Modes const& m) {
    return least_halves<is_signed>(a, b, true, m.has(Modes::relu));
  }));
}

template <class M, bool a_signed, bool b_signed>
void add_dot_rows(Rows<M>& r) {
  std::string const t = std::string(a_signed ? ".s32" : ".u32") + (b_signed ? ".s32" : ".u32");
  r.push_back(each<M, D, D, D, D>("dp4a" + t, "dp4a", 0, [](Word a, Word b, Word c, Modes const&) {
    for (Word k = 0; k < 4; ++k)
      c += extended<8, a_signed>(a >> 8 * k & 0xFF) * extended<8, b_signed>(b >> 8 * k & 0xFF);
    return c;
  }));
  r.push_back(each<M, D, D, D, D>("dp2a.lo" + t, "dp2a", 0, [](Word a, Word b, Word c, Modes const&) {
    for (Word k = 0; k < 2; ++k)
      c += extended<16, a_signed>(a >> 16 * k & 0xFFFF) * extended<8, b_signed>(b >> 8 * k & 0xFF);
    return c;
  }));
  r.push_back(each<M, D, D, D, D>("dp2a.hi" + t, "dp2a", 0, [](Word a, Word b, Word c, Modes const&) {
    for (Word k = 0; k < 2; ++k)
      c += extended<16, a_signed>(a >> 16 * k & 0xFFFF) * extended<8, b_signed>(b >> (16 + 8 * k) & 0xFF);
    return c;
  }));
}

template <class M, class K, int bits>
void add_bit_rows(Rows<M>& r) {
  std::string const t = bits == 1 ? ".pred" : ".b" + std::to_string(bits);
  r.push_back(each<M, K, K, K>("and" + t, "and", 0,
                               [](auto a, auto b, Modes const&) { return static_cast<decltype(a)>(a & b); }));
  r.push_back(each<M, K, K, K>("or" + t, "or", 0,
                               [](auto a, auto b, Modes const&) { return static_cast<decltype(a)>(a | b); }));
  r.push_back(each<M, K, K, K>("xor" + t, "xor", 0,
                               [](auto a, auto b, Modes const&) { return static_cast<decltype(a)>(a ^ b); }));
  if constexpr (bits == 1) {
    r.push_back(each<M, K, K>("not.pred", "not", 0, [](auto a, Modes const&) { return !a; }));
  } else {
    r.push_back(each<M, K, K>("not" + t, "not", 0,
                              [](auto a, Modes const&) { return static_cast<decltype(a)>(~a); }));
    r.push_back(each<M, K, K>("cnot" + t, "cnot", 0, [](auto a, Modes const&) {
      return select(a == 0, static_cast<decltype(a)>(1), static_cast<decltype(a)>(0));
    }));
    r.push_back(each<M, K, K, D>("shl" + t, "shl", 0,
                                 [](auto a, auto n, Modes const&) { return shifted_left<bits>(a, n); }));
    r.push_back(each<M, K, K, D>(
        "shr" + t, "shr", 0, [](auto a, auto n, Modes const&) { return shifted_right<bits, false>(a, n); }));
  }
  if constexpr (bits >= 32) {
    r.push_back(each<M, D, K>("popc" + t, "popc", 0, [](typename K::type a, Modes const&) {
      return static_cast<Word>(std::popcount(a));
    }));
    r.push_back(each<M, D, K>("clz" + t, "clz", 0, [](typename K::type a, Modes const&) {
      return static_cast<Word>(std::countl_zero(a));
    }));
    r.push_back(
        each<M, K, K>("brev" + t, "brev", 0, [](typename K::type a, Modes const&) { return reversed(a); }));
    r.push_back(each<M, K, K, K, D, D>(
        "bfi" + t, "bfi", 0,
        [](auto a, auto b, auto at, auto n, Modes const&) { return with_field<bits>(a, b, at, n); }));
  }
}

template <class M>
Rows<M> integer_rows() {
  Rows<M> r;
  add_integer_rows<M, H, 16, true>(r), add_integer_rows<M, H, 16, false>(r);
  add_integer_rows<M, D, 32, true>(r), add_integer_rows<M, D, 32, false>(r);
  add_integer_rows<M, Q, 64, true>(r), add_integer_rows<M, Q, 64, false>(r);
  add_narrow_rows<M, true>(r), add_narrow_rows<M, false>(r);
  add_dot_rows<M, true, true>(r), add_dot_rows<M, true, false>(r), add_dot_rows<M, false, true>(r),
      add_dot_rows<M, false, false>(r);
  add_bit_rows<M, P, 1>(r), add_bit_rows<M, H, 16>(r), add_bit_rows<M, D, 32>(r), add_bit_rows<M, Q, 64>(r);
  r.push_back(each<M, D, D, D, D, D>(
      "lop3.b32", "lop3", 0,
      [](auto a, auto b, auto c, auto table, Modes const&) { return logic_of_three(a, b, c, table); }));
  r.push_back(each<M, D, D, D, D>(
      "shf.l.b32", "shf", 0,
      [](Word a, Word b, Word n, Modes const& m) {
        n = m.wraps ? n & 31 : std::min<Word>(n, 32);
        return n == 32 ? a : high((Wide{b} << 32 | a) << n);
      },
      Modes::clamps));
  r.push_back(each<M, D, D, D, D>(
      "shf.r.b32", "shf", 0,
      [](Word a, Word b, Word n, Modes const& m) {
        n = m.wraps ? n & 31 : std::min<Word>(n, 32);
        return low((Wide{b} << 32 | a) >> n);
      },
      Modes::clamps));
  r.push_back(each<M, D, D, D>(
      "bmsk.b32", "bmsk", 0,
      [](Word at, Word n, Modes const& m) {
        if (m.wraps) at &= 31, n &= 31;
        Wide const ones = n >= 32 ? Wide{0xFFFFFFFF} : (Wide{1} << n) - 1;
        return at >= 32 ? Word{0} : low(ones << at);
      },
      Modes::clamps));
  r.push_back(each<M, D, D, D, D>("fns.b32", "fns", 0, [](Word mask, Word base, Word offset, Modes const&) {
    return nth_bit(mask, base, offset);
  }));
  r.push_back(each<M, D, D, D, D>("prmt.b32", "prmt", 0,
                                  [](Word a, Word b, Word c, Modes const&) { return permuted(a, b, c); }));
  r.push_back(each<M, D, D, D, D>("prmt.b32.f4e", "prmt", 0, [](Word a, Word b, Word c, Modes const&) {
    c &= 3;
    return permuted(a, b, (c | (c + 1) << 4 | (c + 2) << 8 | (c + 3) << 12));
  }));
  r.push_back(each<M, D, D, D, D>("prmt.b32.b4e", "prmt", 0, [](Word a, Word b, Word c, Modes const&) {
    c &= 3;
    return permuted(a, b, (c | ((c + 7) & 7) << 4 | ((c + 6) & 7) << 8 | ((c + 5) & 7) << 12));
  }));
  r.push_back(each<M, D, D, D, D>("prmt.b32.rc8", "prmt", 0, [](Word a, Word b, Word c, Modes const&) {
    return permuted(a, b, (c & 3) * 0x1111u);
  }));
  r.push_back(each<M, D, D, D, D>("prmt.b32.ecl", "prmt", 0, [](Word a, Word b, Word c, Modes const&) {
    c &= 3;
    return permuted(a, b,
                    std::max<Word>(c, 0) | std::max<Word>(c, 1) << 4 | std::max<Word>(c, 2) << 8 | 3u << 12);
  }));
  r.push_back(each<M, D, D, D, D>("prmt.b32.ecr", "prmt", 0, [](Word a, Word b, Word c, Modes const&) {
    c &= 3;
    return permuted(a, b, std::min<Word>(c, 1) << 4 | std::min<Word>(c, 2) << 8 | std::min<Word>(c, 3) << 12);
  }));
  r.push_back(each<M, D, D, D, D>("prmt.b32.rc16", "prmt", 0, [](Word a, Word b, Word c, Modes const&) {
    return permuted(a, b, (c & 1) != 0 ? 0x3232u : 0x1010u);
  }));
  return r;
}

}  // namespace colex::code::ptx
