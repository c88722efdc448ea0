// SPDX-License-Identifier: MIT
// Two shapes cut alike: what their extents have in common, in the order in which they count.
//
//   mutual_refinement((6,6), (2,6,6)) == (((2,3),(2,3)),(2,(3,2),(3,2)))        the leaves of one start the other's
//   greatest_common_domain((5,3,4), (10,6)) == (5,2):(1,30)
//   layout_add((4,3):(1,4), (4,3):(3,1)) == (4,3):(4,5)
//
// Source: Colfax, arXiv:2601.05972 (mutual refinement); NVlabs' PyCuTe (greatest_common_domain, layout_add); Mojo
// (expand_modes_alike).
#pragma once

#include "colex/composition.hpp"
#include "colex/reach.hpp"
#include "colex/structure.hpp"

namespace colex {

namespace detail {
/// The shape with leaf k opened into the extents pieces[k]; a single one stands for itself.
template <Number Int>
constexpr IntTuple<Int> opened(IntTuple<Int> const& shape, List<Int> const& pieces, List<int> const& counts) {
  int next = 0;
  return substitute(shape, [&](int k, Int const&) {
    List<Int> mine;
    for (int n = 0; n < counts[k]; ++n) mine.push(pieces[next++]);
    return flat(mine);
  });
}
/// Two numbers of which neither is the other, the smaller first: it is no multiple of the larger.
template <Number Int>
constexpr Refusal<Int> unlike(Int const& a, Int const& b) {
  return a < b ? because<Int>(Condition::divides, a, b) : because<Int>(Condition::divides, b, a);
}
}  // namespace detail

/// The pair (A', B'): A with leaves opened into tuples, and B, such that the leaves of A' are the first leaves
/// of B', all of them where the sizes agree. Each piece is as large as it can be. Errors: shape_positive,
/// divides (an extent, or what is left of it, and the one beside it: neither divides the other; or B ends
/// before A), capacity.
template <Number Int>
constexpr Result<IntTuple<Int>, Int> mutual_refinement(IntTuple<Int> const& a, IntTuple<Int> const& b) {
  using Answer = Result<IntTuple<Int>, Int>;
  for (auto const* shape : {&a, &b})
    for (auto const& extent : shape->leaves)
      if (extent < Int(1)) return Answer::refuse(because<Int>(Condition::shape_positive, extent, Int(1)));
  List<Int> of_a, of_b;
  List<int> in_a, in_b;
  int j = 0, pieces = 0;  // B's leaf, and how many pieces it has
  Int right = b.leaves.count > 0 ? b.leaves[0] : Int(1);
  for (auto const& extent : a.leaves) {
    Int left = extent;
    int mine = 0;
    do {
      if (right == Int(1) && pieces > 0 && j + 1 < b.leaves.count) {
        in_b.push(pieces);
        right = b.leaves[++j];
        pieces = 0;
      }
      bool const ended = j >= b.leaves.count || (right == Int(1) && pieces > 0 && left > Int(1));
      Int const piece = left < right ? left : right, larger = left < right ? right : left;
      if (ended) return Answer::refuse(because<Int>(Condition::divides, Int(1), left));
      if (larger % piece != Int(0)) return Answer::refuse(because<Int>(Condition::divides, larger, piece));
      of_a.push(piece);
      of_b.push(piece);
      if (of_b.overfull) return Answer::refuse(because<Int>(Condition::capacity));
      left = left / piece;
      right = right / piece;
      ++mine, ++pieces;
    } while (left > Int(1));
    in_a.push(mine);
  }
  for (; j < b.leaves.count; ++j, pieces = 0) {
    if (pieces == 0) right = b.leaves[j];
    if (pieces == 0 || right > Int(1)) of_b.push(right), ++pieces;
    in_b.push(pieces);
    right = Int(1);
  }
  if (of_b.overfull) return Answer::refuse(because<Int>(Condition::capacity));
  auto const pair = join(detail::opened(a, of_a, in_a), detail::opened(b, of_b, in_b));
  if (pair.overfull()) return Answer::refuse(because<Int>(Condition::capacity));
  return Answer::answer(pair);
}

/// The modes, in order, that lie within one leaf of A and within one leaf of B: mode s:d where both have a
/// place d and s more points of one leaf from there on; d the least multiple of what the modes before it
/// reach, s the greatest. A o G and B o G are one mode per mode of G. (1):(0) where there is none.
/// Precondition: extents >= 1, sizes within the limits.
template <Number Int>
constexpr Layout<Int> greatest_common_domain(IntTuple<Int> const& a, IntTuple<Int> const& b) {
  auto r = open<Mode<Int>>(0);
  auto x = a.leaves, y = b.leaves;
  Int at_x(1), at_y(1);  // where the leaves i and j start
  for (int i = 0, j = 0; i < x.count && j < y.count;) {
    Int const common = gcd(at_x, at_y);
    Int const skip_x = at_y / common, skip_y = at_x / common;  // to the first place of both
    if (x[i] % skip_x == Int(0) && y[j] % skip_y == Int(0)) {
      Int const extent = gcd<Int>(x[i] / skip_x, y[j] / skip_y);
      if (extent > Int(1)) {
        r = append(r, leaf(Mode<Int>{extent, at_x * skip_x}));
        x[i] = x[i] / (skip_x * extent);
        y[j] = y[j] / (skip_y * extent);
        at_x = at_y = at_x * skip_x * extent;
        continue;
      }
    }
    Int const end_x = at_x * x[i], end_y = at_y * y[j];  // the leaf that ends first cannot go on; or neither
    bool const on_x(end_y % end_x == Int(0)), on_y(end_x % end_y == Int(0));
    if (on_x || !on_y) at_x = end_x, ++i;
    if (on_y || !on_x) at_y = end_y, ++j;
  }
  if (r.leaves.count == 0) r = append(r, leaf(Mode<Int>{Int(1), Int(0)}));
  return r;
}

/// The layout in normal form whose value at i is A(i) + B(i). Exists exactly when some layout has these
/// values. Errors: divides (the sizes differ), composition's, overflow (without a common domain the square of
/// the size must fit).
template <Number Int>
constexpr Result<Layout<Int>, Int> layout_add(Layout<Int> const& a, Layout<Int> const& b,
                                              Budget budget = {}) {
  using Answer = Result<Layout<Int>, Int>;
  Int const points = size(a);
  if (!(points == size(b))) return Answer::refuse(detail::unlike(points, size(b)));
  auto const x = coalesce(a), y = coalesce(b);
  auto const domain = greatest_common_domain(shape(x), shape(y));
  if (size(domain) == points) {
    List<Mode<Int>> modes;
    for (auto const& m : domain.leaves) {
      Int const left = evaluate_extended(x.leaves, m.stride), right = evaluate_extended(y.leaves, m.stride);
      if (!sum_fits(left, right)) return Answer::refuse(because<Int>(Condition::overflow, left, right));
      modes.push({m.shape, m.shape == Int(1) ? Int(0) : left + right});
    }
    auto const sum = keep_limits(flat(modes));
    return sum ? Answer::answer(coalesce(sum.value)) : sum;
  }
  // (i, i) of the layout (A, B): i + points * i
  if (!product_fits(points, points + Int(1)))
    return Answer::refuse(because<Int>(Condition::overflow, points, points));
  auto const both =
      composition(join(x, y), leaf(Mode<Int>{points, points + Int(1)}), Domain::bounded, budget);
  if (!both) return both;
  return Answer::answer(coalesce(both.value));
}

/// Two layouts as functions of the coordinates of one shape.
template <Number Int>
struct Alike {
  Layout<Int> a{}, b{};
  bool operator==(Alike const&) const = default;
};

namespace detail {
/// A mode s:d in the shape t of as many points: t:d, 2d, ... as t counts.
template <Number Int>
constexpr Layout<Int> spread_over(Mode<Int> const& mode, IntTuple<Int> const& t) {
  auto const place = compact_col_major(t);
  Layout<Int> r;
  r.profile = t.profile;
  for (int k = 0; k < t.leaves.count; ++k) r.leaves.push({t.leaves[k], place.leaves[k] * mode.stride});
  return r;
}
}  // namespace detail

/// A and B over the coarsest shape whose coordinates both shapes have: where one has a leaf and the other a
/// tuple, the leaf is opened into that tuple. Errors: congruent (two tuples of unlike rank), divides (extents
/// that differ).
template <Number Int>
constexpr Result<Alike<Int>, Int> expand_modes_alike(Layout<Int> const& a, Layout<Int> const& b) {
  using Answer = Result<Alike<Int>, Int>;
  bool const leaf_a = a.profile.is_leaf({}), leaf_b = b.profile.is_leaf({});
  if (leaf_a || leaf_b) {
    if (!(size(a) == size(b))) return Answer::refuse(detail::unlike(size(a), size(b)));
    return Answer::answer({leaf_a ? detail::spread_over(a.leaves[0], shape(b)) : a,
                           leaf_b ? detail::spread_over(b.leaves[0], shape(a)) : b});
  }
  if (rank(a) != rank(b))
    return Answer::refuse(because<Int>(Condition::congruent, Int(rank(a)), Int(rank(b))));
  auto r = Answer::answer({open<Mode<Int>>(rank(a)), open<Mode<Int>>(rank(a))});
  for (int k = 0; k < rank(a); ++k) {
    auto const piece = expand_modes_alike(entry(a, k), entry(b, k));
    if (!piece) return piece;
    graft(r.value.a, piece.value.a);
    graft(r.value.b, piece.value.b);
  }
  return r;
}

}  // namespace colex
