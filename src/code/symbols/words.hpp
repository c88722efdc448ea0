// SPDX-License-Identifier: MIT
// The rows' second number type: what words.hpp says of machine words, said of terms. Floating-point operations are functions that are not looked into.
//
//   SymbolicWord x = ..., y = ...;
//   high(widen(x) + widen(y)) != 0u        the carry of x + y, as a term
#pragma once

#include <concepts>

#include "code/symbols/term.hpp"
#include "code/words.hpp"

namespace colex::code {

struct SymbolicBit {
  Term term;
};
template <unsigned width>
struct SymbolicBits {
  Term term;
  SymbolicBits(Term t) : term(t) {}
  template <std::integral I>
  SymbolicBits(I value) : term(constant(static_cast<std::uint64_t>(value), width)) {}

  friend SymbolicBits operator+(SymbolicBits a, SymbolicBits b) {
    return sum(width, {{a.term, 1}, {b.term, 1}});
  }
  friend SymbolicBits operator-(SymbolicBits a, SymbolicBits b) {
    return sum(width, {{a.term, 1}, {b.term, ~std::uint64_t{0}}});
  }
  friend SymbolicBits operator*(SymbolicBits a, SymbolicBits b) { return product(a.term, b.term); }
  friend SymbolicBits operator&(SymbolicBits a, SymbolicBits b) { return conjunction(a.term, b.term); }
  friend SymbolicBits operator|(SymbolicBits a, SymbolicBits b) { return disjunction(a.term, b.term); }
  friend SymbolicBits operator^(SymbolicBits a, SymbolicBits b) { return exclusive(a.term, b.term); }
  friend SymbolicBits operator~(SymbolicBits a) { return inverted(a.term); }
  friend SymbolicBit operator==(SymbolicBits a, SymbolicBits b) { return {equal(a.term, b.term)}; }
  friend SymbolicBit operator!=(SymbolicBits a, SymbolicBits b) { return {inverted(equal(a.term, b.term))}; }
  friend SymbolicBit operator<(SymbolicBits a, SymbolicBits b) { return {below(a.term, b.term)}; }
};
using SymbolicWord = SymbolicBits<32>;
using SymbolicWide = SymbolicBits<64>;

inline SymbolicBit operator!(SymbolicBit a) { return {inverted(a.term)}; }
inline SymbolicBit operator&(SymbolicBit a, SymbolicBit b) { return {conjunction(a.term, b.term)}; }
inline SymbolicBit operator|(SymbolicBit a, SymbolicBit b) { return {disjunction(a.term, b.term)}; }
inline SymbolicBit operator^(SymbolicBit a, SymbolicBit b) { return {exclusive(a.term, b.term)}; }
inline SymbolicBit operator||(SymbolicBit a, SymbolicBit b) { return {disjunction(a.term, b.term)}; }

template <unsigned width>
SymbolicBits<width> operator<<(SymbolicBits<width> a, SymbolicWord n) {
  return shifted(Op::shift_left, a.term, n.term);
}
template <unsigned width>
SymbolicBits<width> operator>>(SymbolicBits<width> a, SymbolicWord n) {
  return shifted(Op::shift_right, a.term, n.term);
}
template <unsigned width, std::integral I>
SymbolicBits<width> operator<<(SymbolicBits<width> a, I n) {
  return a << SymbolicWord(n);
}
template <unsigned width, std::integral I>
SymbolicBits<width> operator>>(SymbolicBits<width> a, I n) {
  return a >> SymbolicWord(n);
}

inline SymbolicWide widen(SymbolicWord a) { return extended(a.term, 64); }
inline SymbolicWide widen_signed(SymbolicWord a) { return sign_extended(a.term, 64); }
inline SymbolicWord low(SymbolicWide a) { return extract(a.term, 0, 32); }
inline SymbolicWord high(SymbolicWide a) { return extract(a.term, 32, 32); }
template <class T>
T select(SymbolicBit condition, T yes, T no) {
  return choose(condition.term, yes.term, no.term);
}
inline SymbolicWord of_condition(SymbolicBit c) { return extended(c.term, 32); }

template <unsigned width>
SymbolicBit less_signed(SymbolicBits<width> a, SymbolicBits<width> b) {
  return {below_signed(a.term, b.term)};
}
template <unsigned width>
SymbolicBits<width> shift_right_signed(SymbolicBits<width> a, SymbolicWord n) {
  return shifted(Op::shift_right_signed, a.term, n.term);
}

namespace detail {
template <unsigned width>
SymbolicBits<width> field(SymbolicBits<width> a, Term offset, Term count, bool is_signed) {
  if (offset->op != Op::constant || count->op != Op::constant)
    return apply(is_signed ? "signed field" : "field", width, {a.term, offset, count});
  auto const at = static_cast<unsigned>(offset->value);
  auto const n = static_cast<unsigned>(std::min<std::uint64_t>(count->value, width - std::min(at, width)));
  Term const bits = extract(a.term, std::min(at, width), n);
  if (n == 0) return constant(0, width);
  return is_signed ? sign_extended(bits, width) : extended(bits, width);
}
}  // namespace detail
inline SymbolicWide wide_field(SymbolicWide a, SymbolicWord offset, SymbolicWord width) {
  return detail::field(a, offset.term, width.term, false);
}
template <unsigned width>
SymbolicBits<width> field_signed(SymbolicBits<width> a, SymbolicWord offset, SymbolicWord count) {
  return detail::field(a, offset.term, count.term, true);
}
inline SymbolicWord fitting(SymbolicWord offset, SymbolicWord width, SymbolicWord all) {
  return select(width < all - offset, width, all - offset);
}
inline SymbolicWord one_bit(SymbolicWord n) { return SymbolicWord(1) << n; }
inline SymbolicWord reverse_bits(SymbolicWord a) {
  std::vector<Term> r;
  for (unsigned k = 32; k-- > 0;) r.push_back(extract(a.term, k, 1));
  return concatenate(r);
}
inline SymbolicWord permute_bytes(SymbolicWord high, SymbolicWord low, SymbolicWord selector) {
  if (selector.term->op != Op::constant) return apply("bytes", 32, {high.term, low.term, selector.term});
  std::vector<Term> r;
  Term const all = concatenate({low.term, high.term});
  for (unsigned k = 0; k < 4; ++k) {
    auto const code = static_cast<unsigned>(selector.term->value >> 8 * k & 0xFF);
    if (code < 8)
      r.push_back(extract(all, 8 * code, 8));
    else if (code < 12)
      r.push_back(sign_extended(extract(all, 16 * (code - 8) + 15, 1), 8));
    else
      r.push_back(constant(code == 12 ? 0 : 0xFF, 8));
  }
  return concatenate(r);
}

// What is not looked into: a function of the words that it reads.
template <class R>
inline constexpr unsigned width_of = 1;
template <unsigned width>
inline constexpr unsigned width_of<SymbolicBits<width>> = width;
template <class R, class... A>
R function(char const* name, A... a) {
  return {apply(name, width_of<R>, {a.term...})};
}

/// Of a mask of all ones, in parts whose sum is the lane.
inline SymbolicWord ones_below(SymbolicWord mask, SymbolicWord lane, bool upper) {
  if (!mask.term->is(0xFFFFFFFFu))
    return function<SymbolicWord>(upper ? "ones_below_upper" : "ones_below", mask, lane);
  SymbolicWord const past = select(lane < SymbolicWord(32), SymbolicWord(0), lane - SymbolicWord(32));
  return upper ? past : lane - past;
}
inline SymbolicWord dot_signed_bytes(SymbolicWord a, SymbolicWord b, SymbolicWord c) {
  return function<SymbolicWord>("dot_signed_bytes", a, b, c);
}
#define COLEX_OF_TWO(R, A, name) \
  inline R name(A a, A b) { return function<R>(#name, a, b); }
#define COLEX_OF_ONE(R, A, name) \
  inline R name(A a) { return function<R>(#name, a); }
#define COLEX_OF_THREE(R, A, name) \
  inline R name(A a, A b, A c) { return function<R>(#name, a, b, c); }
COLEX_OF_TWO(SymbolicWord, SymbolicWord, add_f32)
COLEX_OF_TWO(SymbolicWord, SymbolicWord, subtract_f32)
COLEX_OF_TWO(SymbolicWord, SymbolicWord, multiply_f32)
COLEX_OF_TWO(SymbolicWide, SymbolicWide, add_f64)
COLEX_OF_TWO(SymbolicWide, SymbolicWide, multiply_f64)
COLEX_OF_THREE(SymbolicWord, SymbolicWord, fma_f32)
COLEX_OF_THREE(SymbolicWide, SymbolicWide, fma_f64)
COLEX_OF_THREE(SymbolicWord, SymbolicWord, divide_fixup_f32)
COLEX_OF_THREE(SymbolicWide, SymbolicWide, divide_fixup_f64)
COLEX_OF_TWO(SymbolicWord, SymbolicWord, multiply_f16)
COLEX_OF_TWO(SymbolicWord, SymbolicWord, add_f16)
COLEX_OF_TWO(SymbolicWord, SymbolicWord, subtract_f16)
COLEX_OF_TWO(SymbolicWord, SymbolicWord, max_f16)
COLEX_OF_TWO(SymbolicWord, SymbolicWord, min_f16)
COLEX_OF_THREE(SymbolicWord, SymbolicWord, fma_f16)
COLEX_OF_ONE(SymbolicWord, SymbolicWord, leading_zeros)
COLEX_OF_ONE(SymbolicWord, SymbolicWide, count_ones)
COLEX_OF_ONE(SymbolicWord, SymbolicWide, first_one)
COLEX_OF_TWO(SymbolicWord, SymbolicWord, max_f32)
COLEX_OF_TWO(SymbolicWord, SymbolicWord, min_f32)
COLEX_OF_TWO(SymbolicWord, SymbolicWord, scale_f32)
COLEX_OF_ONE(SymbolicWord, SymbolicWord, truncate_f32)
COLEX_OF_ONE(SymbolicWord, SymbolicWord, floor_f32)
COLEX_OF_ONE(SymbolicWord, SymbolicWord, ceil_f32)
COLEX_OF_ONE(SymbolicWord, SymbolicWord, round_f32)
COLEX_OF_ONE(SymbolicWord, SymbolicWord, root_f32)
COLEX_OF_ONE(SymbolicWord, SymbolicWord, reciprocal_root_f32)
COLEX_OF_ONE(SymbolicWord, SymbolicWord, power_of_two_f32)
COLEX_OF_ONE(SymbolicWord, SymbolicWord, logarithm_f32)
COLEX_OF_ONE(SymbolicWord, SymbolicWord, f32_of_f16)
COLEX_OF_ONE(SymbolicWord, SymbolicWord, f16_of_f32)
COLEX_OF_ONE(SymbolicWord, SymbolicWord, bf16_of_f32)
COLEX_OF_ONE(SymbolicWord, SymbolicWord, reciprocal_f32)
COLEX_OF_ONE(SymbolicWide, SymbolicWide, reciprocal_f64)
COLEX_OF_TWO(SymbolicBit, SymbolicWord, less_f32)
COLEX_OF_TWO(SymbolicBit, SymbolicWord, equal_f32)
COLEX_OF_TWO(SymbolicBit, SymbolicWord, unordered_f32)
COLEX_OF_TWO(SymbolicBit, SymbolicWide, less_f64)
COLEX_OF_TWO(SymbolicBit, SymbolicWide, equal_f64)
COLEX_OF_TWO(SymbolicBit, SymbolicWide, unordered_f64)
COLEX_OF_TWO(SymbolicBit, SymbolicWord, is_of_class_f16)
COLEX_OF_TWO(SymbolicBit, SymbolicWord, is_of_class_f32)
COLEX_OF_ONE(SymbolicWord, SymbolicWord, f32_of_unsigned)
COLEX_OF_ONE(SymbolicWord, SymbolicWord, f32_of_signed)
COLEX_OF_ONE(SymbolicWord, SymbolicWord, unsigned_of_f32)
COLEX_OF_ONE(SymbolicWord, SymbolicWord, signed_of_f32)
COLEX_OF_ONE(SymbolicWide, SymbolicWord, f64_of_signed)
COLEX_OF_ONE(SymbolicWord, SymbolicWide, signed_of_f64)
#undef COLEX_OF_ONE
#undef COLEX_OF_TWO
#undef COLEX_OF_THREE
inline SymbolicBit is_of_class_f64(SymbolicWide a, SymbolicWord mask) {
  return function<SymbolicBit>("is_of_class_f64", a, mask);
}
inline SymbolicWide scale_f64(SymbolicWide a, SymbolicWord exponent) {
  return function<SymbolicWide>("scale_f64", a, exponent);
}
inline WithCondition<SymbolicWord, SymbolicBit> divide_scale_f32(SymbolicWord a, SymbolicWord b,
                                                                 SymbolicWord c) {
  return {function<SymbolicWord>("divide_scale_f32", a, b, c),
          function<SymbolicBit>("divide_scale_f32 scales", a, b, c)};
}
inline WithCondition<SymbolicWide, SymbolicBit> divide_scale_f64(SymbolicWide a, SymbolicWide b,
                                                                 SymbolicWide c) {
  return {function<SymbolicWide>("divide_scale_f64", a, b, c),
          function<SymbolicBit>("divide_scale_f64 scales", a, b, c)};
}
inline SymbolicWord divide_fmas_f32(SymbolicWord a, SymbolicWord b, SymbolicWord c, SymbolicBit scaled) {
  return function<SymbolicWord>("divide_fmas_f32", a, b, c, scaled);
}
inline SymbolicWide divide_fmas_f64(SymbolicWide a, SymbolicWide b, SymbolicWide c, SymbolicBit scaled) {
  return function<SymbolicWide>("divide_fmas_f64", a, b, c, scaled);
}

}  // namespace colex::code
