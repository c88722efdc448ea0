// SPDX-License-Identifier: MIT
// What kind of function a layout is: injective, onto [0, M), a bijection, contiguous. Each answer is yes
// (Condition::none), or no with a witness.
//
//   injective((2,2):(2,3)) == yes            injective((3,2):(1,2)) == no       2 and 3 both have offset 2
//   surjective((2,2):(1,3), 5) == no         contiguous((2,3):(1,1)) == yes     offset 2 is missing
//
// Laws: injective_is_exact, surjective_is_exact.
// Source: for the gap argument, Cecka, arXiv:2603.02298, 2.3; the searches are those of reach.hpp,
// kernel_lattice.hpp and differences.hpp.
#pragma once

#include "colex/composition.hpp"
#include "colex/differences.hpp"
#include "colex/kernel_lattice.hpp"
#include "colex/locate.hpp"

namespace colex {

/// One mode of a layout whose strides outgrow one another, in order of stride: `reach` is the largest offset
/// of the modes before. Refused where the stride is within that.
template <Number Int>
constexpr Step<Int, Int> outgrow_step(Int const& reach, Mode<Int> const& mode) {
  if (mode.stride <= reach) return {reach, false, {}, because<Int>(Condition::injective, reach, mode.stride)};
  return {reach + (mode.shape - Int(1)) * mode.stride};
}

namespace detail {
/// Whether each stride, from the least up, is more than the smaller ones reach: then no two coordinates have
/// the same offset.
template <Number Int>
constexpr bool outgrow(List<Mode<Int>> const& modes) {
  List<Mode<Int>> moving;
  for (auto const& m : modes)
    if (m.shape > Int(1)) moving.push({m.shape, magnitude(m.stride)});
  sort_by_stride(moving);
  auto const end = fold_end(
      moving, Int(0), [](Int const& reach, Mode<Int> const& mode) { return outgrow_step(reach, mode); });
  return end.refusal.condition == Condition::none;
}

/// By search: a nonzero difference has a first nonzero digit, whose sign is ours to choose. Not found as well
/// where `work` has ended.
template <Number Int>
constexpr Collision<Int> searched_collision(Reach<Int> const& reach, List<Int> const& step, Work& work) {
  for (int first = 0; first < reach.digits.count && !work.ended(); ++first) {
    auto search = reach;
    auto& digits = search.digits;
    for (int k = 0; k < first; ++k) digits[k].value = Int(0);
    Int const all = digits[first].lowest;
    digits[first].lowest = Int(1);
    search.work = work;
    bool const found = search.solve(first, Int(0));
    work = search.work;
    digits[first].lowest = all;
    if (!found) continue;
    Collision<Int> r;
    for (auto const& d : digits) r.differ(d.mirrored ? Int(0) - d.value : d.value, step[d.mode]);
    return r;
  }
  return {};
}
}  // namespace detail

/// Condition::none when no two integral coordinates have the same offset; else Condition::injective with two
/// that do, `left` < `right`, and their offset in `got`. Polynomial where the sorted strides outgrow what the
/// smaller ones reach and for two modes; a search otherwise. Where that takes an eighth of the budget: for three and
/// four modes a short basis of what cancels, polynomial; for many small ones meeting in the middle, in the square
/// root of all differences. Errors: undecided, and well_formed()'s.
template <Number Int>
constexpr Refusal<Int> injective(Layout<Int> const& layout, Budget budget = {}) {
  if (Condition const c = well_formed(layout); c != Condition::none) return because<Int>(c);
  if (detail::outgrow(layout.leaves)) return {};
  auto collide = [&](Int const& i, Int const& j) {
    auto why = because<Int>(Condition::injective, i < j ? i : j, i < j ? j : i);
    why.has_witness = true;
    why.index = why.right;
    why.got = why.want = evaluate(layout, i);
    return why;
  };
  detail::Moving<Int> const moving(layout.leaves);
  detail::Reach<Int> reach;
  for (int k = 0; k < moving.modes.count; ++k) {
    Mode<Int> const& m = moving.modes[k];
    if (m.stride == Int(0)) return collide(Int(0), moving.step[k]);
    reach.add({m.stride, Int(1) - m.shape, m.shape - Int(1), k, false, Int(0)});
  }
  reach.close();
  Work work(Budget{budget.steps / 8, budget.shared});
  auto found = detail::searched_collision(reach, moving.step, work);
  if (work.ended()) {
    work.limit = budget.steps;
    detail::Decided<Int> by;
    if (moving.modes.count == 3 || moving.modes.count == 4) by = detail::lattice_collision(moving, work);
    if (!by.decided) by = detail::met_collision(moving, work);
    found = by.decided ? by.collision : detail::searched_collision(reach, moving.step, work);
    if (work.ended()) return undecided(work, size(layout));
  }
  if (found.i == found.j) return {};
  return collide(found.i, found.j);
}

/// One mode of first_gap, in order of stride: [0, reach) grows while the next stride is within it. Refused at
/// the first stride beyond, which leaves `reach` itself unreached. Precondition: stride >= 0.
template <Number Int>
constexpr Step<Int, Int> first_gap_step(Int const& reach, Mode<Int> const& mode) {
  if (mode.shape == Int(1) || mode.stride == Int(0)) return {reach};
  if (mode.stride > reach) return {reach, false, {}, because<Int>(Condition::surjective, reach)};
  return {reach + (mode.shape - Int(1)) * mode.stride};
}

/// The first offset that is not reached; those below it all are. Strides must be >= 0.
template <Number Int>
constexpr Int first_gap(List<Mode<Int>> modes) {
  sort_by_stride(modes);
  auto const step = [](Int const& reach, Mode<Int> const& mode) { return first_gap_step(reach, mode); };
  return fold_end(modes, Int(1), step).state;
}

namespace detail {
/// The least number in [from, to) that `has` says no of; `to` where there is none.
template <Number Int, class F>
constexpr Int least_without(Int const& from, Int const& to, F has) {
  for (Int v = from; v < to; v = v + Int(1))
    if (!has(v)) return v;
  return to;
}

/// The least offset from 0 on that the layout does not have, `cotarget` where it has all below. Each is looked
/// for; where that takes a quarter of the budget the offsets are walked through in order, if they can be cut
/// into halves of 1024.
template <Number Int>
constexpr Int missing_offset(Layout<Int> const& layout, Int const& cotarget, Work& work) {
  Coordinates<Int> coordinates(layout);
  coordinates.reach.work = Work(Budget{work.limit / 4, &work});
  Int const first = least_without(Int(0), cotarget, [&](Int const& v) {
    return (direct_coordinate(layout, v).offset == v || coordinates.has(v)) && coordinates.reach.work.take();
  });
  if (!coordinates.reach.work.ended()) return first;
  if (OrderedSums<Int> sums(layout.leaves); sums.fits()) {
    Int next(0);
    for (; !sums.empty() && cotarget > next && work.take(); sums.pop()) {
      if (sums.top().offset > next) return next;
      if (sums.top().offset == next) next = next + Int(1);
    }
    return next;
  }
  coordinates.reach.work = work;
  Int const last = least_without(first, cotarget, [&](Int const& v) { return coordinates.has(v); });
  work = coordinates.reach.work;
  return last;
}
}  // namespace detail

/// Condition::none when every offset in [0, cotarget) is reached; else Condition::surjective with the least
/// missing offset in `left`. At once where no stride is negative; otherwise offset after offset, so that a
/// layout of fewer points than cotarget is found out before they are passed. Errors: undecided,
/// well_formed()'s.
template <Number Int>
constexpr Refusal<Int> surjective(Layout<Int> const& layout, std::type_identity_t<Int> const& cotarget,
                                  Budget budget = {}) {
  if (Condition const c = well_formed(layout); c != Condition::none) return because<Int>(c);
  bool negative = false;
  for (auto const& m : layout.leaves)
    if (m.shape > Int(1) && m.stride < Int(0)) negative = true;
  if (!negative) {
    Int const gap = first_gap(layout.leaves);
    if (gap < cotarget) return because<Int>(Condition::surjective, gap);
    return {};
  }
  // The image of the |strides|, shifted down by what the negative ones reach.
  List<Mode<Int>> modes = layout.leaves;
  Int shift(0);
  for (auto& m : modes) {
    if (m.stride < Int(0)) shift = shift + (m.shape - Int(1)) * magnitude(m.stride);
    m.stride = magnitude(m.stride);
  }
  if (cotarget <= first_gap(modes) - shift) return {};
  Work work(budget);
  Int const missing = detail::missing_offset(layout, Int(cotarget), work);
  if (work.ended()) return undecided(work, size(layout));
  if (missing < cotarget) return because<Int>(Condition::surjective, missing);
  return {};
}

namespace detail {
/// Whether i < j are indices of the layout that have one offset.
template <Number Int>
constexpr bool collide(Layout<Int> const& layout, Int const& i, Int const& j) {
  return Int(0) <= i && i < j && j < size(layout) && evaluate(layout, i) == evaluate(layout, j);
}
}  // namespace detail

/// Of a layout of so many points, with offsets from `least` to `past` - 1: Condition::none where one that is
/// onto [0, cotarget) is a bijection. Errors: in_domain, as in bijective(); undecided.
template <Number Int>
constexpr Refusal<Int> bijective_step(Int const& points, Int const& past, Int const& least,
                                      Int const& cotarget) {
  if (least >= Int(0) && points == cotarget) return {};  // as many points as offsets: onto is one to one
  if (past > cotarget) return because<Int>(Condition::in_domain, past - Int(1), cotarget);
  if (least < Int(0)) return because<Int>(Condition::in_domain, least, cotarget);
  return because<Int>(Condition::undecided, points, cotarget);
}

/// Both at once, and no offset outside: a bijection onto [0, cotarget). The witness is that of the first that
/// fails and is decided; of Condition::in_domain, an offset outside in `left` and cotarget in `right`. A yes
/// rests on no search, and a collision that a search has found is looked at again. Errors: undecided,
/// well_formed()'s.
template <Number Int>
constexpr Refusal<Int> bijective(Layout<Int> const& layout, std::type_identity_t<Int> const& cotarget,
                                 Budget budget = {}) {
  Work work(budget);
  auto const one = injective(layout, work.rest());
  if (one.condition == Condition::injective) {
    if (detail::collide(layout, one.left, one.right)) return one;
  } else if (one.condition != Condition::none && one.condition != Condition::undecided) {
    return one;
  }
  auto const onto = surjective(layout, cotarget, work.rest());
  if (onto.condition != Condition::none && onto.condition != Condition::undecided) return onto;
  Int const past = extent(layout);
  auto const why = bijective_step(size(layout), past, past - cosize(layout), Int(cotarget));
  if (why.condition == Condition::none) return onto;
  return why.condition == Condition::undecided ? undecided(work, size(layout)) : why;
}

/// No gap below the largest offset: onto [0, extent(L)).
template <Number Int>
constexpr Refusal<Int> contiguous(Layout<Int> const& layout, Budget budget = {}) {
  return surjective(layout, extent(layout), budget);
}

}  // namespace colex
