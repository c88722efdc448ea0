// SPDX-License-Identifier: MIT
// Decisions, tuples of integers, partitions, searches and swizzles, with what must hold of each answer.
#pragma once

#include "colex/composed_bits.hpp"
#include "colex/laws/partitions_cover_once.hpp"
#include "colex/laws/surjective_is_exact.hpp"
#include "colex/laws/swizzles_compose_over_gf2.hpp"
#include "outcome.hpp"

namespace colex::fuzz {
namespace {

Outcome onto(Case const& c) {
  if (c.small && c.n <= 96)
    return unless(laws::surjective_is_exact::holds(c.a, c.n), "surjective() tells the truth");
  auto const why = surjective(c.a, c.n).condition;
  return {why == Condition::none || why == Condition::surjective, nullptr};
}
/// One to one, and the offsets reached are [0, n).
Outcome one_to_one_and_onto(Case const& c) {
  auto const why = bijective(c.a, c.n).condition;
  if (!c.small || why == Condition::undecided) return {why == Condition::none, nullptr};
  Table const values = sorted(naive::table(c.a));
  bool truth = std::ssize(values) == c.n;
  for (Int v = 0; v < c.n && truth; ++v) truth = values[static_cast<std::size_t>(v)] == v;
  return {why == Condition::none, (why == Condition::none) == truth ? nullptr : "one to one and onto"};
}
/// Leaf by leaf, where both trees are alike.
template <class Op, class Want>
Outcome leafwise(Case const& c, Op op, Want want, char const* law) {
  auto const x = extents(c.a), y = extents(c.b);
  auto const r = op(x, y);
  if (!r) return kRefused;
  if (!congruent(x, y)) return {true, nullptr};
  for (int k = 0; k < x.leaves.count; ++k)
    if (r.value.leaves[k] != want(x.leaves[k], y.leaves[k])) return {true, law};
  return {true, nullptr};
}
Outcome ceiling(Case const& c) {
  return leafwise(
      c, [](auto const& x, auto const& y) { return ceil_div(x, y); },
      [](Int x, Int y) { return x / y + (x % y != 0); }, "ceil_div divides and rounds up");
}
Outcome exact_division(Case const& c) {
  return leafwise(
      c, [](auto const& x, auto const& y) { return shape_div(x, y); },
      [](Int x, Int y) { return x % y == 0   ? x / y
                                : y % x == 0 ? 1
                                             : -1; }, "shape_div divides exactly");
}
Outcome rounding(Case const& c) {
  return leafwise(
      c, [](auto const& x, auto const& y) { return round_up(x, y); },
      [](Int x, Int y) { return (x / y + (x % y != 0)) * y; }, "round_up gives the next multiple");
}
Outcome dot(Case const& c) {
  auto const x = extents(c.a), y = stride(c.a);
  auto const r = inner_product(x, y);
  if (!r) return kRefused;
  Int want = 0;
  for (auto const& m : c.a.leaves) want += m.shape * m.stride;
  return unless(r.value == want, "inner_product adds the products");
}
Outcome orders(Case const& c) {
  auto const x = extents(c.a), y = extents(c.b);
  if (!congruent(x, y)) return kRefused;
  bool const less =
      std::lexicographical_compare(x.leaves.begin(), x.leaves.end(), y.leaves.begin(), y.leaves.end());
  bool every = true;
  for (int k = 0; k < x.leaves.count; ++k) every = every && x.leaves[k] < y.leaves[k];
  return unless(lex_less(x, y) == less && elem_less(x, y) == every, "the orders are the leaves' orders");
}
Outcome coalesced_by_profile(Case const& c) {
  return layout_answer(
      c, coalesce(c.a, extents(c.b)), [&](L const& r) { return naive::table(r) == naive::table(c.a); },
      "the map is kept");
}
Outcome ordered_layout(Case const& c) {
  return layout_answer(
      c, make_ordered_layout(extents(c.a), stride(c.b)),
      [](L const& r) {
        Table const values = sorted(naive::table(r));
        return values.back() == static_cast<Int>(values.size()) - 1 &&
               std::adjacent_find(values.begin(), values.end()) == values.end();
      },
      "an ordered layout is compact");
}
/// What all threads of a compact thread layout hold is A, every offset as often as A has it.
Outcome partition_over_threads(Case const& c) {
  if (!c.small) return kRefused;
  auto const threads = make_layout(extents(c.b), compact_col_major(extents(c.b)));
  Table held;
  for (Int t = 0; t < size(c.b); ++t) {
    auto const part = local_partition(c.a, threads.value, t);
    if (!part) return kRefused;
    for (Int const v : naive::table(part.value.layout)) held.push_back(part.value.offset + v);
  }
  return unless(sorted(held) == sorted(naive::table(c.a)), "the threads hold A");
}
Outcome tiles_cover(Case const& c) {
  if (!c.small) return kRefused;
  auto const whole = make_layout(extents(c.a), compact_col_major(extents(c.a)));
  auto const tile = product_each(extents(c.b));
  unsigned char hits[64] = {};
  return {bool(zipped_divide(whole.value, by_mode(tile))),
          laws::partitions_cover_once::holds(whole.value, tile, hits) ? nullptr : "the tiles cover once"};
}
/// Past its end a shape's last mode runs on; `()` has none.
Outcome index_and_coordinate(Case const& c) {
  bool runs_on = true;
  for (int k = 0; k < c.a.profile.count; ++k) runs_on = runs_on && c.a.profile.node[k] != 1;
  if (c.n < 0 || c.n > kReachLimit || (!runs_on && c.n >= size(c.a))) return kRefused;
  auto const back = crd2idx(idx2crd(c.n, extents(c.a)), extents(c.a));
  if (!back) return kRefused;
  return unless(back.value == c.n, "the coordinate of an index has that index");
}
Outcome offset_to_index(Case const& c) {
  auto const r = get_1d_coord(c.a, c.n);
  if (r) return unless(r.value >= 0 && evaluate(c.a, r.value) == c.n, "A at the preimage is the offset");
  if (!c.small || r.refusal.condition == Condition::undecided) return kRefused;
  Table const values = naive::table(c.a);
  bool const reached = std::find(values.begin(), values.end(), c.n) != values.end();
  return {false, reached ? "the offset has a preimage" : nullptr};
}

// ------------------------------------------------------------------------------------- swizzles

/// The definition, bit by bit: bit base + k is flipped where the bit `shift` above it is set.
Int swizzled(Swizzle const& s, Int x) {
  Int r = x;
  int const target = s.base - (s.shift < 0 ? s.shift : 0), source = s.base + (s.shift > 0 ? s.shift : 0);
  for (int k = 0; k < s.bits; ++k)
    if ((x >> (source + k) & 1) != 0) r ^= Int{1} << (target + k);
  return r;
}
bool admitted(Swizzle const& s) { return admissible(s).condition == Condition::none; }

Outcome swizzle_composition(Case const& c) {
  if (!admitted(c.s) || !admitted(c.t)) return kRefused;
  Int const inputs = (Int{1} << std::max(reach_bits(c.s), reach_bits(c.t))) - 1;
  for (Int const any : {c.n & 1023, Int{1023}, Int{0x2a5}}) {
    Int const x = any & inputs;
    if (!laws::swizzles_compose_over_gf2::holds(c.s, c.t, x) || c.s(x) != swizzled(c.s, x))
      return {true, "S(T(x)) is the composition's value, and S(x) its definition's"};
  }
  return {true, nullptr};
}
Outcome swizzled_composition(Case const& c) {
  ComposedLayout const outer{c.s, 0, c.a};
  if (!c.small || admissible(outer).condition != Condition::none) return kRefused;
  auto const r = composition(outer, c.b);
  if (!r) return kRefused;
  Table const inner = naive::table(c.b);
  for (std::size_t k = 0; k < inner.size(); ++k) {
    Int const at = inner[k] < 0 ? -1 : naive::extended(c.a, inner[k]);
    if (at >= 0 && r.value(static_cast<Int>(k)) != swizzled(c.s, at)) return {true, "R(i) = S(A(B(i)))"};
  }
  return {true, nullptr};
}
Outcome swizzled_equality(Case const& c) {
  ComposedLayout const x{c.s, 0, c.a}, y{c.t, 0, c.a};
  if (!c.small) return kRefused;
  auto const r = equal(x, y);
  if (!r) return kRefused;
  bool same = true;
  for (Int const v : naive::table(c.a)) same = same && swizzled(c.s, v) == swizzled(c.t, v);
  return unless(r.value.equal == same, "swizzled layouts are equal where their values are");
}

}  // namespace
}  // namespace colex::fuzz
