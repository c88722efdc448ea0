// SPDX-License-Identifier: MIT
// The memory of a swizzled layout counted in wider or narrower elements: the swizzle's bits move along.
//
//   upcast(Sw<3,4,3> o 0 o (8,64):(64,1), 16) == Sw<3,0,3> o 0 o (8,4):(4,1)
//   downcast(Sw<3,0,3> o 0 o (8,8):(8,1), 16) == Sw<3,4,3> o 0 o (8,128):(128,1)
//   position_independent(Sw<1,0,1> o 21 o 4:1) == Sw<1,0,1> o 1 o 4:1 at 20
//
// Source: CuTe's upcast, downcast, recast_layout and as_position_independent_swizzle_layout; that the numbers
// allow it is decided here.
#pragma once

#include "colex/any_decide.hpp"
#include "colex/recast.hpp"

namespace colex {

/// The swizzle of vectors of 2^log elements: upcast(s)(x / n) == s(x) / n, for x whose bits below `moving` are 0. Error:
/// linear, where bits within a vector are XORed into those above: as `index` an element of vector 0 that goes to vector
/// `want`, though element 0 goes to vector `got`, 0.
template <class = void>
constexpr Result<Swizzle> upcast(Swizzle const& s, int log, int moving = 0) {
  if (s.bits == 0) return {{}, {}};
  if (s.base >= log) return {{s.bits, s.base - log, s.shift}, {}};
  int const end = s.base + s.bits;  // of the target bits, or of the source bits where the shift is below 0
  int const torn = (end < log ? end : log) - 1;  // the highest bit within a vector that is read
  std::int64_t const element = std::int64_t{1} << torn, vector = s(element) >> log;
  if (s.shift < 0 && torn >= moving && vector != 0)
    return {{}, shown_at<std::int64_t>(Condition::linear, element, 0, vector)};
  return {end > log ? Swizzle{end - log, 0, s.shift} : Swizzle{}, {}};
}
/// The same of a map.
template <class = void>
constexpr Result<BitMap> upcast(BitMap const& m, int log, int moving = 0) {
  BitMap r;
  for (int k = 0; k < m.inputs; ++k) {
    std::int64_t const vector = m.column[k] >> log;
    if (k >= log) r.column[r.inputs++] = vector;
    if (k < log && k >= moving && vector != 0)
      return {{}, shown_at<std::int64_t>(Condition::linear, std::int64_t{1} << k, 0, vector)};
  }
  return {r, {}};
}

namespace detail {
/// Low bits that are 0 in all offsets of the inner layout.
constexpr int fixed_bits(Layout<std::int64_t> const& inner) {
  std::int64_t strides = kReachLimit;
  for (auto const& m : inner.leaves)
    if (m.shape > 1) strides |= m.stride;
  return trailing_zeros(strides);
}
/// The layout behind `outer`, where that is none.
template <class T>
constexpr Result<AnyLayout> behind(Result<T> const& outer, std::int64_t offset,
                                   Layout<std::int64_t> const& inner) {
  AnyLayout const r{outer.value, offset, inner};
  return {r, outer ? admissible(r) : outer.refusal};
}
}  // namespace detail

/// The layout in vectors of n elements, nested as c is. Law: upcast(c)(i') == c(i) / n, as for plain layouts.
/// Errors: upcast(Layout)'s, power_of_two (n), vector_divides (the offset is no whole vector), linear (vectors
/// are torn by the swizzle or the map), admissible()'s.
template <class = void>
constexpr Result<AnyLayout> upcast(AnyLayout const& c, std::int64_t n, Cover cover = Cover::strict) {
  if (auto const why = admissible(c); why.condition != Condition::none) return {{}, why};
  auto const inner = upcast(c.inner, n, cover);
  if (!inner) return {{}, inner.refusal};
  if (is_plain(c) || n == 1) return {around(c, inner.value), {}};
  if (!is_power_of_two(n)) return {{}, because(Condition::power_of_two, n)};
  if (c.offset % n != 0) return {{}, because(Condition::vector_divides, c.offset, n)};
  int const log = log2_of(n), moving = detail::fixed_bits(c.inner);
  return c.outer.is_map ? detail::behind(upcast(c.outer.map, log, moving), c.offset / n, inner.value)
                        : detail::behind(upcast(c.outer.swizzle, log, moving), c.offset / n, inner.value);
}

/// The layout in n-ths of an element. Law: upcast(downcast(c, n), n) == c. Errors: downcast(Layout)'s,
/// power_of_two (n), capacity (a map of more than 62 bits), admissible()'s.
template <class = void>
constexpr Result<AnyLayout> downcast(AnyLayout const& c, std::int64_t n) {
  if (auto const why = admissible(c); why.condition != Condition::none) return {{}, why};
  auto const inner = downcast(c.inner, n);
  if (!inner) return {{}, inner.refusal};
  if (is_plain(c) || n == 1) return {around(c, inner.value), {}};
  if (!is_power_of_two(n)) return {{}, because(Condition::power_of_two, n)};
  if (!product_fits(c.offset, n)) return {{}, because(Condition::overflow, c.offset, n)};
  if (c.outer.is_map) {
    int const log = log2_of(n);
    BitMap finer;
    for (; finer.inputs < log; ++finer.inputs) finer.column[finer.inputs] = std::int64_t{1} << finer.inputs;
    if (c.outer.map.inputs + log > 62) return {{}, because<std::int64_t>(Condition::capacity)};
    for (int k = 0; k < c.outer.map.inputs; ++k) {
      if (!product_fits(c.outer.map.column[k], n))
        return {{}, because(Condition::overflow, c.outer.map.column[k], n)};
      finer.column[finer.inputs++] = c.outer.map.column[k] * n;
    }
    return detail::behind(Result<BitMap>::answer(finer), c.offset * n, inner.value);
  }
  Swizzle const& s = c.outer.swizzle;
  AnyLayout const r{s.bits == 0 ? s : Swizzle{s.bits, s.base + log2_of(n), s.shift}, c.offset * n,
                    inner.value};
  return {r, admissible(r)};
}

/// From elements of `from` bits to elements of `to` bits. Errors: theirs; not_negative where a width is below 1.
template <class = void>
constexpr Result<AnyLayout> recast_layout(AnyLayout const& c, std::int64_t from, std::int64_t to,
                                          Cover cover = Cover::strict) {
  if (from < 1 || to < 1) return {{}, because(Condition::not_negative, from, to)};
  std::int64_t a = from, b = to;
  while (b != 0) {
    std::int64_t const rest = a % b;
    a = b;
    b = rest;
  }
  auto const down = downcast(c, from / a);
  return down ? upcast(down.value, to / a, cover) : down;
}

/// A layout behind a swizzle, and an offset outside of it.
struct PlacedAny {
  AnyLayout layout{};
  std::int64_t offset = 0;
  bool operator==(PlacedAny const&) const = default;
};

/// c with as much of its offset as possible outside of the swizzle: c(i) == offset + layout(i). That part is a
/// multiple of what the swizzle touches, 2^(bits + base + |shift|), so that the layout may be placed at any
/// such address; of a map, of 2^t where its columns from t on are the bits themselves and the others stay below. Errors:
/// admissible()'s.
template <class = void>
constexpr Result<PlacedAny> position_independent(AnyLayout const& c) {
  if (auto const why = admissible(c); why.condition != Condition::none) return {{}, why};
  int touched = c.outer.is_map              ? c.outer.map.inputs
                : c.outer.swizzle.bits == 0 ? 0
                                            : reach_bits(c.outer.swizzle);
  if (c.outer.is_map) {
    BitMap const& m = c.outer.map;
    while (touched > 0 && m.column[touched - 1] == std::int64_t{1} << (touched - 1)) --touched;
    for (int k = 0; k < touched; ++k)
      while (m.column[k] >> touched != 0) ++touched;
  }
  std::int64_t const step = std::int64_t{1} << touched;
  std::int64_t const outside = least_seen(c) / step * step;
  return {{{c.outer, c.offset - outside, c.inner}, outside}, {}};
}

/// The modes that c's inner layout leaves out of [0, cotarget): joined to them inside the swizzle, they are a
/// bijection onto [0, cotarget), where the swizzle keeps that interval. CuTe's. Errors: complement(Layout)'s,
/// in_domain (the offset, or what the swizzle touches, reaches beyond), injective (behind a map that is not one to one:
/// two coordinates of the layout joined with its complement), undecided.
template <class = void>
constexpr Result<Layout<std::int64_t>> complement(AnyLayout const& c, std::int64_t cotarget,
                                                  Cover cover = Cover::strict, Budget budget = {}) {
  if (auto const why = admissible(c); why.condition != Condition::none) return {{}, why};
  auto const inner = complement(c.inner, cotarget, cover);
  if (!inner || is_plain(c)) return inner;
  AnyLayout const all = {c.outer, c.offset, join(c.inner, inner.value)};
  if (!one_to_one(c.outer))
    if (auto const why = injective(all, budget); why.condition != Condition::none) return {{}, why};
  if (auto const past = extent(all, budget); cover == Cover::strict && (!past || past.value > cotarget))
    return {{}, past ? because(Condition::in_domain, past.value - 1, cotarget) : past.refusal};
  return inner;
}

}  // namespace colex
