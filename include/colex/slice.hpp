// SPDX-License-Identifier: MIT
// Fixing part of a coordinate: `_` keeps a mode, a number fixes it.
//
//   slice_and_offset((_,2), (4,8):(1,4)) == (4):(1) at 8       dice((_,2), (4,8):(1,4)) == (8):(4)
//
// A slicing coordinate is a tree of Slots. Kept modes end up side by side in one tuple; `_` alone keeps all.
// Source: CuTe's slice, dice and slice_and_offset.
#pragma once

#include "colex/coordinate.hpp"
#include "colex/structure.hpp"

namespace colex {

/// One leaf of a slicing coordinate: a number, or `_`.
template <Number Int>
struct Slot {
  bool keep = true;
  Int value{};
  bool operator==(Slot const&) const = default;
};
template <Number Int>
using Slicer = Nested<Slot<Int>>;

/// One entry of a slicing coordinate, as C++ says it.
template <class T, class Int>
concept SlicerEntry = TupleEntry<T, Int> || std::is_same_v<T, Underscore> || std::is_same_v<T, Slicer<Int>>;

template <Number Int, SlicerEntry<Int> T>
constexpr Slicer<Int> slicer_of(T const& entry) {
  if constexpr (std::is_same_v<T, Slicer<Int>>) {
    return entry;
  } else if constexpr (std::is_same_v<T, Underscore>) {
    return leaf(Slot<Int>{});
  } else if constexpr (std::is_same_v<T, Int>) {
    return leaf(Slot<Int>{false, entry});
  } else if constexpr (PlainInteger<T>) {
    return leaf(Slot<Int>{false, number_of<Int>(entry)});
  } else {
    return transform(entry, [](Int const& n) { return Slot<Int>{false, n}; });
  }
}

/// The slicing coordinate with these entries; a single one stands for itself.
template <Number Int, SlicerEntry<Int>... T>
requires(sizeof...(T) > 1) constexpr Slicer<Int> slicer_of(T const&... entries) {
  return join(slicer_of<Int>(entries)...);
}

namespace detail {
/// Collects the subtrees of t at slots with keep == `kept`. Their number is not known in advance: the tuple
/// of `out` grows.
template <class T, Number Int>
constexpr bool collect(Slicer<Int> const& slicer, Nested<T> const& t, bool kept, Nested<T>& out) {
  if (slicer.profile.is_leaf({})) {
    if (slicer.leaves[0].keep == kept) out = append(out, t);
    return true;
  }
  if (t.profile.is_leaf({}) || rank(slicer) != rank(t)) return false;
  for (int k = 0; k < rank(t); ++k)
    if (!collect(entry(slicer, k), entry(t, k), kept, out)) return false;
  return true;
}

template <class T, Number Int>
constexpr Result<Nested<T>, Int> collected(Slicer<Int> const& slicer, Nested<T> const& t, bool kept) {
  if (slicer.profile.is_leaf({}) && slicer.leaves[0].keep == kept) return Result<Nested<T>, Int>::answer(t);
  auto r = Result<Nested<T>, Int>::answer(open<T>(0));
  if (!collect(slicer, t, kept, r.value)) r.refusal = because<Int>(Condition::congruent);
  if (r.value.overfull()) r.refusal = because<Int>(Condition::capacity);
  return r;
}
}  // namespace detail

/// The modes of t at `_`, in one tuple; t itself for a bare `_`. Errors: congruent, capacity.
template <class T, Number Int>
constexpr Result<Nested<T>, Int> slice(Slicer<Int> const& slicer, Nested<T> const& t) {
  return detail::collected(slicer, t, true);
}

/// The modes of t at the numbers, in one tuple. Errors: congruent, capacity.
template <class T, Number Int>
constexpr Result<Nested<T>, Int> dice(Slicer<Int> const& slicer, Nested<T> const& t) {
  return detail::collected(slicer, t, false);
}

/// A layout and where it starts (elements).
template <Number Int>
struct Placed {
  Layout<Int> layout{};
  Int offset{};

  /// offset + layout(c...); where c has a `_`, again a layout and where it starts.
  template <class... Coordinate>
  constexpr auto operator()(Coordinate const&... c) const {
    auto const at = layout(c...);
    if constexpr (std::is_same_v<decltype(at), Int const>) {
      return offset + at;
    } else {
      return Placed{at.layout, offset + at.offset};
    }
  }
  bool operator==(Placed const&) const = default;
};

/// slice() with the offset of the numbers, every `_` counting as 0. Law: for a coordinate c of the slice,
/// slice(c) + offset is the layout at the full coordinate. Errors: congruent, capacity, not_negative,
/// overflow.
template <Number Int>
constexpr Result<Placed<Int>, Int> slice_and_offset(Slicer<Int> const& slicer, Layout<Int> const& layout) {
  using Answer = Result<Placed<Int>, Int>;
  auto const part = slice(slicer, layout);
  if (!part) return Answer::refuse(part.refusal);
  for (auto const& s : slicer.leaves)
    if (!s.keep && s.value < Int(0)) return Answer::refuse(because<Int>(Condition::not_negative, s.value));
  auto const origin = transform(slicer, [](Slot<Int> const& s) { return s.keep ? Int(0) : s.value; });
  auto const offset = crd2idx(origin, layout);
  if (!offset) return Answer::refuse(offset.refusal);
  Placed<Int> placed;
  placed.layout = part.value;
  placed.offset = offset.value;
  return Answer::answer(placed);
}

/// L(i, _): slice_and_offset, which stops where it refuses. Law: L(i, _)(j) == L(i, j).
template <Number Int, SlicerEntry<Int>... Entry>
requires(!(TupleEntry<Entry, Int> && ...)) constexpr Placed<Int> evaluate(Layout<Int> const& layout,
                                                                          Entry const&... entries) {
  return *slice_and_offset(slicer_of<Int>(entries...), layout);
}

/// The layout seen from `origin` on: its extents shrink by nothing, its start moves. Law: the value at c is
/// offset + layout(c) = layout(origin + c) while no entry of origin + c leaves its mode. Errors: congruent,
/// overflow.
template <Number Int>
constexpr Result<Placed<Int>, Int> domain_offset(IntTuple<Int> const& origin, Layout<Int> const& layout) {
  auto const offset = crd2idx(origin, layout);
  return {{layout, offset.value}, offset.refusal};
}

}  // namespace colex
