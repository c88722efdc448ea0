// SPDX-License-Identifier: MIT
// What code/ptx/integers.hpp says of machine words, said of terms, as far as addresses need it. The rest is a function that is not looked into.
#pragma once

#include <fmt/format.h>

#include <bit>

#include "code/symbols/words.hpp"

namespace colex::code {

template <int bits, bool is_signed, unsigned width>
SymbolicBits<width> not_looked_into(char const* name, SymbolicBits<width> a, SymbolicBits<width> b) {
  return apply(fmt::format("{}.{}{}", name, is_signed ? "s" : "u", bits), width, {a.term, b.term});
}
template <int bits, bool is_signed, unsigned width>
SymbolicBits<width> quotient(SymbolicBits<width> a, SymbolicBits<width> b) {
  bool const is_power = b.term->op == Op::constant && std::has_single_bit(b.term->value);
  if constexpr (!is_signed && bits == static_cast<int>(width))
    if (is_power)
      return shifted(Op::shift_right, a.term,
                     constant(static_cast<std::uint64_t>(std::countr_zero(b.term->value)), 32));
  return not_looked_into<bits, is_signed>("quotient", a, b);
}
template <int bits, bool is_signed, unsigned width>
SymbolicBits<width> remainder(SymbolicBits<width> a, SymbolicBits<width> b) {
  bool const is_power = b.term->op == Op::constant && std::has_single_bit(b.term->value);
  if constexpr (!is_signed && bits == static_cast<int>(width))
    if (is_power)
      return extended(extract(a.term, 0, static_cast<unsigned>(std::countr_zero(b.term->value))), width);
  return not_looked_into<bits, is_signed>("remainder", a, b);
}
template <int bits, bool is_signed>
SymbolicWide high_product(SymbolicWide a, SymbolicWide b) {
  return not_looked_into<bits, is_signed>("high_product", a, b);
}
template <unsigned width>
SymbolicBits<width> saturated_sum(SymbolicBits<width> a, SymbolicBits<width> b, bool subtracts) {
  return not_looked_into<static_cast<int>(width), true>(subtracts ? "saturated_difference" : "saturated_sum",
                                                        a, b);
}
template <int bits, bool is_signed, unsigned width>
SymbolicBits<width> shifted_right(SymbolicBits<width> a, SymbolicWord n) {
  Term const x =
      is_signed ? sign_extended(extract(a.term, 0, bits), width) : extended(extract(a.term, 0, bits), width);
  return shifted(is_signed ? Op::shift_right_signed : Op::shift_right, x, n.term);
}
template <int bits, unsigned width>
SymbolicBits<width> shifted_left(SymbolicBits<width> a, SymbolicWord n) {
  return shifted(Op::shift_left, a.term, n.term);  // past the last bit, zero
}
template <int bits, bool is_signed, unsigned width>
SymbolicBits<width> bit_field(SymbolicBits<width> a, SymbolicWord offset, SymbolicWord count) {
  if (offset.term->op == Op::constant && count.term->op == Op::constant) {
    auto const at = offset.term->value & 0xFF, n = count.term->value & 0xFF;
    if (n == 0) return constant(0, width);
    if (at + n <= width && offset.term->value < 256 && count.term->value < 256) {
      Term const field = extract(a.term, static_cast<unsigned>(at), static_cast<unsigned>(n));
      return is_signed ? sign_extended(field, width) : extended(field, width);
    }
  }
  return apply(is_signed ? "signed bits" : "bits", width, {a.term, offset.term, count.term});
}
template <int bits, unsigned width>
SymbolicBits<width> with_field(SymbolicBits<width> a, SymbolicBits<width> b, SymbolicWord offset,
                               SymbolicWord count) {
  if (offset.term->op == Op::constant && count.term->op == Op::constant && offset.term->value < width &&
      count.term->value <= width - offset.term->value) {
    auto const at = static_cast<unsigned>(offset.term->value), n = static_cast<unsigned>(count.term->value);
    return concatenate(
        {extract(b.term, 0, at), extract(a.term, 0, n), extract(b.term, at + n, width - at - n)});
  }
  return apply("with bits", width, {a.term, b.term, offset.term, count.term});
}
inline SymbolicWord logic_of_three(SymbolicWord a, SymbolicWord b, SymbolicWord c, SymbolicWord table) {
  if (table.term->op != Op::constant) return apply("lop3", 32, {a.term, b.term, c.term, table.term});
  auto const t = static_cast<unsigned>(table.term->value & 0xFF);
  // What a table of two words says: xor, and, or; of three, term by term.
  switch (t) {
    case 0x96:
      return a ^ b ^ c;
    case 0x80:
      return a & b & c;
    case 0xFE:
      return a | b | c;
    case 0x6A:
      return (a & b) ^ c;
    case 0xEA:
      return (a & b) | c;
    case 0x78:
      return a ^ (b & c);
    case 0xF8:
      return a | (b & c);
    case 0x48:
      return (a ^ c) & b;
    case 0xC8:
      return (a | c) & b;
    case 0x28:
      return (a ^ b) & c;
    case 0xA8:
      return (a | b) & c;
    case 0x60:
      return a & (b ^ c);
    case 0xE0:
      return a & (b | c);
    default:
      break;
  }
  SymbolicWord r = 0;
  for (unsigned k = 0; k < 8; ++k)
    if ((t >> k & 1) != 0)
      r = r | (((k & 4) != 0 ? a : ~a) & ((k & 2) != 0 ? b : ~b) & ((k & 1) != 0 ? c : ~c));
  return r;
}
template <std::uint64_t base>
SymbolicWide in_window(SymbolicWide a) {
  bool const is_inside = a.term->op == Op::constant && a.term->value >= base;
  return is_inside ? a : a + SymbolicWide(base);
}

}  // namespace colex::code
