// SPDX-License-Identifier: MIT
// Vector instructions on floating-point numbers, and comparisons of all kinds.
#pragma once

#include "code/division.hpp"
#include "code/rows.hpp"

namespace colex::code {

template <class M>
std::vector<Row<M>> vector_f32_rows() {
  auto const fma = [](auto a, auto b, auto c) { return fma_f32(a, b, c); };
  using Fma = decltype(fma);
  constexpr std::uint32_t pair =
      Modifiers::op_sel | Modifiers::op_sel_hi | Modifiers::neg_lo | Modifiers::neg_hi;
  return {
      each<M, D, D, D>("v_add_f32", "VOP2", [](auto a, auto b) { return add_f32(a, b); }),
      each<M, D, D, D>("v_sub_f32", "VOP2", [](auto a, auto b) { return subtract_f32(a, b); }),
      each<M, D, D, D>("v_subrev_f32", "VOP2", [](auto a, auto b) { return subtract_f32(b, a); }),
      each<M, D, D, D>("v_mul_f32", "VOP2", [](auto a, auto b) { return multiply_f32(a, b); }),
      each<M, D, D, D, D>("v_fma_f32", "VOP3", fma),
      each<M, D, D, D, D>("v_fmaak_f32", "VOP2", fma),
      each<M, D, D, D, D>("v_fmamk_f32", "VOP2", fma),
      accumulate<M, D, D, D>("v_fmac_f32", "VOP2", fma),
      // A product and a sum, each rounded.
      accumulate<M, D, D, D>("v_mac_f32", "VOP2",
                             [](auto a, auto b, auto c) { return add_f32(multiply_f32(a, b), c); }),
      each<M, D, D, D, D>("v_madmk_f32", "VOP2",
                          [](auto a, auto k, auto b) { return add_f32(multiply_f32(a, k), b); }),
      each<M, D, D, D>("v_max_f32", "VOP2", [](auto a, auto b) { return max_f32(a, b); }),
      each<M, D, D, D>("v_min_f32", "VOP2", [](auto a, auto b) { return min_f32(a, b); }),
      each<M, D, D, D, D>("v_max3_f32", "VOP3",
                          [](auto a, auto b, auto c) { return max_f32(max_f32(a, b), c); }),
      each<M, D, D, D, D>("v_min3_f32", "VOP3",
                          [](auto a, auto b, auto c) { return min_f32(min_f32(a, b), c); }),
      each<M, D, D, D>("v_ldexp_f32", "VOP3", [](auto a, auto n) { return scale_f32(a, n); }),
      each<M, D, D>("v_trunc_f32", "VOP1", [](auto a) { return truncate_f32(a); }),
      each<M, D, D>("v_floor_f32", "VOP1", [](auto a) { return floor_f32(a); }),
      each<M, D, D>("v_ceil_f32", "VOP1", [](auto a) { return ceil_f32(a); }),
      each<M, D, D>("v_rndne_f32", "VOP1", [](auto a) { return round_f32(a); }),
      each<M, D, D>("v_sqrt_f32", "VOP1", [](auto a) { return root_f32(a); }),
      each<M, D, D>("v_rsq_f32", "VOP1", [](auto a) { return reciprocal_root_f32(a); }),
      each<M, D, D>("v_exp_f32", "VOP1", [](auto a) { return power_of_two_f32(a); }),
      each<M, D, D>("v_log_f32", "VOP1", [](auto a) { return logarithm_f32(a); }),
      each<M, D, HF>("v_cvt_f32_f16", "VOP1", [](auto a) { return f32_of_f16(a); }),
      // 16 bits; the upper half becomes zero.
      each<M, D, HF, HF>("v_add_f16", "VOP2", [](auto a, auto b) { return add_f16(a, b); }),
      each<M, D, HF, HF>("v_sub_f16", "VOP2", [](auto a, auto b) { return subtract_f16(a, b); }),
      each<M, D, HF, HF>("v_subrev_f16", "VOP2", [](auto a, auto b) { return subtract_f16(b, a); }),
      each<M, D, HF, HF>("v_mul_f16", "VOP2", [](auto a, auto b) { return multiply_f16(a, b); }),
      each<M, D, HF, HF>("v_max_f16", "VOP2", [](auto a, auto b) { return max_f16(a, b); }),
      each<M, D, HF, HF>("v_min_f16", "VOP2", [](auto a, auto b) { return min_f16(a, b); }),
      each_half<M, HF, 2>("v_pk_add_f16", [](auto a, auto b) { return add_f16(a, b); }),
      each_half<M, HF, 2>("v_pk_mul_f16", [](auto a, auto b) { return multiply_f16(a, b); }),
      each_half<M, HF, 2>("v_pk_max_f16", [](auto a, auto b) { return max_f16(a, b); }),
      each_half<M, HF, 2>("v_pk_min_f16", [](auto a, auto b) { return min_f16(a, b); }),
      each_half<M, HF, 3>("v_pk_fma_f16", [](auto a, auto b, auto c) { return fma_f16(a, b, c); }),
      each<M, D, D, D>("v_cvt_pk_f16_f32", "VOP3 (CDNA4)",
                       [](auto a, auto b) { return f16_of_f32(a) | f16_of_f32(b) << 16; }),
      each<M, D, D, D>("v_cvt_pk_bf16_f32", "VOP3 (CDNA4)",
                       [](auto a, auto b) { return bf16_of_f32(a) | bf16_of_f32(b) << 16; }),
      each<M, D, D>("v_cvt_f16_f32", "VOP1", [](auto a) { return f16_of_f32(a); }),
      each<M, D, D>("v_rcp_f32", "VOP1", [](auto a) { return reciprocal_f32(a); }),
      each<M, D, D>("v_rcp_iflag_f32", "VOP1", [](auto a) { return reciprocal_f32(a); }),
      each<M, D, D>("v_cvt_f32_ubyte0", "VOP1", [](auto a) { return f32_of_unsigned(a & 0xFFu); }),
      each<M, D, D>("v_cvt_f32_ubyte1", "VOP1", [](auto a) { return f32_of_unsigned(a >> 8 & 0xFFu); }),
      each<M, D, D>("v_cvt_f32_ubyte2", "VOP1", [](auto a) { return f32_of_unsigned(a >> 16 & 0xFFu); }),
      each<M, D, D>("v_cvt_f32_ubyte3", "VOP1", [](auto a) { return f32_of_unsigned(a >> 24); }),
      each<M, D, D>("v_cvt_f32_u32", "VOP1", [](auto a) { return f32_of_unsigned(a); }),
      each<M, D, D>("v_cvt_f32_i32", "VOP1", [](auto a) { return f32_of_signed(a); }),
      each<M, D, D>("v_cvt_u32_f32", "VOP1", [](auto a) { return unsigned_of_f32(a); }),
      each<M, D, D>("v_cvt_i32_f32", "VOP1", [](auto a) { return signed_of_f32(a); }),
      each_to_mask<M, D, D, D, D>("v_div_scale_f32", "VOP3",
                                  [](auto a, auto b, auto c, auto) { return divide_scale_f32(a, b, c); }),
      each<M, D, D, D, D>("v_div_fixup_f32", "VOP3",
                          [](auto a, auto b, auto c) { return divide_fixup_f32(a, b, c); }),
      other<M>("v_div_fmas_f32", "VOP3", 4, 0, true,
               [](M& m, Instruction const& i) {
                 m.template each_by_mask<D, D, D, D>(
                     i, mask_operand(kVcc),
                     [](auto a, auto b, auto c, auto s) { return divide_fmas_f32(a, b, c, s); });
               }),
      other<M>("v_fma_mix_f32", "VOP3P", 4, Modifiers::op_sel | Modifiers::op_sel_hi, true,
               [](M& m, Instruction const& i) { m.mixed_fma(i, Part::dword); }),
      other<M>("v_fma_mixlo_f16", "VOP3P", 4, Modifiers::op_sel | Modifiers::op_sel_hi, true,
               [](M& m, Instruction const& i) { m.mixed_fma(i, Part::word_0); }),
      other<M>("v_fma_mixhi_f16", "VOP3P", 4, Modifiers::op_sel | Modifiers::op_sel_hi, true,
               [](M& m, Instruction const& i) { m.mixed_fma(i, Part::word_1); }),
      other<M>("v_pack_b32_f16", "VOP3", 3, Modifiers::op_sel, true,
               [](M& m, Instruction const& i) { m.pack_halves(i); }),
      other<M>("v_pk_fma_f32", "VOP3P", 4, pair, true,
               [](M& m, Instruction const& i) { m.template each_pair<3>(i, Fma{}); }),
      other<M>("v_pk_mul_f32", "VOP3P", 3, pair, true,
               [](M& m, Instruction const& i) {
                 m.template each_pair<2>(i, [](auto a, auto b) { return multiply_f32(a, b); });
               }),
      other<M>("v_pk_add_f32", "VOP3P", 3, pair, true,
               [](M& m, Instruction const& i) {
                 m.template each_pair<2>(i, [](auto a, auto b) { return add_f32(a, b); });
               }),
  };
}

template <class M>
std::vector<Row<M>> vector_f64_rows() {
  return {
      each<M, G, G, G>("v_add_f64", "VOP3", [](auto a, auto b) { return add_f64(a, b); }),
      each<M, G, G, G>("v_mul_f64", "VOP3", [](auto a, auto b) { return multiply_f64(a, b); }),
      each<M, G, G, G, G>("v_fma_f64", "VOP3", [](auto a, auto b, auto c) { return fma_f64(a, b, c); }),
      accumulate<M, G, G, G>("v_fmac_f64", "VOP2", [](auto a, auto b, auto c) { return fma_f64(a, b, c); }),
      each<M, G, G, D>("v_ldexp_f64", "VOP3", [](auto a, auto n) { return scale_f64(a, n); }),
      each<M, G, G>("v_rcp_f64", "VOP1", [](auto a) { return reciprocal_f64(a); }),
      each<M, G, D>("v_cvt_f64_i32", "VOP1", [](auto a) { return f64_of_signed(a); }),
      each<M, D, G>("v_cvt_i32_f64", "VOP1", [](auto a) { return signed_of_f64(a); }),
      each_to_mask<M, G, G, G, G>("v_div_scale_f64", "VOP3",
                                  [](auto a, auto b, auto c, auto) { return divide_scale_f64(a, b, c); }),
      each<M, G, G, G, G>("v_div_fixup_f64", "VOP3",
                          [](auto a, auto b, auto c) { return divide_fixup_f64(a, b, c); }),
      other<M>("v_div_fmas_f64", "VOP3", 4, 0, true,
               [](M& m, Instruction const& i) {
                 m.template each_by_mask<G, G, G, G>(
                     i, mask_operand(kVcc),
                     [](auto a, auto b, auto c, auto s) { return divide_fmas_f64(a, b, c, s); });
               }),
  };
}

template <class M, class K, class L = K, class F>
void add_compare(std::vector<Row<M>>& rows, std::string const& name, F) {
  rows.push_back({"v_cmp_" + name, "VOPC",
                  [](M& m, Instruction const& i) { m.template compare<K, L>(i, F{}); }, 3,
                  Modifiers::source_part});
  rows.push_back({"v_cmpx_" + name, "VOPC",
                  [](M& m, Instruction const& i) { m.template compare_to_exec<K, L>(i, F{}); }, 3,
                  Modifiers::source_part});
}

/// Comparisons of integers of kind K: `less` orders them.
template <class M, class K, class Less>
void add_integer_compares(std::vector<Row<M>>& rows, std::string const& type, Less) {
  add_compare<M, K>(rows, "lt_" + type, [](auto a, auto b) { return Less{}(a, b); });
  add_compare<M, K>(rows, "le_" + type, [](auto a, auto b) { return !Less{}(b, a); });
  add_compare<M, K>(rows, "gt_" + type, [](auto a, auto b) { return Less{}(b, a); });
  add_compare<M, K>(rows, "ge_" + type, [](auto a, auto b) { return !Less{}(a, b); });
  add_compare<M, K>(rows, "eq_" + type, [](auto a, auto b) { return a == b; });
  add_compare<M, K>(rows, "ne_" + type, [](auto a, auto b) { return a != b; });
}

/// Comparisons of floating-point numbers; the negated ones hold where a side is NaN.
template <class M, class K, class Less, class Equal, class Unordered>
void add_float_compares(std::vector<Row<M>>& rows, std::string const& type, Less, Equal, Unordered) {
  auto const both = [&](std::string const& relation, std::string const& negated, auto f) {
    using F = decltype(f);
    add_compare<M, K>(rows, relation + "_" + type, f);
    add_compare<M, K>(rows, negated + "_" + type, [](auto a, auto b) { return !F{}(a, b); });
  };
  both("lt", "nlt", [](auto a, auto b) { return Less{}(a, b); });
  both("gt", "ngt", [](auto a, auto b) { return Less{}(b, a); });
  both("le", "nle", [](auto a, auto b) { return Less{}(a, b) || Equal{}(a, b); });
  both("ge", "nge", [](auto a, auto b) { return Less{}(b, a) || Equal{}(a, b); });
  both("eq", "neq", [](auto a, auto b) { return Equal{}(a, b); });
  both("lg", "nlg", [](auto a, auto b) { return Less{}(a, b) || Less{}(b, a); });
  both("u", "o", [](auto a, auto b) { return Unordered{}(a, b); });
}

template <class M>
std::vector<Row<M>> vector_compare_rows() {
  std::vector<Row<M>> rows;
  auto const below = [](auto a, auto b) { return a < b; };
  auto const signed_below = [](auto a, auto b) { return less_signed(a, b); };
  add_integer_compares<M, D>(rows, "u32", below), add_integer_compares<M, D>(rows, "i32", signed_below);
  add_integer_compares<M, Q>(rows, "u64", below), add_integer_compares<M, Q>(rows, "i64", signed_below);
  add_integer_compares<M, H>(rows, "u16", below);
  add_integer_compares<M, H>(rows, "i16", [](auto a, auto b) {
    return less_signed(field_signed(a, 0, 16), field_signed(b, 0, 16));
  });
  add_float_compares<M, D>(
      rows, "f32", [](auto a, auto b) { return less_f32(a, b); },
      [](auto a, auto b) { return equal_f32(a, b); }, [](auto a, auto b) { return unordered_f32(a, b); });
  add_float_compares<M, HF>(
      rows, "f16", [](auto a, auto b) { return less_f32(f32_of_f16(a), f32_of_f16(b)); },
      [](auto a, auto b) { return equal_f32(f32_of_f16(a), f32_of_f16(b)); },
      [](auto a, auto b) { return unordered_f32(f32_of_f16(a), f32_of_f16(b)); });
  add_float_compares<M, G>(
      rows, "f64", [](auto a, auto b) { return less_f64(a, b); },
      [](auto a, auto b) { return equal_f64(a, b); }, [](auto a, auto b) { return unordered_f64(a, b); });
  // Whether the first is of a class that the second names.
  add_compare<M, HF, D>(rows, "class_f16", [](auto a, auto b) { return is_of_class_f16(a, b); });
  add_compare<M, D, D>(rows, "class_f32", [](auto a, auto b) { return is_of_class_f32(a, b); });
  add_compare<M, G, D>(rows, "class_f64", [](auto a, auto b) { return is_of_class_f64(a, b); });
  return rows;
}

}  // namespace colex::code
