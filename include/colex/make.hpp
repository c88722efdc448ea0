// SPDX-License-Identifier: MIT
// Compact layouts: every way of counting a shape without gaps.
//
//   compact_row_major((4,(2,3))) == (6,(3,1))       compact_order((2,3,5), (2,0,1)) == (15,1,3)
//   make_layout_like((4,8):(16,1)) == (4,8):(8,1)   the order of the strides, without the gaps
//
// Extent-1 modes get stride 0 everywhere, as in compact_col_major.
// Source: CuTe's make_layout family.
#pragma once

#include "colex/filter.hpp"
#include "colex/tuple.hpp"

namespace colex {

/// Strides of a shape counted lexicographically: the rightmost mode runs fastest, from `start` on.
template <Number Int>
constexpr IntTuple<Int> compact_row_major(IntTuple<Int> const& shape,
                                          std::type_identity_t<Int> const& start = Int(1)) {
  auto r = shape;
  r.leaves = detail::mirrored(compact_col_major(detail::mirrored(shape), start)).leaves;
  return r;
}

namespace detail {
/// `order` with each leaf repeated over the leaves of the part of `shape` that it stands for.
template <Number Int>
constexpr void spread(IntTuple<Int> const& order, IntTuple<Int> const& shape, List<Int>& out) {
  if (order.profile.is_leaf({})) {
    for (int k = 0; k < shape.leaves.count; ++k) out.push(order.leaves[0]);
    return;
  }
  for (int k = 0; k < rank(order); ++k) spread(entry(order, k), entry(shape, k), out);
}
/// Whether leaf j is counted before leaf k: its order is lower, or equal and it stands to the left.
template <class Index, Number Int>
constexpr bool counted_before(Int const& order_j, Int const& order_k, Index const& j, Index const& k) {
  return order_j < order_k || (order_j == order_k && j < k);
}
}  // namespace detail

/// Compact strides that count modes of lower `order` first; equal orders count from left to right (CuTe gives
/// them overlapping strides). An order leaf may stand for a whole tuple. Errors: congruent, overflow.
template <Number Int>
constexpr Result<IntTuple<Int>, Int> compact_order(IntTuple<Int> const& shape, IntTuple<Int> const& order) {
  if (!weakly_congruent(order, shape)) return {{}, because<Int>(Condition::congruent)};
  List<Int> rank_of;
  detail::spread(order, shape, rank_of);
  Result<IntTuple<Int>, Int> r{{shape.profile, {}}, {}};
  for (int k = 0; k < rank_of.count; ++k) {
    Int stride(1);
    for (int j = 0; j < rank_of.count; ++j) {
      if (!detail::counted_before(rank_of[j], rank_of[k], j, k)) continue;
      if (!product_fits(stride, shape.leaves[j]))
        return {{}, because<Int>(Condition::overflow, stride, shape.leaves[j])};
      stride = stride * shape.leaves[j];
    }
    r.value.leaves.push(shape.leaves[k] == Int(1) ? Int(0) : stride);
  }
  return r;
}

/// The layout of `shape` with compact_order strides. Errors: those of compact_order and make_layout.
template <Number Int>
constexpr Result<Layout<Int>, Int> make_ordered_layout(IntTuple<Int> const& shape,
                                                       IntTuple<Int> const& order) {
  auto const strides = compact_order(shape, order);
  if (!strides) return {{}, strides.refusal};
  return make_layout(shape, strides.value);
}

/// A compact layout of the same shape whose modes lie in the order of the given layout's |strides|; modes of
/// stride 0 stay at stride 0. Errors: well_formed()'s.
template <Number Int>
constexpr Result<Layout<Int>, Int> make_layout_like(Layout<Int> const& layout) {
  if (Condition const c = well_formed(layout); c != Condition::none) return {{}, because<Int>(c)};
  auto const order = transform(layout, [](Mode<Int> const& m) { return magnitude(m.stride); });
  auto const strides = compact_order(shape(filter_zeros(layout)), order);
  if (!strides) return {{}, strides.refusal};
  return make_layout(shape(layout), strides.value);
}

}  // namespace colex
