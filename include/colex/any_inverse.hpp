// SPDX-License-Identifier: MIT
// Inverses of layouts behind a swizzle or a map, their kernel, and what two of them have in common.
//
//   left_inverse(Sw<1,0,2> o 0 o 8:1) == Sw<1,0,2> o 0 o 8:1
//   max_common_vector(Sw<3,3,3> o 0 o 512:1, 512:1) == 64
//
// Over GF(2) everything is decided by elimination. Answers are in their plainest form (simplest()). Law:
// any_layouts_are_exact.
#pragma once

#include "colex/any_compose.hpp"
#include "colex/left_inverse.hpp"

namespace colex {

namespace detail {
/// x -> map(x) ^ constant for all x of as many bits as the map has inputs. Error: capacity.
template <class = void>
constexpr Result<AnyLayout> on_all_bits(BitMap const& map, std::int64_t constant, Budget budget) {
  if (map.inputs == 62 && constant != 0) return {{}, because<std::int64_t>(Condition::capacity)};
  return simplest(xored(map, constant, leaf(Mode<std::int64_t>{std::int64_t{1} << map.inputs, 1})), budget);
}

/// Coordinates at which the offsets 0, 1, 2, ... are.
struct FirstOffsets {
  std::int64_t at[kPointsCompared]{};
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
  OffsetOf list[kPointsCompared]{};
  auto const* const end = list + points;
  for (std::int64_t i = 0; i < points; ++i) list[static_cast<std::size_t>(i)] = {c(i), i};
  sort_by(list, points, [](OffsetOf const& one) { return one.offset; });
  auto const [origin, first] = list[0];
  BitMap there, indices;  // of offsets of which none is a sum of others, each XORed with the first
  for (auto const* at = list + 1; at < end; ++at) {
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
