// SPDX-License-Identifier: MIT
// One value for every layout of offsets: i -> outer(offset + inner(i)), where outer is nothing, a swizzle, or
// any linear map over GF(2).
//
//   simplest(Sw<3,4,3> o 0 o (8,8):(8,1)) == (8,8):(8,1)          simplest([1,2,5] o 0 o 8:1) == Sw<1,0,2> o 0 o 8:1
//   simplest([1,3,7] o 0 o 8:1) == [1,3,7] o 0 o 8:1      a map, as the images of 1, 2, 4
//
// A plain Layout and a ComposedLayout are AnyLayouts; simplest() finds the plainest form of one. Nothing is
// the swizzle of no bits. A constant that is XORed in is the image of a bit above all others, which the offset
// sets. Law: any_layouts_are_exact.
//
// `template <class = void>`: compiled where it is called, so that including these headers costs less.
#pragma once

#include "colex/composed_bits.hpp"
#include "colex/find.hpp"

namespace colex {

/// A swizzle, or a linear map from the bits that offsets have.
struct Outer {
  Swizzle swizzle{};
  BitMap map{};
  bool is_map = false;

  constexpr Outer() = default;
  constexpr Outer(Swizzle const& s) : swizzle(s) {}
  constexpr Outer(BitMap const& m) : map(m), is_map(true) {}
  /// Precondition: x >= 0.
  constexpr std::int64_t operator()(std::int64_t x) const { return is_map ? map(x) : swizzle(x); }
  constexpr bool is_identity() const { return !is_map && swizzle.bits == 0; }
  bool operator==(Outer const&) const = default;
};

constexpr bool reads_nothing(Outer const& outer) { return outer.is_identity(); }
template <Number Word>
constexpr Word outer_value(Outer const& outer, Word const& x) {
  return outer(x);
}
/// No two offsets have one image.
constexpr bool one_to_one(Outer const& outer) { return !outer.is_map || rank(outer.map) == outer.map.inputs; }

/// Errors: those of the swizzle; of a map not_negative (a column below 0), overflow (one of 2^62), capacity,
/// in_domain (the offset in `left` has more bits than the map has inputs).
constexpr Refusal<std::int64_t> admissible(Outer const& outer, std::int64_t top) {
  if (!outer.is_map) return admissible<std::int64_t>(outer.swizzle);
  if (outer.map.inputs > 62) return because<std::int64_t>(Condition::capacity);
  for (auto const column : outer.map.column) {
    if (column < 0) return because(Condition::not_negative, column);
    if (column >= kReachLimit) return because(Condition::overflow, column);
  }
  if (top >> outer.map.inputs != 0)
    return because(Condition::in_domain, top, std::int64_t{1} << outer.map.inputs);
  return {};
}

using AnyLayout = BasicComposedLayout<std::int64_t, Outer>;

constexpr AnyLayout any(Layout<std::int64_t> const& layout) { return {{}, 0, layout}; }
constexpr AnyLayout any(ComposedLayout const& c) { return {c.outer, c.offset, c.inner}; }

/// Whether the value is what its inner layout is.
constexpr bool is_plain(AnyLayout const& c) { return c.outer.is_identity() && c.offset == 0; }

/// Bits that a number from 0 on has.
constexpr int bits_of(std::int64_t x) {
  int bits = 0;
  while (x >> bits != 0) ++bits;
  return bits;
}

/// The least k with n <= 2^k. Precondition: n >= 1.
constexpr int log2_of(std::int64_t n) { return bits_of(n - 1); }

namespace detail {

/// Over GF(2), the layout seen through `outer` whose value at i is affine(i), in the shape given, if no two
/// columns of outer o affine share a bit: exactly then XOR is a sum. Precondition: outer undoes itself.
template <class = void>
constexpr Result<AnyLayout> seen_through(Swizzle const& outer, AffineBits const& affine,
                                         IntTuple<std::int64_t> const& shape) {
  AnyLayout r{outer, outer(affine.at_zero), {}};
  List<Mode<std::int64_t>> modes;
  Mode<std::int64_t> pending{1, 0};
  std::int64_t used = 0;
  for (int k = 0; k < affine.map.inputs; ++k) {
    std::int64_t const column = outer(affine.map.column[k]);
    if ((used & column) != 0) return {{}, because(Condition::linear, column, used)};
    used |= column;
    auto const step = coalesce_step(pending, Mode<std::int64_t>{2, (r.offset ^ column) - r.offset});
    if (step.emits) modes.push(step.mode);
    pending = step.state;
  }
  modes.push(pending);
  auto const nested = composition(flat(modes), make_layout(shape, compact_col_major(shape)).value);
  r.inner = nested.value;
  return {r, nested.refusal};
}

/// Calls f(swizzle) for those that touch bits below `limit` only, the fewest bits first, until it says yes.
template <class F>
constexpr bool some_swizzle(int limit, F f) {
  if (f(Swizzle{})) return true;
  for (int bits = 1; 2 * bits <= limit; ++bits)
    for (int base = 0; base + 2 * bits <= limit; ++base)
      for (int shift = bits; base + bits + shift <= limit; ++shift)
        if (f(Swizzle{bits, base, shift}) || f(Swizzle{bits, base, -shift})) return true;
  return false;
}

/// The same for values of so many bits: those that touch no other bits, and those that read there and write the next bit
/// above as their highest, which a layout has set where the value has not. Any further bit would do no more.
template <class F>
constexpr bool some_swizzle_of(int bits, F f) {
  return some_swizzle(2 * bits + 1 < 62 ? 2 * bits + 1 : 62, [&](Swizzle const& s) {
    int const writes = s.base - s.shift;  // the lowest bit, where that is above what is read
    bool const within = s.base + s.bits + (s.shift < 0 ? -s.shift : s.shift) <= bits;
    bool const above = s.shift < 0 && s.base + s.bits <= bits && writes + s.bits > bits && writes <= bits + 1;
    return (within || above) && f(s);
  });
}

/// i -> map(inner(i)) ^ constant. Precondition: at most 61 inputs, unless the constant is 0.
constexpr AnyLayout xored(BitMap map, std::int64_t constant, Layout<std::int64_t> const& inner) {
  if (constant == 0) return {map, 0, inner};
  map.column[map.inputs++] = constant;
  return {map, std::int64_t{1} << (map.inputs - 1), inner};
}

/// Points that are looked at one by one when a form is looked for.
inline constexpr std::int64_t kPointsCompared = std::int64_t{1} << 12;

/// The form of any kind whose value at i is f(i), 0 <= i < points, all looked at: a layout or one behind a
/// swizzle, else a map over GF(2). `top` is the largest value. A swizzle may write a bit above all values, which its
/// layout has set where the value has not; one bit above them is as good as any further. Each value asked for is a step
/// of `work`. Errors: undecided; linear, with the first index at which f is not the XOR of its parts.
template <class F>
constexpr Result<AnyLayout> found(F f, std::int64_t points, std::int64_t top,
                                  IntTuple<std::int64_t> const& dims, Work& work) {
  auto const counted = make_layout(dims, compact_col_major(dims)).value;
  Result<AnyLayout> r{{{}, 0, counted}, {}};
  auto const is_layout_behind = [&](Swizzle const& s) {
    std::int64_t const start = s(f(0));
    auto const modes =
        find_modes<std::int64_t>([&](std::int64_t i) { return work.take() ? s(f(i)) - start : 0; }, points);
    if (work.ended()) return true;
    if (!modes) return false;
    auto const nested = composition(flat(modes.value), counted);
    if (nested) r.value = {s, start, nested.value};
    return bool(nested);
  };
  if (some_swizzle_of(bits_of(top), is_layout_behind))
    return work.ended() ? Result<AnyLayout>{{}, undecided(work, points)} : r;
  BitMap map;
  for (std::int64_t s = 1; s < points; s *= 2) map.column[map.inputs++] = f(s) ^ f(0);
  for (std::int64_t i = 0; i < points; ++i) {
    std::int64_t const got = map(i) ^ f(0);
    if (got == f(i)) continue;
    return r.refuse(shown_at<std::int64_t>(Condition::linear, i, got, f(i)));
  }
  r.value = xored(map, f(0), counted);
  return r;
}

}  // namespace detail

/// The same function in its plainest form: a layout, or one behind the swizzle of the fewest bits; a map over
/// GF(2) where neither is. Its shape refines c's. Where the size is no power of two and beyond 2^12, or c is not
/// linear over GF(2), only the map itself is looked at. Errors: admissible()'s, undecided.
template <class = void>
constexpr Result<AnyLayout> simplest(AnyLayout const& c, Budget budget = {}) {
  if (auto const why = admissible(c); why.condition != Condition::none) return {{}, why};
  if (is_plain(c)) return {c, {}};
  auto const dims = shape(c.inner);
  Result<AnyLayout> r{c, {}};
  Work work(budget);
  if (auto const affine = affine_bits(c, work.rest())) {
    std::int64_t const top = detail::largest(affine.value);
    if (detail::some_swizzle(bits_of(top), [&](Swizzle const& s) {
          auto const seen = detail::seen_through(s, affine.value, dims);
          if (seen) r = seen;
          return bool(seen);
        }))
      return r;
    if (affine.value.map.inputs == 62) return {c, {}};
    auto const counted = make_layout(dims, compact_col_major(dims));
    return {detail::xored(affine.value.map, affine.value.at_zero, counted.value), counted.refusal};
  }
  if (size(c) <= detail::kPointsCompared)
    if (auto const past = extent(c, work.rest()))
      if (auto const same = detail::found(c, size(c), past.value - 1, dims, work);
          same || same.refusal.condition == Condition::undecided)
        return same;
  if (!c.outer.is_map) return r;
  if (auto const s = swizzle_of(c.outer.map)) r.value.outer = s.value;
  return r;
}

}  // namespace colex
