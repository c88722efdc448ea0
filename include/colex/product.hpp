// SPDX-License-Identifier: MIT
// Product: repeat a layout as another one says.
//
//   logical_product(4:1, 3:2) == (4,3):(1,8)                             4:1 at 0, 8, 16
//   blocked_product((2,2):(1,2), (2,3):(1,2)) == ((2,2),(2,3)):((1,4),(2,8))
//   raked_product((2,2):(1,2), (2,3):(1,2)) == ((2,2),(3,2)):((4,1),(8,2))
//
// Everything is (A, complement of A o B), then regrouping.
// Laws: product_repeats_the_block.  Source: Cecka, arXiv:2603.02298, 3.6.
#pragma once

#include "colex/divide.hpp"
#include "colex/make.hpp"

namespace colex {

namespace detail {
/// Where the copies of `a` may lie, for copy numbers below `span`: the gaps of A, with room for that many.
template <Number Int>
constexpr Result<List<Mode<Int>>, Int> room_for_copies(Layout<Int> const& a, Int const& span) {
  using Answer = Result<List<Mode<Int>>, Int>;
  Int const points = size(a);
  if (!product_fits(points, span)) return Answer::refuse(because<Int>(Condition::overflow, points, span));
  auto gaps = complement_gaps(a, points * span, Cover::disjoint);
  if (gaps && size(gaps.value) < span) {  // holes in A took the room: go on above A instead
    Int const reach = least_cotarget(a);
    if (!product_fits(reach, span)) return Answer::refuse(because<Int>(Condition::overflow, reach, span));
    gaps = complement_gaps(a, reach * span, Cover::disjoint);
  }
  return gaps;
}

/// logical_product(), with its last step as a parameter: `compose` is composition().
template <Number Int, class Compose>
constexpr Result<Layout<Int>, Int> product_with(Layout<Int> const& a, Layout<Int> const& b, Compose compose) {
  using Answer = Result<Layout<Int>, Int>;
  if (Condition const c = well_formed(a); c != Condition::none) return Answer::refuse(because<Int>(c));
  if (Condition const c = well_formed(b); c != Condition::none) return Answer::refuse(because<Int>(c));
  auto const gaps = room_for_copies(a, cosize(b));
  if (!gaps) return Answer::refuse(gaps.refusal);
  Layout<Int> const free = flat(coalesce(gaps.value));
  auto const copies = compose(free, b);
  if (!copies) return copies;
  return keep_limits(join(a, copies.value));
}
}  // namespace detail

/// (A, A* o B), A* the complement of A wide enough for B. The second mode says where copy number i lies.
/// Law: no two copies meet, and copy 0 is A. Modes of stride 0 in A are left out of the complement; holes
/// that A's strides leave stay holes (Cover::disjoint). Errors: complement's and composition's.
template <Number Int>
constexpr Result<Layout<Int>, Int> logical_product(Layout<Int> const& a, Layout<Int> const& b,
                                                   Budget budget = {}) {
  return detail::product_with(a, b, [&](Layout<Int> const& x, Layout<Int> const& y) {
    return composition(x, y, Domain::extend_last, budget);
  });
}

/// By mode: ((block0,copies0), (block1,copies1), ..., other modes). Errors: those above, congruent.
template <Number Int>
constexpr Result<Layout<Int>, Int> logical_product(Layout<Int> const& a,
                                                   std::type_identity_t<Tiler<Int>> const& tiler,
                                                   Budget budget = {}) {
  Work work(budget);
  return apply(a, tiler, Rest::keep, [&](Layout<Int> const& mode, Layout<Int> const& by) {
    return logical_product(mode, by, work.rest());
  });
}

/// ((blocks...), (copies..., other modes)). Errors: logical_product's; capacity.
template <Number Int>
constexpr Result<Layout<Int>, Int> zipped_product(Layout<Int> const& a,
                                                  std::type_identity_t<Tiler<Int>> const& tiler,
                                                  Budget budget = {}) {
  return detail::unzipped(logical_product(a, tiler, budget), tiler);
}

/// ((blocks...), copies0, copies1, ..., other modes). Errors: logical_product's.
template <Number Int>
constexpr Result<Layout<Int>, Int> tiled_product(Layout<Int> const& a,
                                                 std::type_identity_t<Tiler<Int>> const& tiler,
                                                 Budget budget = {}) {
  auto r = zipped_product(a, tiler, budget);
  if (r) r.value = unpack(r.value, false);
  return r;
}

/// (block0, block1, ..., copies0, copies1, ..., other modes). Errors: logical_product's.
template <Number Int>
constexpr Result<Layout<Int>, Int> flat_product(Layout<Int> const& a,
                                                std::type_identity_t<Tiler<Int>> const& tiler,
                                                Budget budget = {}) {
  auto r = zipped_product(a, tiler, budget);
  if (r) r.value = unpack(r.value, true);
  return r;
}

namespace detail {
/// The pairs of corresponding entries of a product's two modes; the modes themselves where `whole`.
template <Number Int>
constexpr Layout<Int> pair_entries(Layout<Int> const& product, int ranks, bool whole, bool block_first) {
  return paired(ranks, entry(product, 0), entry(product, 1), whole, block_first);
}

/// The product of `block` and `tiler`, filled up with 1:0 to a common rank, as pairs of corresponding modes.
template <Number Int>
constexpr Result<Layout<Int>, Int> paired_product(Layout<Int> const& block, Layout<Int> const& tiler,
                                                  bool block_first, Budget budget) {
  int const ranks = rank(block) < rank(tiler) ? rank(tiler) : rank(block);
  Layout<Int> const one = leaf(Mode<Int>{Int(1), Int(0)});
  auto const product = logical_product(append_to(block, ranks, one), append_to(tiler, ranks, one), budget);
  if (!product) return product;
  // A single mode may come back as several: then it counts whole.
  bool const whole = ranks == 1 && (block.profile.is_leaf({}) || tiler.profile.is_leaf({}));
  return keep_limits(pair_entries(product.value, ranks, whole, block_first));
}
}  // namespace detail

/// Mode k is (block mode k, its copies): the copies lie block beside block. Errors: logical_product's.
template <Number Int>
constexpr Result<Layout<Int>, Int> blocked_product(Layout<Int> const& block, Layout<Int> const& tiler,
                                                   Budget budget = {}) {
  return detail::paired_product(block, tiler, true, budget);
}

/// Mode k is (copies, block mode k): the copies interleave. Errors: logical_product's.
template <Number Int>
constexpr Result<Layout<Int>, Int> raked_product(Layout<Int> const& block, Layout<Int> const& tiler,
                                                 Budget budget = {}) {
  return detail::paired_product(block, tiler, false, budget);
}

/// Copies of `block`, counted in `order`, until each mode has the extent of `target`. Law: `target`'s extents
/// are the result's. Errors: congruent (block has more modes than target), divides (a block mode does not
/// divide its target; Cover::at_least rounds up, as CuTe does), logical_product's.
template <Number Int>
constexpr Result<Layout<Int>, Int> tile_to_shape(Layout<Int> const& block, IntTuple<Int> const& target,
                                                 IntTuple<Int> const& order, Cover cover = Cover::strict,
                                                 Budget budget = {}) {
  int const ranks = rank(target);
  if (Condition const c = well_formed(block); c != Condition::none) return {{}, because<Int>(c)};
  if (rank(block) > ranks) return {{}, because<Int>(Condition::congruent, Int(rank(block)), Int(ranks))};
  Layout<Int> const padded = append_to(block, ranks, leaf(Mode<Int>{Int(1), Int(0)}));
  auto copies = open<Int>(ranks);
  for (int k = 0; k < ranks; ++k) {
    Int const have = size(entry(padded, k)), want = size(entry(target, k));
    if (want < Int(1)) return {{}, because<Int>(Condition::shape_positive, want, Int(1))};
    if (cover == Cover::strict && !(want % have == Int(0)))
      return {{}, because<Int>(Condition::divides, want, have)};
    graft(copies, leaf((want - Int(1)) / have + Int(1)));
  }
  auto const tiler = make_ordered_layout(copies, order);
  if (!tiler) return tiler;
  return blocked_product(padded, tiler.value, budget);
}

/// The same, counting copies colexicographically.
template <Number Int>
constexpr Result<Layout<Int>, Int> tile_to_shape(Layout<Int> const& block, IntTuple<Int> const& target,
                                                 Cover cover = Cover::strict, Budget budget = {}) {
  auto order = open<Int>(rank(target));
  for (int k = 0; k < rank(target); ++k) graft(order, leaf(Int(k)));
  return tile_to_shape(block, target, order, cover, budget);
}

}  // namespace colex
