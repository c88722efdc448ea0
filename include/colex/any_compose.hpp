// SPDX-License-Identifier: MIT
// Composition and sums of layouts behind a swizzle or a map, on either side.
//
//   composition((4,8):(8,1), Sw<1,0,2> o 0 o (4,8):(1,4)) == Sw<1,0,-3> o 0 o (4,8):(8,1)
//
// Over GF(2) everything is decided by elimination. Answers are in their plainest form (simplest()). Law:
// any_layouts_are_exact.
#pragma once

#include "colex/any_decide.hpp"

namespace colex {

namespace detail {

/// The values of a at the numbers of so many bits, over GF(2); a's last mode runs on.
template <class = void>
constexpr Result<AffineBits> on_bits(AnyLayout const& a, int bits, Work& work) {
  auto const counted = leaf(Mode<std::int64_t>{std::int64_t{1} << bits, 1});
  auto const inner = composition(a.inner, counted);
  if (!inner) return {{}, inner.refusal};
  return affine_bits(around(a, inner.value), work.rest());
}

/// The outer map of b for the offsets that it gets.
constexpr BitMap outer_bits(AnyLayout const& b) {
  int const inputs = bits_of(b.offset + extent(b.inner) - 1);
  if (!b.outer.is_map) return bit_map(b.outer.swizzle, inputs);
  BitMap r;
  while (r.inputs < inputs) r.column[r.inputs] = b.outer.map.column[r.inputs], ++r.inputs;
  return r;
}

/// A o B where A is linear on all that B's outer map can give.
template <class = void>
constexpr Result<AnyLayout> compose_linear(AnyLayout const& a, AnyLayout const& b, Work& work) {
  BitMap const outer = outer_bits(b);
  std::int64_t reached = 0;
  for (auto const column : outer.column) reached |= column;
  if (outer.inputs == 62 || bits_of(reached) == 62) return {{}, because<std::int64_t>(Condition::capacity)};
  auto const linear = on_bits(a, bits_of(reached), work);
  if (!linear) return {{}, linear.refusal};
  auto r = xored(composition(linear.value.map, outer), linear.value.at_zero, b.inner);
  r.offset += b.offset;
  return simplest(r, work.rest());
}

/// d where the layout, its last mode running on, is i -> d * i. Error: additive.
template <class = void>
constexpr Result<std::int64_t> single_stride(Layout<std::int64_t> const& layout) {
  auto const modes = coalesce_extended(layout.leaves);
  if (modes.count > 1) return {0, because<std::int64_t>(Condition::additive)};
  return {modes.count == 0 ? 0 : modes[0].stride, {}};
}

/// A o B, all points looked at.
template <class = void>
constexpr Result<AnyLayout> compose_points(AnyLayout const& a, AnyLayout const& b, std::int64_t past,
                                           Work& work) {
  if (size(b) > kPointsCompared) return {{}, undecided(Work(Budget{kPointsCompared}), size(b))};
  for (auto const& m : a.inner.leaves)
    if (!product_fits(past, m.stride)) return {{}, because(Condition::overflow, past, m.stride)};
  auto const value = [&](std::int64_t i) {
    return a.outer(a.offset + evaluate_extended(a.inner.leaves, b(i)));
  };
  std::int64_t top = 0;
  for (std::int64_t i = 0; i < size(b); ++i) {
    std::int64_t const at = a.offset + evaluate_extended(a.inner.leaves, b(i));
    if (at < 0) return {{}, because(Condition::not_negative, at)};
    if (auto const why = admissible(a.outer, at); why.condition != Condition::none) return {{}, why};
    if (a.outer(at) > top) top = a.outer(at);
  }
  return found(value, size(b), top, shape(b.inner), work);
}

}  // namespace detail

/// The layout of any kind that is A(B(i)) at i, nested as B is, A's last mode running on. Refused as `linear`
/// where none of the kinds is that function, with an index that shows it. Exact where B is plain and the inner
/// layouts compose, where A is linear over GF(2) on what B gives, and for B of up to 2^12 points; undecided
/// otherwise. Two plain layouts are composed as such. Errors: composition(Layout, Layout)'s, linear, undecided,
/// overflow, admissible()'s.
template <class = void>
constexpr Result<AnyLayout> composition(AnyLayout const& a, AnyLayout const& b, Budget budget = {}) {
  if (auto const why = admissible(a); why.condition != Condition::none) return {{}, why};
  if (auto const why = admissible(b); why.condition != Condition::none) return {{}, why};
  if (is_plain(b)) {
    auto const inner = composition(a.inner, b.inner, Domain::extend_last, budget);
    auto const r = around(a, inner);
    if (inner) return {r.value, admissible(r.value)};
    if (is_plain(a)) return r;
  }
  if (auto const stride = detail::single_stride(a.inner); b.outer.is_identity() && stride)
    if (auto const inner = composition(a.inner, b.inner, Domain::extend_last, budget)) {
      auto r = around(a, inner.value);
      if (!product_fits(b.offset, stride.value) || !sum_fits(r.offset, b.offset * stride.value))
        return {{}, because(Condition::overflow, b.offset, stride.value)};
      r.offset += b.offset * stride.value;
      return {r, admissible(r)};
    }
  Work work(budget);
  auto const past = extent(b, work.rest());
  if (!past) return {{}, past.refusal};
  if (auto const linear = detail::compose_linear(a, b, work)) return linear;
  return detail::compose_points(a, b, past.value, work);
}

/// The layout of any kind whose value at i is A(i) + B(i), nested as A; all points are looked at. A plain one of the two
/// may be negative, and a sum below 0 has plain layouts only. Errors: divides (the sizes differ), linear, with an index,
/// undecided (more than 2^12 points), overflow, find_layout()'s, composition()'s, admissible()'s.
template <class = void>
constexpr Result<AnyLayout> layout_add(AnyLayout const& a, AnyLayout const& b, Budget budget = {}) {
  if (auto const why = defined(a); why.condition != Condition::none) return {{}, why};
  if (auto const why = defined(b); why.condition != Condition::none) return {{}, why};
  std::int64_t const points = size(a);
  if (std::int64_t const others = size(b); points != others)
    return {{},
            points < others ? because(Condition::divides, points, others)
                            : because(Condition::divides, others, points)};
  if (points > detail::kPointsCompared) return {{}, undecided(Work(Budget{detail::kPointsCompared}), points)};
  std::int64_t top = 0, least = 0;
  for (std::int64_t i = 0; i < points; ++i) {
    if (!sum_fits(a(i), b(i))) return {{}, because(Condition::overflow, a(i), b(i))};
    if (a(i) + b(i) > top) top = a(i) + b(i);
    if (a(i) + b(i) < least) least = a(i) + b(i);
  }
  auto const sum = [&](std::int64_t i) { return a(i) + b(i); };
  Work work(budget);
  if (least == 0) return detail::found(sum, points, top, shape(a.inner), work);
  auto const plain = find_layout<std::int64_t>(sum, points);
  if (!plain) return {{}, plain.refusal};
  auto const dims = shape(a.inner);
  auto const nested = composition(plain.value, make_layout(dims, compact_col_major(dims)).value);
  return {any(nested.value), nested.refusal};
}

}  // namespace colex
