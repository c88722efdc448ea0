// SPDX-License-Identifier: MIT
// Coordinates of a shape: integral (one number), flat (one a mode), natural (nested as the shape is), or
// anything between: a coordinate fits a shape when its tree is the shape's with some subtrees cut back to a
// leaf.
//
//   crd2idx((2,(0,1)), (4,(2,4)):(2,(1,8))) == 12      crd2idx((2,2), (4,(2,4)):(2,(1,8))) == 12
//   crd2idx(10, (4,(2,4)):(2,(1,8))) == 12
//   idx2crd(16, (3,(2,3))) == (1,(1,2))
// Source: Cecka, arXiv:2603.02298, section 2.2.
#pragma once

#include "colex/layout.hpp"

namespace colex {

namespace detail {
/// Adds the offset of integral coordinate `index` in the subtree [from, to) of leaves, whose last mode runs
/// on; false where that leaves kReachLimit. The other digits stay below their extents, so only the last can.
template <Number Int, class Index>
constexpr bool add_offset(List<Mode<Int>> const& modes, Index from, Index to, Int const& index, Int& offset) {
  if (from == to) return true;
  EvaluateState<Int> at{index, offset};
  for (Index k = from; k + 1 < to; ++k) at = evaluate_step(at, modes[k]);
  Int const& stride = modes[to - 1].stride;
  if (!product_fits(at.rest, stride)) return false;
  Int const last = at.rest * stride;
  if (!sum_fits(at.offset, last)) return false;
  offset = at.offset + last;
  return true;
}

template <Number Int>
constexpr Condition add_offset(Layout<Int> const& l, Place lp, IntTuple<Int> const& c, Place cp,
                               Int& offset) {
  if (c.profile.is_leaf(cp))
    return add_offset(l.leaves, lp.leaf, l.profile.past(lp).leaf, c.leaves[cp.leaf], offset)
               ? Condition::none
               : Condition::overflow;
  if (l.profile.is_leaf(lp) || l.profile.entries(lp) != c.profile.entries(cp)) return Condition::congruent;
  auto const entries = c.profile.entries(cp);
  Place lchild = l.profile.first(lp), cchild = c.profile.first(cp);
  for (int k = 0; k < entries; ++k, lchild = l.profile.past(lchild), cchild = c.profile.past(cchild))
    if (Condition const why = add_offset(l, lchild, c, cchild, offset); why != Condition::none) return why;
  return Condition::none;
}
}  // namespace detail

/// Offset (elements) of a coordinate of any admissible nesting. Precondition: every entry is non-negative;
/// the last mode under an entry runs on past its extent, as in CuTe. Errors: congruent, when the coordinate
/// does not fit the layout's profile; overflow, when a coordinate past the end has an offset past
/// kReachLimit.
template <Number Int>
constexpr Result<Int, Int> crd2idx(IntTuple<Int> const& coordinate, Layout<Int> const& layout) {
  Result<Int, Int> r{Int(0), {}};
  r.refusal.condition = detail::add_offset(layout, {}, coordinate, {}, r.value);
  return r;
}

/// L(c) for a nested coordinate; refused coordinates do not compile in a constant evaluation, else abort.
template <Number Int>
constexpr Int evaluate(Layout<Int> const& layout, IntTuple<Int> const& coordinate) {
  return *crd2idx(coordinate, layout);
}

/// One entry of a coordinate, as C++ says it: an integer or a tuple.
template <class T, class Int>
concept TupleEntry = PlainInteger<T> || std::is_same_v<T, Int> || std::is_same_v<T, IntTuple<Int>>;

namespace detail {
template <Number Int, class T>
constexpr Condition add_entry(Layout<Int> const& l, Place at, T const& entry, Int& offset) {
  if constexpr (std::is_same_v<T, IntTuple<Int>>) {
    return add_offset(l, at, entry, {}, offset);
  } else {
    Int index;
    if constexpr (std::is_same_v<T, Int>) {
      index = entry;
    } else {
      index = number_of<Int>(entry);
    }
    return add_offset(l.leaves, at.leaf, l.profile.past(at).leaf, index, offset) ? Condition::none
                                                                                 : Condition::overflow;
  }
}
}  // namespace detail

/// L(i, j, ...): the offset of the coordinate with these entries. Stops where crd2idx() refuses.
template <Number Int, TupleEntry<Int>... Entry>
requires(sizeof...(Entry) > 1) constexpr Int evaluate(Layout<Int> const& layout, Entry const&... entries) {
  bool const fits = !layout.profile.is_leaf({}) && layout.profile.entries({}) == sizeof...(Entry);
  Condition why = fits ? Condition::none : Condition::congruent;
  Int offset(0);
  Place at = layout.profile.first({});
  auto const add = [&](auto const& entry) {
    if (why != Condition::none) return;
    why = detail::add_entry(layout, at, entry, offset);
    at = layout.profile.past(at);
  };
  (add(entries), ...);
  require(because<Int>(why));
  return offset;
}

/// The natural coordinate of the integral `index` >= 0 in `shape`; the last mode takes what is left, so that
/// an index past the end is not lost. Law: crd2idx(idx2crd(i, S), compact S) == i.
template <Number Int>
constexpr IntTuple<Int> idx2crd(std::type_identity_t<Int> const& index, IntTuple<Int> const& shape) {
  IntTuple<Int> r{shape.profile, {}};
  Int rest = index;
  for (int k = 0; k < shape.leaves.count; ++k) {
    bool const last = k + 1 == shape.leaves.count;
    r.leaves.push(last ? rest : rest % shape.leaves[k]);
    if (!last) rest = rest / shape.leaves[k];
  }
  return r;
}

/// Position of a coordinate of any admissible nesting in its shape, counted colexicographically; the last
/// mode under an entry runs on. Errors: congruent, overflow, and well_formed()'s.
template <Number Int>
constexpr Result<Int, Int> crd2idx(IntTuple<Int> const& coordinate, IntTuple<Int> const& shape) {
  Int next(1);
  Layout<Int> const counting = transform(shape, [&](Int const& s) {
    Mode<Int> const mode{s, next};
    if (product_fits(next, s)) next = next * s;
    return mode;
  });
  if (Condition const c = well_formed(counting); c != Condition::none) return {Int(0), because<Int>(c)};
  return crd2idx(coordinate, counting);
}

/// The coordinate of `to` at the position that `coordinate` has in `from`. Errors: congruent, overflow, and
/// well_formed()'s.
template <Number Int>
constexpr Result<IntTuple<Int>, Int> crd2crd(IntTuple<Int> const& coordinate, IntTuple<Int> const& from,
                                             IntTuple<Int> const& to) {
  auto const index = crd2idx(coordinate, from);
  if (!index) return {{}, index.refusal};
  return {idx2crd(index.value, to), {}};
}

}  // namespace colex
