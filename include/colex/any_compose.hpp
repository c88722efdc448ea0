// SPDX-License-Identifier: MIT
// Composition, inverses and the like of layouts behind a swizzle or a map, on either side.
//
//   composition((4,8):(8,1), Sw<1,0,2> o 0 o (4,8):(1,4)) == Sw<1,0,-3> o 0 o (4,8):(8,1)
//   left_inverse(Sw<1,0,2> o 0 o 8:1) == Sw<1,0,2> o 0 o 8:1
//   max_common_vector(Sw<3,3,3> o 0 o 512:1, 512:1) == 64
//
// Over GF(2) everything is decided by elimination. Answers are in their plainest form (simplest()). Law:
// any_layouts_are_exact.
#pragma once

#include <algorithm>
#include <array>

#include "colex/any_decide.hpp"
#include "colex/left_inverse.hpp"

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

/// x -> map(x) ^ constant for all x of as many bits as the map has inputs. Error: capacity.
template <class = void>
constexpr Result<AnyLayout> on_all_bits(BitMap const& map, std::int64_t constant, Budget budget) {
  if (map.inputs == 62 && constant != 0) return {{}, because<std::int64_t>(Condition::capacity)};
  return simplest(xored(map, constant, leaf(Mode<std::int64_t>{std::int64_t{1} << map.inputs, 1})), budget);
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

namespace detail {
/// Coordinates at which the offsets 0, 1, 2, ... are.
struct FirstOffsets {
  std::array<std::int64_t, kPointsCompared> at{};
  std::int64_t count = 0;
};
/// The form of any kind with the most values k -> at[k]: all of them, else one fewer, and so on. Errors: surjective
/// (there are none), undecided.
template <class = void>
constexpr Result<AnyLayout> longest(FirstOffsets const& first, std::int64_t top, Work& work) {
  for (std::int64_t n = first.count; n > 0; --n) {
    auto const r =
        found([&](std::int64_t k) { return first.at[static_cast<std::size_t>(k)]; }, n, top, leaf(n), work);
    if (r || r.refusal.condition == Condition::undecided) return r;
  }
  return {{}, because<std::int64_t>(Condition::surjective)};
}
}  // namespace detail

/// R with C(R(k)) == k for every k below size(R). No layout does that for more k where C is linear over GF(2), and where
/// it is injective and has up to 2^12 offsets 0, 1, 2, ... without a gap; where it is not, one coordinate of each offset
/// is tried. Errors: surjective (offset 0 is not reached), undecided, admissible()'s.
template <class = void>
constexpr Result<AnyLayout> right_inverse(AnyLayout const& c, Parts parts = Parts::any, Budget budget = {}) {
  if (auto const why = admissible(c); why.condition != Condition::none) return {{}, why};
  if (is_plain(c)) {
    auto const plain = right_inverse(c.inner, parts, budget);
    return {any(plain.value), plain.refusal};
  }
  Work work(budget);
  if (auto const affine = affine_bits(c, work.rest())) {
    auto const origin = preimage(affine.value.map, affine.value.at_zero);
    if (!origin) return {{}, because<std::int64_t>(Condition::surjective)};
    BitMap back;
    while (auto const x = preimage(affine.value.map, std::int64_t{1} << back.inputs))
      back.column[back.inputs++] = x.value;
    return detail::on_all_bits(back, origin.value, work.rest());
  }
  detail::FirstOffsets first;
  for (;; ++first.count) {
    auto const at = get_1d_coord(c, first.count, work);
    if (!at && at.refusal.condition == Condition::surjective) break;
    if (!at) return {{}, at.refusal};
    if (first.count == detail::kPointsCompared) return {{}, undecided(work, size(c))};
    first.at[static_cast<std::size_t>(first.count)] = at.value;
  }
  return detail::longest(first, size(c) - 1, work);
}

namespace detail {
struct OffsetOf {
  std::int64_t offset, index;
};
/// The map over GF(2), and a constant after it, that takes C's offsets back to the indices; bits that no offset needs
/// go to 0. All points are looked at, least offset first. Errors: linear, with an offset whose index the ones below
/// force to be another; capacity; undecided beyond 2^12 points. Precondition: C is injective.
template <class = void>
constexpr Result<AnyLayout> inverse_by_points(AnyLayout const& c, Work& work) {
  std::int64_t const points = size(c);
  if (points > kPointsCompared) return {{}, undecided(Work(Budget{kPointsCompared}), points)};
  std::array<OffsetOf, kPointsCompared> list{};
  auto const end = list.begin() + points;
  for (std::int64_t i = 0; i < points; ++i) list[static_cast<std::size_t>(i)] = {c(i), i};
  std::sort(list.begin(), end, [](OffsetOf const& a, OffsetOf const& b) { return a.offset < b.offset; });
  auto const [origin, first] = list[0];
  BitMap there, indices;  // of offsets of which none is a sum of others, each XORed with the first
  for (auto at = list.begin() + 1; at < end; ++at) {
    if (!work.take()) return {{}, undecided(work, points)};
    auto const sum = preimage(there, at->offset ^ origin);
    if (!sum) {
      there.column[there.inputs++] = at->offset ^ origin;
      indices.column[indices.inputs++] = at->index ^ first;
    } else if (std::int64_t const forced = indices(sum.value) ^ first; forced != at->index) {
      return {{}, shown_at<std::int64_t>(Condition::linear, at->offset, forced, at->index)};
    }
  }
  BitMap back = composition(indices, inverse(there).value);
  back.inputs = bits_of(end[-1].offset);
  return on_all_bits(back, back(origin) ^ first, work.rest());
}
}  // namespace detail

/// R with R(C(i)) == i for every i below size(C). Inverse::quasi, where the inverse behind a swizzle is the inner
/// layout's: as many points as that has, or more where the swizzle reaches further (CuTe). Where C is not linear over
/// GF(2), R is the inner layout's inverse behind the swizzle where that is found, else a map. Errors: injective (with
/// two coordinates), linear (no map takes the offsets back: with the least one at which all fail), capacity, undecided,
/// of a plain layout left_inverse(Layout)'s, admissible()'s.
template <class = void>
constexpr Result<AnyLayout> left_inverse(AnyLayout const& c, Inverse kind = Inverse::exact,
                                         Budget budget = {}) {
  if (auto const why = admissible(c); why.condition != Condition::none) return {{}, why};
  if (is_plain(c)) {
    auto const plain = left_inverse(c.inner, kind, budget);
    return {any(plain.value), plain.refusal};
  }
  Work work(budget);
  if (auto const why = injective(c, work.rest()); why.condition != Condition::none) return {{}, why};
  if (auto const same = simplest(c, work.rest()); same && is_plain(same.value))
    if (auto const plain = left_inverse(same.value, kind, work.rest())) return plain;
  if (auto const affine = affine_bits(c, work.rest())) {
    BitMap back = inverse(affine.value.map).value;
    std::int64_t const origin = back(affine.value.at_zero);
    while (affine.value.at_zero >> back.inputs != 0) ++back.inputs;
    return detail::on_all_bits(back, origin, work.rest());
  }
  if (!c.outer.is_map && c.offset == 0) {
    auto const inner = left_inverse(c.inner, kind, work.rest());
    auto const past = extent(c, work.rest());
    if (inner && past) {
      std::int64_t points = std::int64_t{1} << bits_of(past.value - 1);
      if (kind == Inverse::quasi) points = past.value < size(inner.value) ? size(inner.value) : past.value;
      AnyLayout const before{c.outer, 0, leaf(Mode<std::int64_t>{points, 1})};
      if (auto const r = composition(any(inner.value), before, work.rest())) return r;
    }
  }
  return detail::inverse_by_points(c, work);
}

/// N, increasing, whose values are exactly the coordinates with offset 0: over GF(2), else all points are looked at.
/// Errors: starts_at_zero (coordinate 0 has another offset), nullspace(Layout)'s, linear, with an index, undecided (more
/// than 2^12 points), admissible()'s.
template <class = void>
constexpr Result<AnyLayout> nullspace(AnyLayout const& c, Budget budget = {}) {
  if (auto const why = admissible(c); why.condition != Condition::none) return {{}, why};
  if (c(0) != 0) return {{}, starts_at(c(0))};
  if (c.offset == 0 && one_to_one(c.outer)) {
    auto const inner = nullspace(c.inner, budget);
    return {any(inner.value), inner.refusal};
  }
  Work work(budget);
  auto const affine = affine_bits(c, work.rest());
  if (affine) return detail::on_all_bits(kernel(affine.value.map), 0, work.rest());
  if (size(c) > detail::kPointsCompared)
    return {{}, undecided(Work(Budget{detail::kPointsCompared}), size(c))};
  detail::FirstOffsets zeros;
  for (std::int64_t i = 0; i < size(c); ++i)
    if (c(i) == 0) zeros.at[static_cast<std::size_t>(zeros.count++)] = i;
  return detail::found([&](std::int64_t k) { return zeros.at[static_cast<std::size_t>(k)]; }, zeros.count,
                       size(c) - 1, leaf(zeros.count), work);
}

namespace detail {
/// The part of max_common_layout of the inner layouts that swizzles leave in place: below the lowest bit that
/// one of them changes. Precondition: the offsets are 0, the outer maps swizzles.
template <class = void>
constexpr Result<AnyLayout> common_in_place(AnyLayout const& a, AnyLayout const& b, Parts parts, Work& work) {
  auto const common = max_common_layout(a.inner, b.inner, parts, work.rest());
  if (!common) return {{}, common.refusal};
  std::int64_t fixed = size(common.value);
  for (auto const* one : {&a, &b})
    if (std::int64_t const base = std::int64_t{1} << one->outer.swizzle.base;
        one->outer.swizzle.bits > 0 && base < fixed)
      fixed = base;
  auto const part =
      composition(common.value, leaf(Mode<std::int64_t>{fixed, 1}), Domain::extend_last, work.rest());
  return {any(coalesce(part.value)), part.refusal};
}

/// The longest R that max_common_layout asks for, all points looked at; of offsets with several coordinates the first.
/// Errors: longest()'s; undecided beyond 2^12 points.
template <class = void>
constexpr Result<AnyLayout> common_of_points(AnyLayout const& a, AnyLayout const& b, Work& work) {
  std::int64_t const points = size(a) < size(b) ? size(a) : size(b);
  if (points > kPointsCompared) return {{}, undecided(Work(Budget{kPointsCompared}), points)};
  FirstOffsets first;
  for (auto& at : first.at) at = -1;
  for (std::int64_t i = points - 1; i >= 0; --i)
    if (std::int64_t const v = a(i); v == b(i) && v >= 0 && v < points)
      first.at[static_cast<std::size_t>(v)] = i;
  while (first.count < points && first.at[static_cast<std::size_t>(first.count)] >= 0) ++first.count;
  return longest(first, points - 1, work);
}
}  // namespace detail

/// R with A(R(i)) == i == B(R(i)) for every i below size(R). No layout does that for more i where both are
/// linear over GF(2), and where one is injective and one has at most 2^12 points. Beyond, and with Parts::whole_modes
/// wherever the swizzles differ, the part of max_common_layout of the inner layouts that the swizzles leave in place, as
/// CuTe has it. Errors: surjective (0 is at no coordinate of both), undecided, admissible()'s.
template <class = void>
constexpr Result<AnyLayout> max_common_layout(AnyLayout const& a, AnyLayout const& b,
                                              Parts parts = Parts::any, Budget budget = {}) {
  if (auto const why = defined(a); why.condition != Condition::none) return {{}, why};
  if (auto const why = defined(b); why.condition != Condition::none) return {{}, why};
  Work work(budget);
  if (is_plain(a) && is_plain(b)) {
    auto const common = max_common_layout(a.inner, b.inner, parts, work.rest());
    return {any(common.value), common.refusal};
  }
  bool const swizzles = !a.outer.is_map && !b.outer.is_map && a.offset == 0 && b.offset == 0;
  if (swizzles && parts == Parts::whole_modes && !(a.outer == b.outer))
    return detail::common_in_place(a, b, parts, work);
  auto x = affine_bits(a, work.rest()), y = affine_bits(b, work.rest());
  if (x && y) {
    // a coordinate of both is one of the smaller
    int const inputs = x->map.inputs < y->map.inputs ? x->map.inputs : y->map.inputs;
    for (auto* m : {&x.value.map, &y.value.map})
      while (m->inputs > inputs) m->column[--m->inputs] = 0;
    auto const origin = preimage(x->map, y->map, x->at_zero, y->at_zero);
    if (!origin) return {{}, because<std::int64_t>(Condition::surjective)};
    BitMap back;
    for (std::int64_t bit = 1; auto const at = preimage(x->map, y->map, bit, bit); bit *= 2)
      back.column[back.inputs++] = at.value;
    return detail::on_all_bits(back, origin.value, work.rest());
  }
  if (parts == Parts::any || !swizzles) {
    auto const seen = detail::common_of_points(a, b, work);
    if (seen || !swizzles || seen.refusal.condition != Condition::undecided) return seen;
  }
  return detail::common_in_place(a, b, parts, work);
}

/// The size of max_common_layout. Errors: as there.
template <class = void>
constexpr Result<std::int64_t> max_common_vector(AnyLayout const& a, AnyLayout const& b,
                                                 Parts parts = Parts::any, Budget budget = {}) {
  auto const common = max_common_layout(a, b, parts, budget);
  return {size(common.value), common.refusal};
}

}  // namespace colex
