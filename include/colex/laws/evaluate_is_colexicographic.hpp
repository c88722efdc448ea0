// SPDX-License-Identifier: MIT
// Law: a layout adds up digits, counted colexicographically: each mode's digit is what is left of the index
// after the modes before it.   (4,3):(3,1) at 6: digits 2 and 1, offset 2*3 + 1*1 = 7
#pragma once

#include "colex/coordinate.hpp"
#include "colex/structure.hpp"

namespace colex::laws {

struct evaluate_is_colexicographic {
  static constexpr char const* statement =
      "L(i) = sum over k of ((i div P_k) mod s_k) * d_k, P_k the product of the extents before s_k; idx2crd "
      "and crd2idx undo each other";
  static constexpr char const* source = "Cecka, arXiv:2603.02298, sections 2.2 and 2.3; T1, T2";

  /// At one index i >= 0; past the end every digit wraps.
  template <Number Int>
  static constexpr auto holds(Layout<Int> const& l, Int const& i) {
    Int points(1), sum(0);
    for (auto const& m : l.leaves) {
      sum = sum + ((i / points) % m.shape) * m.stride;
      points = points * m.shape;
    }
    return evaluate(l, i) == sum;
  }

  /// The induction step: `points` lie in the modes passed; what was left of i is i div points, and still is.
  template <Number Int>
  static constexpr auto step_keeps(Int const& i, Int const& points, Mode<Int> const& mode,
                                   EvaluateState<Int> const& before, EvaluateState<Int> const& after) {
    return both(after.rest == i / (points * mode.shape),
                after.offset == before.offset + ((i / points) % mode.shape) * mode.stride);
  }
  template <Number Int>
  static constexpr auto step_holds(Int const& i, Int const& points, Mode<Int> const& mode,
                                   Int const& offset) {
    EvaluateState<Int> const before{i / points, offset};
    return step_keeps(i, points, mode, before, evaluate_step(before, mode));
  }

  /// The coordinate of i has the index i; i >= 0 may lie past the end.
  template <Number Int>
  static constexpr auto index_returns(IntTuple<Int> const& shape, Int const& i) {
    return *crd2idx(idx2crd(i, shape), shape) == i;
  }
  /// The index of a natural coordinate has that coordinate. Precondition: each entry lies below its extent.
  template <Number Int>
  static constexpr auto coordinate_returns(IntTuple<Int> const& shape, IntTuple<Int> const& coordinate) {
    auto const back = idx2crd(*crd2idx(coordinate, shape), shape);
    auto same = Int(0) == Int(0);
    for (int k = 0; k < coordinate.leaves.count; ++k)
      same = both(same, back.leaves[k] == coordinate.leaves[k]);
    return same;
  }
  /// Layouts side by side: A counts first, B takes what is left.
  template <Number Int>
  static constexpr auto concatenation_holds(Layout<Int> const& a, Layout<Int> const& b, Int const& i) {
    return evaluate(join(a, b), i) == evaluate(a, i % size(a)) + evaluate(b, i / size(a));
  }
};

}  // namespace colex::laws
