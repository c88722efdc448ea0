// SPDX-License-Identifier: MIT
// What kind of function a layout is: injective, onto [0, M), a bijection, contiguous. Each answer is yes
// (Condition::none), or no with a witness.
//
//   injective((2,2):(2,3)) == yes            injective((3,2):(1,2)) == no       2 and 3 both have offset 2
//   surjective((2,2):(1,3), 5) == no         contiguous((2,3):(1,1)) == yes     offset 2 is missing
//
// Laws: injective_is_exact, surjective_is_exact.
// Source: for the gap argument, Cecka, arXiv:2603.02298, 2.3; the search is reach.hpp's.
#pragma once

#include "colex/composition.hpp"
#include "colex/locate.hpp"

namespace colex {

/// Condition::none when no two integral coordinates have the same offset; else Condition::injective with two
/// that do, `left` < `right`, and their offset in `got`. Polynomial where the sorted strides outgrow what the
/// smaller ones reach and for two modes; a search otherwise. Errors: undecided (after kSearchLimit steps),
/// and well_formed()'s.
template <Number Int>
constexpr Refusal<Int> injective(Layout<Int> const& layout) {
  if (Condition const c = well_formed(layout); c != Condition::none) return because<Int>(c);
  auto collide = [&](Int const& i, Int const& j) {
    auto why = because<Int>(Condition::injective, i < j ? i : j, i < j ? j : i);
    why.has_witness = true;
    why.index = why.right;
    why.got = why.want = evaluate(layout, i);
    return why;
  };
  detail::Reach<Int> reach;
  List<Int> step;  // distance in the domain of one step of leaf k
  Int points(1);
  for (int k = 0; k < layout.leaves.count; ++k) {
    Mode<Int> const& m = layout.leaves[k];
    step.push(points);
    points = points * m.shape;
    if (m.shape == Int(1)) continue;
    if (m.stride == Int(0)) return collide(Int(0), step[k]);
    reach.add({m.stride, Int(1) - m.shape, m.shape - Int(1), k, false, Int(0)});
  }
  reach.close();
  // A nonzero difference has a first nonzero digit; its sign is ours to choose.
  for (int first = 0; first < reach.digits.count; ++first) {
    auto search = reach;
    auto& digits = search.digits;
    for (int k = 0; k < first; ++k) digits[k].value = Int(0);
    Int const all = digits[first].lowest;
    digits[first].lowest = Int(1);
    bool const found = search.solve(first, Int(0));
    digits[first].lowest = all;
    if (search.steps > kSearchLimit) return because<Int>(Condition::undecided, Int(search.steps));
    if (!found) continue;
    Int i(0), j(0);
    for (auto const& d : digits) {
      Int const c = d.mirrored ? Int(0) - d.value : d.value;
      (c > Int(0) ? i : j) = (c > Int(0) ? i : j) + magnitude(c) * step[d.mode];
    }
    return collide(i, j);
  }
  return {};
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
  return fold(modes, Int(1), first_gap_step<Int>).state;
}

/// Condition::none when every offset in [0, cotarget) is reached; else Condition::surjective with a missing
/// offset in `left`, the least one where no stride is negative. Errors: undecided, well_formed()'s.
template <Number Int>
constexpr Refusal<Int> surjective(Layout<Int> const& layout, std::type_identity_t<Int> const& cotarget) {
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
  if (cotarget > Int(kEnumerationLimit)) return because<Int>(Condition::undecided, cotarget);
  for (Int v(0); v < cotarget; v = v + Int(1))
    if (auto const at = preimage(layout, v); !at) return at.refusal;
  return {};
}

/// Both at once, and no offset outside: a bijection onto [0, cotarget). The witness is that of the first that
/// fails; of Condition::in_domain, an offset outside in `left` and cotarget in `right`.
template <Number Int>
constexpr Refusal<Int> bijective(Layout<Int> const& layout, std::type_identity_t<Int> const& cotarget) {
  auto why = injective(layout);
  if (why.condition == Condition::none) why = surjective(layout, cotarget);
  if (why.condition != Condition::none || size(layout) == cotarget) return why;
  Int const past = extent(layout);  // more points than offsets in [0, cotarget): some lie outside
  return because<Int>(Condition::in_domain, past > cotarget ? past - Int(1) : past - cosize(layout),
                      cotarget);
}

/// No gap below the largest offset: onto [0, extent(L)).
template <Number Int>
constexpr Refusal<Int> contiguous(Layout<Int> const& layout) {
  return surjective(layout, extent(layout));
}

}  // namespace colex
