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

namespace detail {
/// right_inverse_of_modes(), of modes: taken in order of stride, beside each its place in the domain.
template <class Modes>
constexpr Modes whole_modes(Modes const& layout) {
  using Int = NumberIn<Modes>;
  Modes modes = coalesce(layout);
  Modes places = emissions(modes, Int(1), [](Int const& points, Mode<Int> const& m) {
    return Step<Int, Int>{points * m.shape, true, {points, m.stride}, {}};
  });
  sort_by_stride(places);
  sort_by_stride(modes);  // stable, so both lists are in the same order
  return coalesce(
      emissions_with(modes, places, Int(1), [](Int const& reach, Mode<Int> const& m, Int const& place) {
        return right_inverse_step(reach, m, place);
      }));
}
}  // namespace detail

/// R with L(R(k)) == k for 0 <= k < size(R), made of whole modes of the coalesced layout taken in order of
/// stride; of modes with equal stride the first counts. Modes that do not fit are passed over, not the end.
/// Total for a well-formed layout. Errors: well_formed()'s.
template <Number Int>
constexpr Result<Layout<Int>, Int> right_inverse_of_modes(Layout<Int> const& layout) {
  Result<Layout<Int>, Int> r;
  r.refusal.condition = well_formed(layout);
  if (!r) return r;
  r.value.clear();
  r.value.leaves = detail::whole_modes(layout.leaves);
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

namespace detail {
/// nullspace(), of modes.
template <class Modes>
constexpr auto kernel_modes(Modes const& modes, Work& work) {
  using Int = NumberIn<Modes>;
  using Answer = AnswerOf<Int>;
  auto const zeros =
      fold(modes, Int(1), [](Int const& points, Mode<Int> const& m) { return nullspace_step(points, m); });
  auto goes = [&](bool up) {
    return exists(modes, [up](Mode<Int> const& m) {
      if (!(m.shape > Int(1))) return false;
      return up ? bool(m.stride > Int(0)) : bool(m.stride < Int(0));
    });
  };
  if (!(goes(true) && goes(false))) return Answer(one_at_least(zeros.emitted));
  auto kernel = where(
      zeros.state,
      [&, cost = cost_of(modes)](Int const& k) {
        work.take(cost);
        return bool(evaluate(modes, k) == Int(0));
      },
      work);
  Int const count = kernel.count();
  Answer const found =
      find_modes<Int>([&](Int const& i) { return kernel(i); }, work.ended() ? Int(1) : count);
  if (work.ended()) return Answer::refuse(undecided(work, zeros.state));
  return found;
}
}  // namespace detail

/// N, injective and increasing, whose image is the set of all coordinates with offset 0. Where no two strides
/// have opposite signs these are the modes of stride 0 (CuTe's nullspace), flat, 1:0 where there are none.
/// Otherwise other coordinates can cancel, (2,2):(1,-1) has the kernel 2:3, and the kernel is enumerated: it
/// is a layout or it is not. Errors: run_divides and additive (the kernel is no layout), undecided,
/// well_formed()'s.
template <Number Int>
constexpr Result<Layout<Int>, Int> nullspace(Layout<Int> const& layout, Budget budget = {}) {
  if (Condition const c = well_formed(layout); c != Condition::none)
    return Result<Layout<Int>, Int>::refuse(because<Int>(c));
  Work work(budget);
  auto const modes = detail::kernel_modes(layout.leaves, work);
  return {flat(modes.value), modes.refusal};
}

}  // namespace colex
