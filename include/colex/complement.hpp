// SPDX-License-Identifier: MIT
// Complement: the modes that a layout leaves out of [0, M).
//
//   complement(8:2, 32) == (2,2):(1,16)     every offset below 32 is one of each, in exactly one way
//   complement(4:3, 16) is refused: 12 does not divide 16
//
// Laws: complement_tiles_the_codomain, complement_is_ordered, complement_is_disjoint.
// Source: Shah, "A note on the algebra of CuTe layouts", 2.5-2.8; Colfax, arXiv:2601.05972, 2.1.6.21-31.
#pragma once

#include "colex/coalesce.hpp"

namespace colex {

/// Strict: exactly [0, M), or refused. At least: [0, c), c the first multiple of A's reach from M on.
/// Disjoint (what CuTe's unit tests ask for): as far as M, with holes where A's strides leave some: (A, R)
/// has a cosize of M or more. The last two leave out modes of stride 0 first.
enum class Cover : std::uint8_t { strict, at_least, disjoint };

/// One mode of complement, in order of stride. `reach` is where the modes passed and the gaps emitted end:
/// they fill [0, reach) exactly. The gap up to the next stride is filled by a mode that repeats [0, reach).
template <Number Int>
COLEX_HOST_DEVICE constexpr Step<Int, Int> complement_step(Int const& reach, Mode<Int> const& mode) {
  if (mode.stride % reach != Int(0))
    return {reach, false, {}, because<Int>(Condition::stride_divides, reach, mode.stride)};
  return {mode.shape * mode.stride, true, {mode.stride / reach, reach}, {}};
}

/// The same for Cover::disjoint: the gap may end short of the next stride, and leaves a hole there.
template <Number Int>
constexpr Step<Int, Int> disjoint_step(Int const& reach, Mode<Int> const& mode) {
  if (mode.stride < reach)
    return {reach, false, {}, because<Int>(Condition::stride_divides, reach, mode.stride)};
  Int const hole = mode.stride % reach;
  auto r = complement_step(reach, Mode<Int>{mode.shape, mode.stride - hole});
  r.state = r.state + mode.shape * hole;
  return r;
}

/// The last gap, up to `cotarget`, by the same rule.
template <Number Int>
COLEX_HOST_DEVICE constexpr Step<Int, Int> complement_finish(Int const& reach, Int const& cotarget,
                                                             Cover cover) {
  if (cotarget % reach == Int(0)) return {cotarget, true, {cotarget / reach, reach}, {}};
  if (cover == Cover::strict)
    return {reach, false, {}, because<Int>(Condition::cotarget_divides, reach, cotarget)};
  return {(cotarget / reach + Int(1)) * reach, true, {cotarget / reach + Int(1), reach}, {}};
}

/// The modes of `layout` that matter to a complement, in order of stride: extent above 1
/// and, unless `cover` is strict, a nonzero stride. Error: stride_positive.
template <Number Int>
constexpr Result<List<Mode<Int>>, Int> complement_modes(Layout<Int> const& layout, Cover cover) {
  Result<List<Mode<Int>>, Int> r;
  for (int k = 0; k < layout.leaves.count; ++k) {
    Mode<Int> const& m = layout.leaves[k];
    if (m.shape == Int(1)) continue;
    if (cover != Cover::strict && m.stride == Int(0)) continue;
    if (m.stride < Int(1)) {
      r.refusal = because<Int>(Condition::stride_positive, m.stride, Int(1));
      r.refusal.modes[0] = k;
      return r;
    }
    r.value.push(m);
  }
  sort_by_stride(r.value);
  return r;
}

namespace detail {
/// complement_gaps(), pushed onto `gaps`, which is empty.
template <Number Int>
constexpr bool gaps_onto(List<Mode<Int>>& gaps, Layout<Int> const& layout, Int const& cotarget, Cover cover,
                         Refusal<Int>& why) {
  auto const modes = complement_modes(layout, cover);
  if (!modes) return refused(why, modes.refusal);
  FoldEnd<Int, Int> end{Int(1), {}};
  fold_onto(gaps, end, modes.value.count, modes.value, [&](Int const& reach, Mode<Int> const& mode) {
    return cover == Cover::disjoint ? disjoint_step(reach, mode) : complement_step(reach, mode);
  });
  if (end.refusal.condition != Condition::none) return refused(why, end.refusal);
  auto last = complement_finish(end.state, cotarget, cover);
  if (last.refusal.condition != Condition::none) return refused(why, last.refusal);
  gaps.push(last.mode);
  return !gaps.overfull || refused(why, because<Int>(Condition::capacity));
}
}  // namespace detail

/// The gaps that `layout` leaves in [0, cotarget), in order, not yet coalesced: complement() before its last
/// step.
template <Number Int>
constexpr Result<List<Mode<Int>>, Int> complement_gaps(Layout<Int> const& layout, Int const& cotarget,
                                                       Cover cover) {
  Result<List<Mode<Int>>, Int> r;
  if (!detail::gaps_onto(r.value, layout, cotarget, cover, r.refusal)) r.value = {};
  return r;
}

namespace detail {
/// The cosize of (A, R), R the layout of `gaps`: one past the last offset that A and its copies reach.
template <Number Int>
constexpr Int cosize_with(Layout<Int> const& layout, List<Mode<Int>> const& gaps) {
  Int top(0);
  for (auto const& m : layout.leaves)
    if (m.shape != Int(1)) top = top + (m.shape - Int(1)) * m.stride;
  for (auto const& m : gaps) top = top + (m.shape - Int(1)) * m.stride;
  return top + Int(1);
}

/// Adds a copy to the last gap where the holes in A leave (A, R) short of `cotarget`. Then it reaches that
/// far: the copy starts at a multiple of A's reach that is at least `cotarget`. Error: overflow.
template <Number Int>
constexpr Condition reach_cotarget(List<Mode<Int>>& gaps, Layout<Int> const& layout, Int const& cotarget) {
  if (cosize_with(layout, gaps) >= cotarget) return Condition::none;
  Mode<Int>& last = gaps[gaps.count - 1];
  if (!product_fits(last.shape + Int(1), last.stride)) return Condition::overflow;
  last.shape = last.shape + Int(1);
  return Condition::none;
}

/// complement() of a layout that keeps the limits, in `rest`, which is empty. Whether the answer keeps them is the
/// caller's to ask.
template <Number Int>
constexpr bool complement_onto(Layout<Int>& rest, Layout<Int> const& layout, Int const& cotarget, Cover cover,
                               Refusal<Int>& why) {
  if (cotarget < Int(1)) return refused(why, because<Int>(Condition::cotarget_positive, cotarget, Int(1)));
  if (!product_fits(cotarget, Int(1))) return refused(why, because<Int>(Condition::overflow));
  List<Mode<Int>> gaps;
  if (!gaps_onto(gaps, layout, cotarget, cover, why)) return false;
  if (cover == Cover::disjoint)
    if (Condition const c = reach_cotarget(gaps, layout, cotarget); c != Condition::none)
      return refused(why, because<Int>(c));
  coalesce_onto(rest.leaves, gaps.count, gaps);
  hang_flat(rest);
  return true;
}
}  // namespace detail

/// The complement R of `layout` in [0, cotarget), cotarget in elements. Strict: (A, R) is a bijection onto
/// [0, cotarget). At least: a bijection onto [0, c), c the least multiple of A's reach that is at least
/// cotarget. Disjoint: (A, R) is injective on modes that move and has a cosize of cotarget or more, by as few
/// copies as do; refused where the strides of A interleave, as in (2,2):(2,3). R is increasing and meets A's
/// image only in 0. Decided exactly: strict refuses only where no complement exists. Errors:
/// cotarget_positive, stride_positive, stride_divides, cotarget_divides, capacity, and well_formed()'s, of
/// the answer as well. In a refusal, `left` is the reach that does not divide `right`; mode 0 is the position
/// by stride.
template <Number Int>
constexpr Result<Layout<Int>, Int> complement(Layout<Int> const& layout,
                                              std::type_identity_t<Int> const& cotarget,
                                              Cover cover = Cover::strict) {
  Result<Layout<Int>, Int> r;
  r.refusal.condition = well_formed(layout);
  if (!r) return r;
  r.value.clear();
  if (detail::complement_onto(r.value, layout, cotarget, cover, r.refusal))
    if constexpr (!is_unbounded<Int>) r.refusal.condition = well_formed(r.value);
  if (!r) r.value = {};
  return r;
}

/// The least M for which the strict complement exists: the reach of the largest mode, 1 for a single point.
template <Number Int>
constexpr Int least_cotarget(Layout<Int> const& layout) {
  Int reach(1);
  for (auto const& m : layout.leaves)
    if (m.shape != Int(1) && m.shape * m.stride > reach) reach = m.shape * m.stride;
  return reach;
}

}  // namespace colex
