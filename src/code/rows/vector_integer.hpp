// SPDX-License-Identifier: MIT
// Vector instructions on integers and bits.
#pragma once

#include "code/rows.hpp"

namespace colex::code {

/// The low 24 bits, with and without a sign.
template <class W>
W signed_24(W a) {
  return field_signed(a, 0, 24);
}
template <class W>
W unsigned_24(W a) {
  return a & 0xFFFFFFu;
}

/// With the modifier `clamp` another function: one that stays within its range.
template <class M, class F, class G>
Row<M> each_or_clamped(std::string name, F, G) {
  return other<M>(std::move(name), "VOP2", 3, kParts | Modifiers::lanes | Modifiers::clamp, true,
                  [](M& m, Instruction const& i) {
                    if ((i.modifiers.given & Modifiers::clamp) != 0)
                      m.template each<D, D, D>(i, G{});
                    else
                      m.template each<D, D, D>(i, F{});
                  });
}

template <class M>
std::vector<Row<M>> vector_arithmetic_rows() {
  return {
      each_or_clamped<M>(
          "v_add_u32", [](auto a, auto b) { return a + b; },
          [](auto a, auto b) { return select(a + b < a, ~(a ^ a), a + b); }),
      each_or_clamped<M>(
          "v_sub_u32", [](auto a, auto b) { return a - b; },
          [](auto a, auto b) { return select(a < b, a ^ a, a - b); }),
      each_or_clamped<M>(
          "v_subrev_u32", [](auto a, auto b) { return b - a; },
          [](auto a, auto b) { return select(b < a, a ^ a, b - a); }),
      each<M, D, D, D, D>("v_add3_u32", "VOP3", [](auto a, auto b, auto c) { return a + b + c; }),
      each<M, D, D, D, D>("v_lshl_add_u32", "VOP3",
                          [](auto a, auto n, auto b) { return (a << (n & 31u)) + b; }),
      each<M, D, D, D, D>("v_add_lshl_u32", "VOP3",
                          [](auto a, auto b, auto n) { return (a + b) << (n & 31u); }),
      each<M, D, D, D, D>("v_xad_u32", "VOP3", [](auto a, auto b, auto c) { return (a ^ b) + c; }),
      each<M, Q, Q, D, Q>("v_lshl_add_u64", "VOP3",
                          [](auto a, auto n, auto b) { return (a << (n & 7u)) + b; }),
      each<M, D, D, D>("v_mul_lo_u32", "VOP3", [](auto a, auto b) { return a * b; }),
      each<M, D, D, D>("v_mul_hi_u32", "VOP3", [](auto a, auto b) { return high(widen(a) * widen(b)); }),
      each<M, D, D, D>("v_mul_hi_i32", "VOP3",
                       [](auto a, auto b) { return high(widen_signed(a) * widen_signed(b)); }),
      each<M, D, D, D>("v_mul_u32_u24", "VOP2",
                       [](auto a, auto b) { return unsigned_24(a) * unsigned_24(b); }),
      each<M, D, D, D>("v_mul_i32_i24", "VOP2", [](auto a, auto b) { return signed_24(a) * signed_24(b); }),
      each<M, D, D, D, D>("v_mad_u32_u24", "VOP3",
                          [](auto a, auto b, auto c) { return unsigned_24(a) * unsigned_24(b) + c; }),
      each<M, D, D, D, D>("v_mad_i32_i24", "VOP3",
                          [](auto a, auto b, auto c) { return signed_24(a) * signed_24(b) + c; }),
      each<M, D, D, D>("v_min_u32", "VOP2", [](auto a, auto b) { return select(a < b, a, b); }),
      each<M, D, D, D>("v_max_u32", "VOP2", [](auto a, auto b) { return select(b < a, a, b); }),
      each<M, D, D, D>("v_min_i32", "VOP2", [](auto a, auto b) { return select(less_signed(a, b), a, b); }),
      each<M, D, D, D>("v_max_i32", "VOP2", [](auto a, auto b) { return select(less_signed(b, a), a, b); }),
      // 16 bits; the upper half becomes zero.
      each<M, D, H, H>("v_add_u16", "VOP2", [](auto a, auto b) { return (a + b) & 0xFFFFu; }),
      each<M, D, H, H>("v_sub_u16", "VOP2", [](auto a, auto b) { return (a - b) & 0xFFFFu; }),
      each<M, D, H, H>("v_subrev_u16", "VOP2", [](auto a, auto b) { return (b - a) & 0xFFFFu; }),
      each<M, D, H, H>("v_mul_lo_u16", "VOP2", [](auto a, auto b) { return a * b & 0xFFFFu; }),
      each<M, D, H, H, H>("v_mad_legacy_u16", "VOP3",
                          [](auto a, auto b, auto c) { return (a * b + c) & 0xFFFFu; }),
      each<M, D, H, H>("v_lshlrev_b16", "VOP2", [](auto n, auto a) { return (a << (n & 15u)) & 0xFFFFu; }),
      each<M, D, H, H>("v_lshrrev_b16", "VOP2", [](auto n, auto a) { return a >> (n & 15u); }),
      each<M, D, H, H>(
          "v_ashrrev_i16", "VOP2",
          [](auto n, auto a) { return shift_right_signed(field_signed(a, 0, 16), n & 15u) & 0xFFFFu; }),
      each_half<M, H, 2>("v_pk_add_u16", [](auto a, auto b) { return a + b; }),
      each_half<M, H, 2>("v_pk_sub_i16", [](auto a, auto b) { return a - b; }),
      each_half<M, H, 2>("v_pk_mul_lo_u16", [](auto a, auto b) { return a * b; }),
      accumulate<M, D, D, D>("v_dot4c_i32_i8", "VOP2",
                             [](auto a, auto b, auto c) { return dot_signed_bytes(a, b, c); }),
  };
}

/// Sums with a carry for each lane.
template <class M>
std::vector<Row<M>> vector_carry_rows() {
  auto const sum = [](auto a, auto b, auto c) {
    auto const r = widen(a) + widen(b) + widen(of_condition(c));
    return WithCondition{low(r), high(r) != 0u};
  };
  auto const rest = [](auto a, auto b, auto c) {
    auto const r = widen(a) - widen(b) - widen(of_condition(c));
    return WithCondition{low(r), high(r) != 0u};
  };
  using Rest = decltype(rest);
  auto const reversed = [](auto a, auto b, auto c) { return Rest{}(b, a, c); };
  auto const difference = [](auto a, auto b, auto) { return WithCondition{a - b, a < b}; };
  auto const reversed_difference = [](auto a, auto b, auto) { return WithCondition{b - a, b < a}; };
  return {
      each_to_mask<M, D, D, D>("v_add_co_u32", "VOP2", sum),
      each_to_mask<M, D, D, D>("v_sub_co_u32", "VOP2", difference),
      each_to_mask<M, D, D, D>("v_subrev_co_u32", "VOP2", reversed_difference),
      each_through_mask<M, D, D, D>("v_addc_co_u32", "VOP2", sum),
      each_through_mask<M, D, D, D>("v_subb_co_u32", "VOP2", rest),
      each_through_mask<M, D, D, D>("v_subbrev_co_u32", "VOP2", reversed),
      other<M>("v_mad_i64_i32", "VOP3", 5, 0, true,
               [](M& m, Instruction const& i) {
                 m.template each_beside_mask<Q, D, D, Q>(
                     i, [](auto a, auto b, auto c) { return widen_signed(a) * widen_signed(b) + c; });
               }),
      each_to_mask<M, Q, D, D, Q>("v_mad_u64_u32", "VOP3",
                                  [](auto a, auto b, auto c, auto) {
                                    auto const r = widen(a) * widen(b) + c;
                                    return WithCondition{r, r < c};
                                  }),
  };
}

/// Of each bit of three words, that of the table: as a sum without carries of products, so that what is linear stays so.
template <class W>
W by_table(std::uint8_t table, W a, W b, W c) {
  W r = a ^ a;
  for (unsigned product = 0; product < 8; ++product) {
    unsigned count = 0;  // of the entries whose ones are among the product's
    for (unsigned entry = 0; entry < 8; ++entry) count += (entry & ~product) == 0 ? table >> entry & 1u : 0;
    if (count % 2 == 0) continue;
    W term = ~(a ^ a);
    if ((product & 4) != 0) term = term & a;
    if ((product & 2) != 0) term = term & b;
    if ((product & 1) != 0) term = term & c;
    r = r ^ term;
  }
  return r;
}

template <class M>
std::vector<Row<M>> vector_bit_rows() {
  return {
      each_bit<M, D, D>("v_and_b32", "VOP2", [](auto a, auto b) { return a & b; }),
      each_bit<M, D, D>("v_or_b32", "VOP2", [](auto a, auto b) { return a | b; }),
      each<M, D, D, D>("v_xor_b32", "VOP2", [](auto a, auto b) { return a ^ b; }),
      each<M, D, D>("v_not_b32", "VOP1", [](auto a) { return ~a; }),
      each<M, D, D, D, D>("v_and_or_b32", "VOP3", [](auto a, auto b, auto c) { return (a & b) | c; }),
      each<M, D, D, D, D>("v_or3_b32", "VOP3", [](auto a, auto b, auto c) { return a | b | c; }),
      each_bit<M, D, D, D>("v_bfi_b32", "VOP3", [](auto a, auto b, auto c) { return (a & b) | (~a & c); }),
      each<M, D, D, D>("v_lshlrev_b32", "VOP2", [](auto n, auto a) { return a << (n & 31u); }),
      each<M, D, D, D>("v_lshrrev_b32", "VOP2", [](auto n, auto a) { return a >> (n & 31u); }),
      each<M, D, D, D>("v_ashrrev_i32", "VOP2",
                       [](auto n, auto a) { return shift_right_signed(a, n & 31u); }),
      each<M, Q, D, Q>("v_lshlrev_b64", "VOP3", [](auto n, auto a) { return a << (n & 63u); }),
      each<M, Q, D, S>("v_lshrrev_b64", "VOP3", [](auto n, auto a) { return a >> (n & 63u); }),
      each<M, Q, D, S>("v_ashrrev_i64", "VOP3",
                       [](auto n, auto a) { return shift_right_signed(a, n & 63u); }),
      each<M, D, D, D, D>("v_lshl_or_b32", "VOP3", [](auto a, auto n, auto b) { return a << (n & 31u) | b; }),
      each<M, D, D, D, D>("v_bfe_u32", "VOP3",
                          [](auto a, auto n, auto w) { return low(wide_field(widen(a), n & 31u, w & 31u)); }),
      each<M, D, D, D, D>(
          "v_bfe_i32", "VOP3",
          [](auto a, auto n, auto w) { return field_signed(a, n & 31u, fitting(n & 31u, w & 31u, 32)); }),
      each<M, D, D, D, D>(
          "v_alignbit_b32", "VOP3",
          [](auto a, auto b, auto n) { return low((widen(a) << 32 | widen(b)) >> (n & 31u)); }),
      each_bit<M, D, D, D>("v_perm_b32", "VOP3",
                           [](auto a, auto b, auto s) { return permute_bytes(a, b, s); }),
      each<M, D, D, D>("v_bcnt_u32_b32", "VOP3", [](auto a, auto b) { return count_ones(widen(a)) + b; }),
      each_by_lane<M, D, D, D>("v_mbcnt_lo_u32_b32", "VOP3",
                               [](auto a, auto b, auto lane) { return ones_below(a, lane, false) + b; }),
      each_by_lane<M, D, D, D>("v_mbcnt_hi_u32_b32", "VOP3",
                               [](auto a, auto b, auto lane) { return ones_below(a, lane, true) + b; }),
      each<M, D, D>("v_ffbh_u32", "VOP1", [](auto a) { return leading_zeros(a); }),
      each<M, D, D>("v_bfrev_b32", "VOP1", [](auto a) { return reverse_bits(a); }),
      each_bit<M, D>("v_mov_b32", "VOP1", [](auto a) { return a; }),
      each<M, Q, Q>("v_mov_b64", "VOP1", [](auto a) { return a; }),
      other<M>("v_bitop3_b32", "VOP3 (CDNA4)", 4, Modifiers::bit_table, true,
               [](M& m, Instruction const& i) {
                 std::uint8_t const table = i.modifiers.table;
                 m.template each<D, D, D, D>(
                     i, [table](auto a, auto b, auto c) { return by_table(table, a, b, c); });
               }),
      each_bit<M, D>("v_accvgpr_mov_b32", "VOP1", [](auto a) { return a; }),
      each_bit<M, D>("v_accvgpr_read_b32", "VOP3P", [](auto a) { return a; }),
      each_bit<M, D>("v_accvgpr_write_b32", "VOP3P", [](auto a) { return a; }),
      other<M>("v_pk_mov_b32", "VOP3P", 3, Modifiers::op_sel | Modifiers::op_sel_hi, true,
               [](M& m, Instruction const& i) { m.move_pair(i); }),
      other<M>("v_cndmask_b32", "VOP2", 4, kParts, true,
               [](M& m, Instruction const& i) {
                 if constexpr (requires { m.take_by_mask(i); })
                   m.take_by_mask(i);
                 else
                   m.template each_by_mask<D, D, D>(i, i.operands[3],
                                                    [](auto a, auto b, auto c) { return select(c, b, a); });
               }),
      other<M>("v_readfirstlane_b32", "VOP1", 2, 0, true,
               [](M& m, Instruction const& i) { m.read_first_lane(i); }),
      other<M>("v_readlane_b32", "VOP3", 3, 0, true, [](M& m, Instruction const& i) { m.read_lane(i); }),
      other<M>("v_writelane_b32", "VOP3", 3, 0, true, [](M& m, Instruction const& i) { m.write_lane(i); }),
      other<M>("v_nop", "VOP1", 0, 0, true, [](M&, Instruction const&) {}),
  };
}

}  // namespace colex::code
