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

/// The swizzle of vectors of 2^log elements: upcast(s)(x / n) == s(x) / n. Error: linear, where bits within a
/// vector are XORed into those above; the two numbers are the bit and log.
template <class = void>
constexpr Result<Swizzle> upcast(Swizzle const& s, int log) {
  if (s.bits == 0) return {{}, {}};
  if (s.base >= log) return {{s.bits, s.base - log, s.shift}, {}};
  int const left = s.bits + s.base - log;  // target bits, or source bits below 0, at or above a vector's
  if (s.shift < 0 && s.base - s.shift + s.bits > log)
    return {{}, because<std::int64_t>(Condition::linear, s.base, log)};
  return {left > 0 && s.shift > 0 ? Swizzle{left, 0, s.shift} : Swizzle{}, {}};
}

/// The layout in vectors of n elements, nested as c is. Law: upcast(c)(i') == c(i) / n, as for plain layouts.
/// Errors: upcast(Layout)'s, power_of_two (n), vector_divides (the offset is no whole vector), linear (vectors
/// are torn by the swizzle), admissible()'s; a map is refused as linear.
template <class = void>
constexpr Result<AnyLayout> upcast(AnyLayout const& c, std::int64_t n, Cover cover = Cover::strict) {
  if (auto const why = admissible(c); why.condition != Condition::none) return {{}, why};
  auto const inner = upcast(c.inner, n, cover);
  if (!inner) return {{}, inner.refusal};
  if (is_plain(c) || n == 1) return {around(c, inner.value), {}};
  if (c.outer.is_map) return {{}, because(Condition::linear, n)};
  if (!is_power_of_two(n)) return {{}, because(Condition::power_of_two, n)};
  if (c.offset % n != 0) return {{}, because(Condition::vector_divides, c.offset, n)};
  auto const outer = upcast(c.outer.swizzle, log2_of(n));
  return {{outer.value, c.offset / n, inner.value}, outer.refusal};
}

/// The layout in n-ths of an element. Law: upcast(downcast(c, n), n) == c. Errors: downcast(Layout)'s,
/// power_of_two (n), admissible()'s; a map is refused as linear.
template <class = void>
constexpr Result<AnyLayout> downcast(AnyLayout const& c, std::int64_t n) {
  if (auto const why = admissible(c); why.condition != Condition::none) return {{}, why};
  auto const inner = downcast(c.inner, n);
  if (!inner) return {{}, inner.refusal};
  if (is_plain(c) || n == 1) return {around(c, inner.value), {}};
  if (c.outer.is_map) return {{}, because(Condition::linear, n)};
  if (!is_power_of_two(n)) return {{}, because(Condition::power_of_two, n)};
  if (!product_fits(c.offset, n)) return {{}, because(Condition::overflow, c.offset, n)};
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
/// such address. Errors: admissible()'s; a map is refused as linear.
template <class = void>
constexpr Result<PlacedAny> position_independent(AnyLayout const& c) {
  if (auto const why = admissible(c); why.condition != Condition::none) return {{}, why};
  if (c.outer.is_map) return {{}, because(Condition::linear, c.offset)};
  std::int64_t const step = std::int64_t{1} << (c.outer.swizzle.bits == 0 ? 0 : reach_bits(c.outer.swizzle));
  std::int64_t const outside = least_seen(c) / step * step;
  return {{{c.outer, c.offset - outside, c.inner}, outside}, {}};
}

/// The modes that c's inner layout leaves out of [0, cotarget): joined to them inside the swizzle, they are a
/// bijection onto [0, cotarget), where the swizzle keeps that interval. CuTe's. Errors: complement(Layout)'s,
/// in_domain (the offset, or what the swizzle touches, reaches beyond), linear (a map that is not one to one).
template <class = void>
constexpr Result<Layout<std::int64_t>> complement(AnyLayout const& c, std::int64_t cotarget,
                                                  Cover cover = Cover::strict, Budget budget = {}) {
  if (auto const why = admissible(c); why.condition != Condition::none) return {{}, why};
  auto const inner = complement(c.inner, cotarget, cover);
  if (!inner || is_plain(c)) return inner;
  if (!one_to_one(c.outer)) return {{}, because<std::int64_t>(Condition::linear)};
  AnyLayout const all = {c.outer, c.offset, join(c.inner, inner.value)};
  if (auto const past = extent(all, budget); cover == Cover::strict && (!past || past.value > cotarget))
    return {{}, past ? because(Condition::in_domain, past.value - 1, cotarget) : past.refusal};
  return inner;
}

}  // namespace colex
