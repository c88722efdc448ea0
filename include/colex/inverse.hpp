// SPDX-License-Identifier: MIT
// Right inverse and nullspace: which coordinates give 0, 1, 2, ... and which give 0.
//
//   right_inverse((4,8):(8,1)) == (8,4):(4,1)          hence L(R(k)) == k for every k below size(R)
//   right_inverse((4,3):(1,2)) == (4,2):(1,8)          eight points; of whole modes 4:1, which is CuTe's
//   nullspace((2,3,4):(1,0,2)) == 3:2                  hence L(N(i)) == 0
//
// Laws: right_inverse_undoes_layout, nullspace_is_the_kernel.
// Source: Cecka, arXiv:2603.02298, 3.4; CuTe's right_inverse and nullspace.
#pragma once

#include "colex/decide.hpp"
#include "colex/filter.hpp"
#include "colex/maximal.hpp"

namespace colex {

/// One mode of right_inverse, in order of stride: the mode is taken when it goes on exactly where the ones
/// taken before it end. `mode.stride` is its place in the codomain; `step` its place in the domain.
template <Number Int>
constexpr Step<Int, Int> right_inverse_step(Int const& reach, Mode<Int> const& mode, Int const& step) {
  if (!(mode.stride == reach)) return {reach};
  return {reach * mode.shape, true, {mode.shape, step}, {}};
}

/// What an inverse may be made of: any part of any mode, or modes as they are (CuTe).
enum class Parts : bool { any, whole_modes };

/// R with L(R(k)) == k for 0 <= k < size(R), made of whole modes of the coalesced layout taken in order of
/// stride; of modes with equal stride the first counts. Modes that do not fit are passed over, not the end.
/// Total for a well-formed layout. Errors: well_formed()'s.
template <Number Int>
constexpr Result<Layout<Int>, Int> right_inverse_of_modes(Layout<Int> const& layout) {
  Result<Layout<Int>, Int> r;
  r.refusal.condition = well_formed(layout);
  if (!r) return r;
  List<Mode<Int>> sorted = coalesce(layout.leaves);
  List<Mode<Int>> positions;  // sorted by stride like the modes, `shape` carrying the step in the domain
  Int points(1);
  for (auto const& m : sorted) {
    positions.push({points, m.stride});
    points = points * m.shape;
  }
  sort_by_stride(positions);
  sort_by_stride(sorted);  // stable, so both lists are in the same order
  List<Mode<Int>> taken;
  FoldEnd<Int, Int> end{Int(1), {}};
  fold_onto(taken, end, sorted.count, sorted, [&, k = 0](Int const& reach, Mode<Int> const& m) mutable {
    return right_inverse_step(reach, m, positions[k++].shape);
  });
  r.value.clear();
  detail::coalesce_onto(r.value.leaves, taken.count, taken);
  hang_flat(r.value);
  return r;
}

/// One mode of nullspace, where no two strides have opposite signs: a mode of stride 0 is all kernel, of any
/// other only coordinate 0. `points` lie below the mode.
template <Number Int>
constexpr Step<Int, Int> nullspace_step(Int const& points, Mode<Int> const& mode) {
  if (!(mode.stride == Int(0))) return {points * mode.shape};
  if (mode.shape == Int(1)) return {points, true, {Int(1), Int(0)}, {}};
  return {points * mode.shape, true, {mode.shape, points}, {}};
}

/// R with L(R(k)) == k for 0 <= k < size(R), and no layout does that for more k. Among several, the one of
/// whole modes where it is one. Without negative strides that is decided at once where whole modes reach the
/// first missing offset, always so for an injective L; otherwise by the search of maximal.hpp. Exact, or
/// undecided. Errors: undecided, well_formed()'s.
template <Number Int>
constexpr Result<Layout<Int>, Int> right_inverse(Layout<Int> const& layout, Parts parts = Parts::any,
                                                 Budget budget = {}) {
  auto r = right_inverse_of_modes(layout);
  if (r && parts == Parts::any) r = detail::maximal_inverse(layout, layout, r.value, budget);
  return r;
}

/// N, injective and increasing, whose image is the set of all coordinates with offset 0. Where no two strides
/// have opposite signs these are the modes of stride 0 (CuTe's nullspace), flat, 1:0 where there are none.
/// Otherwise other coordinates can cancel, (2,2):(1,-1) has the kernel 2:3, and the kernel is enumerated: it
/// is a layout or it is not. Errors: run_divides and additive (the kernel is no layout), undecided,
/// well_formed()'s.
template <Number Int>
constexpr Result<Layout<Int>, Int> nullspace(Layout<Int> const& layout, Budget budget = {}) {
  if (Condition const c = well_formed(layout); c != Condition::none)
    return Result<Layout<Int>, Int>::refuse(because<Int>(c));
  bool up = false, down = false;
  for (auto const& m : layout.leaves) {
    if (m.shape > Int(1) && m.stride > Int(0)) up = true;
    if (m.shape > Int(1) && m.stride < Int(0)) down = true;
  }
  auto const zeros = fold(layout.leaves, Int(1), nullspace_step<Int>);
  if (!(up && down))
    return Result<Layout<Int>, Int>::answer(zeros.emitted.count > 0 ? flat(zeros.emitted)
                                                                    : leaf(Mode<Int>{Int(1), Int(0)}));
  Int const points = zeros.state;
  Work work(budget);
  auto in_kernel = [&, cost = 1 + layout.leaves.count / 4](Int const& k) {
    work.take(cost);
    return bool(evaluate(layout, k) == Int(0));
  };
  Int kernel(0);
  for (Int k(0); k < points && !work.ended(); k = k + Int(1))
    if (in_kernel(k)) kernel = kernel + Int(1);
  Int seen(0), at(0);  // coordinate number `seen` of the kernel is `at`: asked for in order, but for a few
  auto const found = find_layout<Int>(
      [&](Int const& i) {
        if (i < seen) seen = at = Int(0);
        for (; !work.ended(); at = at + Int(1)) {
          if (!in_kernel(at)) continue;
          if (seen == i) break;
          seen = seen + Int(1);
        }
        return at;
      },
      work.ended() ? Int(1) : kernel);
  if (work.ended()) return Result<Layout<Int>, Int>::refuse(undecided(work, points));
  return found;
}

}  // namespace colex
