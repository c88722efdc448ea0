// SPDX-License-Identifier: MIT
// Scalar instructions: arithmetic on the registers that all lanes share.
#pragma once

#include "code/rows.hpp"

namespace colex::code {

/// The low 16 bits, as the signed constant of the SOPK encoding.
template <class W>
W signed_half(W a) {
  return field_signed(a, 0, 16);
}

/// A value, and whether it is not zero.
template <class T>
auto and_nonzero(T value) {
  return WithCondition{value, value != T{0}};
}

template <class M>
std::vector<Row<M>> scalar_arithmetic_rows() {
  auto const wrapped = [](auto a, auto b, auto r) {
    return ((~(a ^ b) & (a ^ r)) >> 31) != 0u;
  };  // the sum leaves the signed range
  using Wrapped = decltype(wrapped);
  return {
      scalar<M, D, D, D>("s_add_u32", "SOP2",
                         [](auto a, auto b, auto) {
                           return WithCondition{a + b, a + b < a};
                         }),
      scalar<M, D, D, D>("s_sub_u32", "SOP2",
                         [](auto a, auto b, auto) {
                           return WithCondition{a - b, a < b};
                         }),
      scalar<M, D, D, D>("s_add_i32", "SOP2",
                         [](auto a, auto b, auto) {
                           return WithCondition{a + b, Wrapped{}(a, b, a + b)};
                         }),
      scalar<M, D, D, D>("s_sub_i32", "SOP2",
                         [](auto a, auto b, auto) {
                           return WithCondition{a - b, Wrapped{}(a, ~b, a - b)};
                         }),
      scalar<M, D, D, D>("s_addc_u32", "SOP2",
                         [](auto a, auto b, auto c) {
                           auto const sum = widen(a) + widen(b) + widen(of_condition(c));
                           return WithCondition{low(sum), high(sum) != 0u};
                         }),
      scalar<M, D, D, D>("s_subb_u32", "SOP2",
                         [](auto a, auto b, auto c) {
                           auto const rest = widen(a) - widen(b) - widen(of_condition(c));
                           return WithCondition{low(rest), high(rest) != 0u};
                         }),
      scalar<M, D, D, D>("s_mul_i32", "SOP2", [](auto a, auto b, auto) { return a * b; }),
      scalar<M, D, D, D>("s_mul_hi_u32", "SOP2",
                         [](auto a, auto b, auto) { return high(widen(a) * widen(b)); }),
      scalar<M, D, D, D>("s_mul_hi_i32", "SOP2",
                         [](auto a, auto b, auto) { return high(widen_signed(a) * widen_signed(b)); }),
      scalar<M, D, D, D>("s_min_u32", "SOP2",
                         [](auto a, auto b, auto) {
                           return WithCondition{select(a < b, a, b), a < b};
                         }),
      scalar<M, D, D, D>("s_max_u32", "SOP2",
                         [](auto a, auto b, auto) {
                           return WithCondition{select(b < a, a, b), !(a < b)};
                         }),
      scalar<M, D, D, D>("s_min_i32", "SOP2",
                         [](auto a, auto b, auto) {
                           return WithCondition{select(less_signed(a, b), a, b), less_signed(a, b)};
                         }),
      scalar<M, D, D, D>("s_max_i32", "SOP2",
                         [](auto a, auto b, auto) {
                           return WithCondition{select(less_signed(b, a), a, b), !less_signed(a, b)};
                         }),
      scalar<M, D, D>("s_abs_i32", "SOP1",
                      [](auto a, auto) { return and_nonzero(select(less_signed(a, a - a), a - a - a, a)); }),
      scalar<M, D, D, D>("s_lshl1_add_u32", "SOP2",
                         [](auto a, auto b, auto) {
                           auto const r = (widen(a) << 1) + widen(b);
                           return WithCondition{low(r), high(r) != 0u};
                         }),
      scalar<M, D, D, D>("s_lshl2_add_u32", "SOP2",
                         [](auto a, auto b, auto) {
                           auto const r = (widen(a) << 2) + widen(b);
                           return WithCondition{low(r), high(r) != 0u};
                         }),
      scalar<M, D, D, D>("s_lshl3_add_u32", "SOP2",
                         [](auto a, auto b, auto) {
                           auto const r = (widen(a) << 3) + widen(b);
                           return WithCondition{low(r), high(r) != 0u};
                         }),
      scalar<M, D, D, D>("s_lshl4_add_u32", "SOP2",
                         [](auto a, auto b, auto) {
                           auto const r = (widen(a) << 4) + widen(b);
                           return WithCondition{low(r), high(r) != 0u};
                         }),
      other<M>("s_addk_i32", "SOPK", 2, 0, false,
               [](M& m, Instruction const& i) {
                 m.scalar_update(i, [](auto a, auto k) {
                   auto const b = signed_half(k);
                   return WithCondition{a + b, Wrapped{}(a, b, a + b)};
                 });
               }),
      other<M>("s_mulk_i32", "SOPK", 2, 0, false,
               [](M& m, Instruction const& i) {
                 m.scalar_set(i, [](auto a, auto k) { return a * signed_half(k); });
               }),
      scalar<M, D, D>("s_movk_i32", "SOPK", [](auto k, auto) { return signed_half(k); }),
      scalar<M, D, D>("s_sext_i32_i8", "SOP1", [](auto a, auto) { return field_signed(a, 0, 8); }),
      scalar<M, D, D>("s_sext_i32_i16", "SOP1", [](auto a, auto) { return field_signed(a, 0, 16); }),
      scalar<M, D, D>("s_mov_b32", "SOP1", [](auto a, auto) { return a; }),
      scalar<M, Q, Q>("s_mov_b64", "SOP1", [](auto a, auto) { return a; }),
      scalar<M, D, D, D>("s_cselect_b32", "SOP2", [](auto a, auto b, auto c) { return select(c, a, b); }),
      scalar<M, Q, Q, Q>("s_cselect_b64", "SOP2", [](auto a, auto b, auto c) { return select(c, a, b); }),
  };
}

/// The bitwise operations of one width.
template <class M, class K>
void add_scalar_bit_rows(std::vector<Row<M>>& rows, std::string const& width) {
  rows.insert(rows.end(),
              {
                  scalar<M, K, K, K>("s_and_" + width, "SOP2",
                                     [](auto a, auto b, auto) { return and_nonzero(a & b); }),
                  scalar<M, K, K, K>("s_or_" + width, "SOP2",
                                     [](auto a, auto b, auto) { return and_nonzero(a | b); }),
                  scalar<M, K, K, K>("s_xor_" + width, "SOP2",
                                     [](auto a, auto b, auto) { return and_nonzero(a ^ b); }),
                  scalar<M, K, K, K>("s_andn2_" + width, "SOP2",
                                     [](auto a, auto b, auto) { return and_nonzero(a & ~b); }),
                  scalar<M, K, K, K>("s_orn2_" + width, "SOP2",
                                     [](auto a, auto b, auto) { return and_nonzero(a | ~b); }),
                  scalar<M, K, K, K>("s_nand_" + width, "SOP2",
                                     [](auto a, auto b, auto) { return and_nonzero(~(a & b)); }),
                  scalar<M, K, K, K>("s_nor_" + width, "SOP2",
                                     [](auto a, auto b, auto) { return and_nonzero(~(a | b)); }),
                  scalar<M, K, K, K>("s_xnor_" + width, "SOP2",
                                     [](auto a, auto b, auto) { return and_nonzero(~(a ^ b)); }),
                  scalar<M, K, K>("s_not_" + width, "SOP1", [](auto a, auto) { return and_nonzero(~a); }),
              });
}

template <class M>
std::vector<Row<M>> scalar_bit_rows() {
  std::vector<Row<M>> rows{
      scalar<M, D, D, D>("s_lshl_b32", "SOP2",
                         [](auto a, auto n, auto) { return and_nonzero(a << (n & 31u)); }),
      scalar<M, D, D, D>("s_lshr_b32", "SOP2",
                         [](auto a, auto n, auto) { return and_nonzero(a >> (n & 31u)); }),
      scalar<M, D, D, D>("s_ashr_i32", "SOP2",
                         [](auto a, auto n, auto) { return and_nonzero(shift_right_signed(a, n & 31u)); }),
      scalar<M, Q, Q, D>("s_lshl_b64", "SOP2",
                         [](auto a, auto n, auto) { return and_nonzero(a << (n & 63u)); }),
      scalar<M, Q, Q, D>("s_lshr_b64", "SOP2",
                         [](auto a, auto n, auto) { return and_nonzero(a >> (n & 63u)); }),
      scalar<M, Q, Q, D>("s_ashr_i64", "SOP2",
                         [](auto a, auto n, auto) { return and_nonzero(shift_right_signed(a, n & 63u)); }),
      // Offset in bits 0 to 4 or 5, width in bits 16 to 22.
      scalar<M, D, D, D>("s_bfe_u32", "SOP2",
                         [](auto a, auto b, auto) {
                           return and_nonzero(low(wide_field(widen(a), b & 31u, b >> 16 & 127u)));
                         }),
      scalar<M, D, D, D>("s_bfe_i32", "SOP2",
                         [](auto a, auto b, auto) {
                           return and_nonzero(field_signed(a, b & 31u, fitting(b & 31u, b >> 16 & 127u, 32)));
                         }),
      scalar<M, Q, Q, D>(
          "s_bfe_u64", "SOP2",
          [](auto a, auto b, auto) { return and_nonzero(wide_field(a, b & 63u, b >> 16 & 127u)); }),
      scalar<M, Q, Q, D>("s_bfe_i64", "SOP2",
                         [](auto a, auto b, auto) {
                           return and_nonzero(field_signed(a, b & 63u, fitting(b & 63u, b >> 16 & 127u, 64)));
                         }),
      scalar<M, D, Q>("s_bcnt1_i32_b64", "SOP1", [](auto a, auto) { return and_nonzero(count_ones(a)); }),
      scalar<M, D, D>("s_bcnt1_i32_b32", "SOP1",
                      [](auto a, auto) { return and_nonzero(count_ones(widen(a))); }),
      scalar<M, D, Q>("s_ff1_i32_b64", "SOP1", [](auto a, auto) { return first_one(a); }),
      scalar<M, D, D>("s_brev_b32", "SOP1", [](auto a, auto) { return reverse_bits(a); }),
      scalar<M, D, D, D>("s_pack_ll_b32_b16", "SOP2",
                         [](auto a, auto b, auto) { return (a & 0xFFFFu) | b << 16; }),
      other<M>("s_bitset1_b32", "SOP1", 2, 0, false,
               [](M& m, Instruction const& i) {
                 m.scalar_set(i, [](auto old, auto n) { return old | one_bit(n & 31u); });
               }),
      other<M>("s_bitset0_b32", "SOP1", 2, 0, false,
               [](M& m, Instruction const& i) {
                 m.scalar_set(i, [](auto old, auto n) { return old & ~one_bit(n & 31u); });
               }),
      scalar_compare<M, D, D>("s_bitcmp0_b32", "SOPC",
                              [](auto a, auto n) { return (a >> (n & 31u) & 1u) == 0u; }),
      scalar_compare<M, D, D>("s_bitcmp1_b32", "SOPC",
                              [](auto a, auto n) { return (a >> (n & 31u) & 1u) != 0u; }),
      save_exec<M>("s_and_saveexec_b64", "SOP1", [](auto a, auto exec) { return a & exec; }),
      save_exec<M>("s_or_saveexec_b64", "SOP1", [](auto a, auto exec) { return a | exec; }),
      save_exec<M>("s_xor_saveexec_b64", "SOP1", [](auto a, auto exec) { return a ^ exec; }),
      save_exec<M>("s_andn2_saveexec_b64", "SOP1", [](auto a, auto exec) { return a & ~exec; }),
      save_exec<M>("s_orn2_saveexec_b64", "SOP1", [](auto a, auto exec) { return a | ~exec; }),
  };
  add_scalar_bit_rows<M, D>(rows, "b32"), add_scalar_bit_rows<M, Q>(rows, "b64");
  return rows;
}

template <class M>
std::vector<Row<M>> scalar_compare_rows() {
  std::vector<Row<M>> rows{
      scalar_compare<M, Q, Q>("s_cmp_eq_u64", "SOPC", [](auto a, auto b) { return a == b; }),
      scalar_compare<M, Q, Q>("s_cmp_lg_u64", "SOPC", [](auto a, auto b) { return a != b; }),
  };
  auto const both = [&](std::string const& relation, auto f) {
    using F = decltype(f);
    rows.push_back(scalar_compare<M, D, D>("s_cmp_" + relation, "SOPC", f));
    if (relation.ends_with("_i32"))
      rows.push_back(scalar_compare<M, D, D>("s_cmpk_" + relation, "SOPK",
                                             [](auto a, auto k) { return F{}(a, signed_half(k)); }));
    else
      rows.push_back(scalar_compare<M, D, D>("s_cmpk_" + relation, "SOPK",
                                             [](auto a, auto k) { return F{}(a, k & 0xFFFFu); }));
  };
  both("eq_i32", [](auto a, auto b) { return a == b; }),
      both("lg_i32", [](auto a, auto b) { return a != b; });
  both("gt_i32", [](auto a, auto b) { return less_signed(b, a); }),
      both("ge_i32", [](auto a, auto b) { return !less_signed(a, b); });
  both("lt_i32", [](auto a, auto b) { return less_signed(a, b); }),
      both("le_i32", [](auto a, auto b) { return !less_signed(b, a); });
  both("eq_u32", [](auto a, auto b) { return a == b; }),
      both("lg_u32", [](auto a, auto b) { return a != b; });
  both("gt_u32", [](auto a, auto b) { return b < a; }),
      both("ge_u32", [](auto a, auto b) { return !(a < b); });
  both("lt_u32", [](auto a, auto b) { return a < b; }),
      both("le_u32", [](auto a, auto b) { return !(b < a); });
  return rows;
}

}  // namespace colex::code
