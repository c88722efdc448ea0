// SPDX-License-Identifier: MIT
// What kind of function a layout behind a swizzle or a map is, and which coordinate has an offset.
//
//   injective(Sw<2,0,2> o 0 o (4,4):(1,4)) == yes          surjective([1,1] o 0 o 4:1, 4) == no     2 is missing
//   get_1d_coord(Sw<2,0,2> o 0 o (4,4):(1,4), 5) == 4
//
// A swizzle is a bijection of the offsets, so the inner layout decides, at any size. A map decides over GF(2),
// by elimination. Where neither does, points are looked at one by one. Law: any_layouts_are_exact.
#pragma once

#include "colex/any_layout.hpp"
#include "colex/common.hpp"
#include "colex/decide.hpp"
#include "colex/solve_bits.hpp"

namespace colex {

/// An x with m(x) == value, free inputs 0. Error: surjective, with the value.
template <class = void>
constexpr Result<std::int64_t> preimage(BitMap const& m, std::int64_t value) {
  auto const x = solve(m, BitMap{{value}, 1});
  return {x.value.column[0], x.refusal};
}
/// An x with a(x) == left and b(x) == right, inputs that are free in both at once 0. Error: surjective, where there is
/// none. Precondition: as many inputs.
template <class = void>
constexpr Result<std::int64_t> preimage(BitMap const& a, BitMap const& b, std::int64_t left,
                                        std::int64_t right) {
  auto const x = preimage(a, left);
  if (!x) return x;
  auto const more = kernel(a);  // what may be added to x without a change of a(x)
  auto const y = preimage(composition(b, more), right ^ b(x.value));
  if (!y) return y;
  return {x.value ^ more(y.value), {}};
}

/// A coordinate with the given offset. Errors: surjective (none has it), undecided, admissible()'s.
template <class = void>
constexpr Result<std::int64_t> get_1d_coord(AnyLayout const& c, std::int64_t offset, Work& work) {
  auto const none = because(Condition::surjective, offset);
  if (auto const why = admissible(c); why.condition != Condition::none) return {0, why};
  if (offset < 0 || offset >= kReachLimit) return {0, none};
  if (one_to_one(c.outer)) {
    std::int64_t before = offset;
    if (c.outer.is_map) {
      auto const x = preimage(c.outer.map, offset);
      if (!x) return {0, none};
      before = x.value;
    } else {
      before = c.outer.swizzle(offset);
    }
    auto const i = get_1d_coord(c.inner, before - c.offset, work);
    return i || i.refusal.condition == Condition::undecided ? i : Result<std::int64_t>{0, none};
  }
  if (auto const affine = affine_bits(c, work.rest())) {
    auto const i = preimage(affine.value.map, offset ^ affine.value.at_zero);
    return i ? i : Result<std::int64_t>{0, none};
  }
  for (std::int64_t i = 0; i < size(c); ++i) {
    if (!work.take()) return {0, undecided(work, size(c))};
    if (c(i) == offset) return {i, {}};
  }
  return {0, none};
}
template <class = void>
constexpr Result<std::int64_t> get_1d_coord(AnyLayout const& c, std::int64_t offset, Budget budget = {}) {
  Work work(budget);
  return get_1d_coord(c, offset, work);
}

/// The natural coordinate with the given offset. Errors: get_1d_coord's.
template <class = void>
constexpr Result<IntTuple<std::int64_t>> get_hier_coord(AnyLayout const& c, std::int64_t offset,
                                                        Budget budget = {}) {
  auto const index = get_1d_coord(c, offset, budget);
  if (!index) return {{}, index.refusal};
  return {idx2crd(index.value, shape(c.inner)), {}};
}
/// The coordinate with one entry per mode. Errors: get_1d_coord's.
template <class = void>
constexpr Result<IntTuple<std::int64_t>> get_flat_coord(AnyLayout const& c, std::int64_t offset,
                                                        Budget budget = {}) {
  auto const index = get_1d_coord(c, offset, budget);
  if (!index) return {{}, index.refusal};
  return {idx2crd(index.value, product_each(shape(c.inner))), {}};
}

namespace detail {
template <class = void>
constexpr Refusal<std::int64_t> one_offset(AnyLayout const& c, std::int64_t i, std::int64_t j) {
  auto why = because(Condition::injective, i, j);
  why.has_witness = true;
  why.index = j;
  why.got = why.want = c(i);
  return why;
}
}  // namespace detail

/// Condition::none when no two coordinates have the same offset; else Condition::injective with two that do,
/// `left` < `right`, and their offset in `got`. Errors: undecided, admissible()'s.
template <class = void>
constexpr Refusal<std::int64_t> injective(AnyLayout const& c, Budget budget = {}) {
  if (auto const why = admissible(c); why.condition != Condition::none) return why;
  Work work(budget);
  auto const inner = injective(c.inner, work.rest());
  if (inner.condition == Condition::injective) return detail::one_offset(c, inner.left, inner.right);
  if (inner.condition != Condition::none || one_to_one(c.outer)) return inner;
  if (auto const affine = affine_bits(c, work.rest())) {
    auto const back = inverse(affine.value.map);
    if (back) return {};
    return detail::one_offset(c, 0, back.refusal.right);
  }
  for (std::int64_t j = 1; j < size(c); ++j)
    for (std::int64_t i = 0; i < j; ++i) {
      if (!work.take()) return undecided(work, size(c));
      if (c(i) == c(j)) return detail::one_offset(c, i, j);
    }
  return {};
}

/// Condition::none when every offset in [0, cotarget) is reached; else Condition::surjective with the least
/// missing offset in `left`. Errors: undecided, admissible()'s.
template <class = void>
constexpr Refusal<std::int64_t> surjective(AnyLayout const& c, std::int64_t cotarget, Budget budget = {}) {
  if (auto const why = admissible(c); why.condition != Condition::none) return why;
  if (is_plain(c)) return surjective(c.inner, cotarget, budget);
  Work work(budget);
  if (auto const affine = affine_bits(c, work.rest())) {
    if (cotarget > 0 && !preimage(affine.value.map, affine.value.at_zero))
      return because<std::int64_t>(Condition::surjective, 0);
    for (std::int64_t bit = 1; bit < cotarget && bit < kReachLimit; bit *= 2)
      if (!preimage(affine.value.map, bit)) return because(Condition::surjective, bit);
    return cotarget > kReachLimit ? because(Condition::surjective, kReachLimit) : Refusal<std::int64_t>{};
  }
  if (!c.outer.is_map && c.offset == 0 && cotarget % (std::int64_t{1} << reach_bits(c.outer.swizzle)) == 0)
    if (surjective(c.inner, cotarget, work.rest()).condition == Condition::none) return {};
  for (std::int64_t v = 0; v < cotarget; ++v) {
    if (!work.take()) return undecided(work, size(c));
    auto const i = get_1d_coord(c, v, work);
    if (!i && i.refusal.condition == Condition::undecided) return i.refusal;
    if (!i) return because(Condition::surjective, v);
  }
  return {};
}

/// Both at once, and no offset outside: a bijection onto [0, cotarget). The witness is that of the first that
/// fails; of Condition::in_domain, an offset outside in `left` and cotarget in `right`. Errors: undecided,
/// admissible()'s.
template <class = void>
constexpr Refusal<std::int64_t> bijective(AnyLayout const& c, std::int64_t cotarget, Budget budget = {}) {
  Work work(budget);
  if (auto const one = injective(c, work.rest()); one.condition != Condition::none) return one;
  if (auto const onto = surjective(c, cotarget, work.rest()); onto.condition != Condition::none) return onto;
  if (size(c) == cotarget) return {};
  auto const past = extent(c, work.rest());
  if (!past) return past.refusal;
  return because(Condition::in_domain, past.value - 1, cotarget);
}

/// No gap below the largest offset: onto [0, extent(c)).
template <class = void>
constexpr Refusal<std::int64_t> contiguous(AnyLayout const& c, Budget budget = {}) {
  Work work(budget);
  auto const past = extent(c, work.rest());
  return past ? surjective(c, past.value, work.rest()) : past.refusal;
}

namespace detail {
/// Sorts the first `count` of a list by what `key` says of each (Shell's sort). Device compilers have no <algorithm>.
template <class T, std::size_t room, class Key>
constexpr void sort_by(T (&list)[room], std::int64_t count, Key key) {
  auto const n = static_cast<std::size_t>(count);
  for (std::size_t gap = n / 2; gap > 0; gap /= 2)
    for (std::size_t i = gap; i < n; ++i)
      for (std::size_t j = i; j >= gap && key(list[j]) < key(list[j - gap]); j -= gap) {
        T const lower = list[j];
        list[j] = list[j - gap];
        list[j - gap] = lower;
      }
}

/// The largest n such that the offsets of up to 2^12 points are blocks of n adjacent ones from multiples of n on: what
/// divides where each run of adjacent offsets starts and ends.
template <class = void>
constexpr std::int64_t aligned_blocks(AnyLayout const& c) {
  std::int64_t offsets[kPointsCompared]{};
  auto const* const end = offsets + size(c);
  for (std::int64_t i = 0; i < size(c); ++i) offsets[static_cast<std::size_t>(i)] = c(i);
  sort_by(offsets, size(c), [](std::int64_t offset) { return offset; });
  std::int64_t common = gcd(offsets[0], end[-1] + 1);
  for (auto const* at = offsets + 1; at < end; ++at)
    if (*at > at[-1] + 1) common = gcd(common, gcd(at[-1] + 1, *at));
  return common;
}
}  // namespace detail

/// The largest n such that the layout is made of blocks of n adjacent elements that start at multiples of n, where it is
/// linear over GF(2) or has up to 2^12 points. Beyond, one that divides what the swizzle leaves in place; of a plain
/// layout max_alignment()'s. Errors: undecided, admissible()'s.
template <class = void>
constexpr Result<std::int64_t> max_alignment(AnyLayout const& c, Budget budget = {}) {
  if (auto const why = admissible(c); why.condition != Condition::none) return {0, why};
  if (is_plain(c)) return max_alignment(c.inner);
  if (auto const affine = affine_bits(c, budget)) {
    std::int64_t block = 1;
    while (block < kReachLimit && preimage(affine.value.map, block)) block *= 2;
    return {block, {}};
  }
  if (size(c) <= detail::kPointsCompared) return {detail::aligned_blocks(c), {}};
  if (c.outer.is_map) return {1, {}};
  auto const inner = max_alignment(c.inner);
  if (!inner) return inner;
  std::int64_t const fixed =
      c.outer.swizzle.bits == 0 ? kReachLimit : std::int64_t{1} << c.outer.swizzle.base;
  return {lowest_bit(inner.value | c.offset | fixed), {}};
}

}  // namespace colex
