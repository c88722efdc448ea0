// SPDX-License-Identifier: MIT
// What two layouts have in common: the elements that both hold side by side, hence how wide a copy may be.
//
//   max_common_vector((4,8):(1,4), (4,8):(1,4)) == 32          max_common_vector((4,8):(1,5), 32:1) == 4
//   max_alignment((4,8):(1,12)) == 4     blocks of 4 adjacent elements, each starting at a multiple of 4
//
// Laws: max_common_layout_is_common.  Source: CuTe's max_common_layout, max_common_vector, max_alignment.
#pragma once

#include "colex/composition.hpp"
#include "colex/inverse.hpp"

namespace colex {

/// Of a layout's first points, how many have offsets up to some last one: `points`, the largest being `top`.
template <Number Int>
struct Inside {
  Int points{1}, top{0};
  bool ends = false;  ///< inside a mode: the modes after it add no points
};

/// One mode more. Precondition: stride >= 1 unless the extent is 1; top <= last.
template <Number Int>
constexpr Inside<Int> inside_step(Inside<Int> const& at, Mode<Int> const& mode, Int const& last) {
  Inside<Int> r = at;
  if (at.ends || mode.shape == Int(1)) return r;
  Int const room = (last - at.top) / mode.stride + Int(1);
  if (room < mode.shape) {
    r.points = at.points * room;
    r.ends = true;
    return r;
  }
  r.points = at.points * mode.shape;
  r.top = at.top + (mode.shape - Int(1)) * mode.stride;
  return r;
}

namespace detail {
/// Of A o `back` the first mode, where that has stride 1, as coordinates of both: CuTe's. Errors:
/// composition's.
template <Number Int>
constexpr Result<Layout<Int>, Int> common_along(Layout<Int> const& a, Layout<Int> const& back, Work& work) {
  auto const seen = composition(a, back, Domain::extend_last, work.rest());
  if (!seen) return seen;
  Mode<Int> first = coalesce(seen.value.leaves)[0];
  Inside<Int> inside;  // the points of `back` before the first that lies past A's size
  for (auto const& m : back.leaves) inside = inside_step(inside, m, size(a) - Int(1));
  if (inside.points < first.shape) first.shape = inside.points;
  if (!(first.stride == Int(1)) || first.shape == Int(1))
    return Result<Layout<Int>, Int>::answer(leaf(Mode<Int>{Int(1), Int(0)}));
  return composition(back, leaf(first), Domain::extend_last, work.rest());
}

/// The same for B's inverse of whole modes: for as many of them as compose with A, and of a first one that
/// does not for the first run along it, inside A. Errors: undecided, where it is for a composition or a run.
template <Number Int>
constexpr Result<Layout<Int>, Int> common_of_modes(Layout<Int> const& a, Layout<Int> const& b, Work& work) {
  auto const inverse = right_inverse_of_modes(b);
  if (!inverse) return inverse;
  List<Mode<Int>> back = inverse.value.leaves;
  auto common = common_along(a, inverse.value, work);
  auto const given_up = [&] { return common.refusal.condition == Condition::undecided; };
  for (; !common && !given_up() && back.count > 1; common = common_along(a, flat(back), work)) back.pop();
  if (common || given_up()) return common;
  Mode<Int> first = back[0];
  first.shape = inside_step(Inside<Int>{}, first, size(a) - Int(1)).points;
  auto const run = first_run(coalesce_extended(a.leaves), first, work);
  if (!run) return {{}, run.refusal};
  first.shape = run.value;
  return common_along(a, leaf(first), work);
}
}  // namespace detail

/// R with A(R(i)) == i == B(R(i)) for every i below size(R), and no layout does that for more i: exact, or
/// undecided, as right_inverse() is. Parts::whole_modes: the first mode of A o right_inverse(B), where that
/// has stride 1 (CuTe); of as many modes of the inverse as compose with A. Errors: undecided,
/// well_formed()'s.
template <Number Int>
constexpr Result<Layout<Int>, Int> max_common_layout(Layout<Int> const& a, Layout<Int> const& b,
                                                     Parts parts = Parts::any, Budget budget = {}) {
  for (auto const* l : {&a, &b})
    if (Condition const c = well_formed(*l); c != Condition::none) return {{}, because<Int>(c)};
  Work work(budget);
  auto const whole = detail::common_of_modes(a, b, work);
  if (parts == Parts::whole_modes) return whole;
  return detail::maximal_inverse(a, b, whole ? whole.value : leaf(Mode<Int>{Int(1), Int(0)}), work.rest());
}

/// The size of max_common_layout: how many elements both layouts hold side by side. Errors: as there.
template <Number Int>
constexpr Result<Int, Int> max_common_vector(Layout<Int> const& a, Layout<Int> const& b,
                                             Parts parts = Parts::any, Budget budget = {}) {
  auto const common = max_common_layout(a, b, parts, budget);
  return {size(common.value), common.refusal};
}

/// The largest n such that the layout is made of blocks of n adjacent elements that start at multiples of n:
/// the size of right_inverse(L) of whole modes, cut to what divides every other stride. Errors:
/// right_inverse's.
template <Number Int>
constexpr Result<Int, Int> max_alignment(Layout<Int> const& layout) {
  auto const back = right_inverse_of_modes(layout);
  if (!back) return {Int(0), back.refusal};
  List<Mode<Int>> modes = coalesce(layout.leaves);
  sort_by_stride(modes);
  Int reach(1), common = size(back.value);
  for (auto const& m : modes) {
    auto const step = right_inverse_step(reach, m, Int(0));
    if (!step.emits) common = gcd(common, m.stride);
    reach = step.state;
  }
  return {common, {}};
}

}  // namespace colex
