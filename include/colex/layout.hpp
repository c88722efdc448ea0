// SPDX-License-Identifier: MIT
// A layout is a function from coordinates to offsets, given by a shape and a stride of the same profile.
//
//   eval((4,(2,4)):(2,(1,8)), 21) == 19      eval((4,(2,4)):(2,(1,8)), (1,(1,2))) == 19   2*1 + 1*1 + 8*2
//
// Integral coordinates count colexicographically: the leftmost mode runs fastest.
// Source: Cecka, arXiv:2603.02298, sections 2.2 and 2.3.
#pragma once

#include "colex/nested.hpp"

namespace colex {

/// One leaf of a layout: `shape` points, `stride` elements apart.
template <Number Int>
struct Mode {
  Int shape, stride;
  bool operator==(Mode const&) const = default;
};

template <Number Int>
using IntTuple = Nested<Int>;
template <Number Int>
using Layout = Nested<Mode<Int>>;

// ---------------------------------------------------------------------------------------------- evaluation

/// Evaluation in progress: the offset of the modes passed, and the part of the index not yet used.
template <Number Int>
struct EvaluateState {
  Int rest{}, offset{};
};

/// Passes one mode: its digit of the coordinate is `rest % shape`. Preconditions: rest >= 0, shape >= 1.
template <Number Int>
constexpr EvaluateState<Int> evaluate_step(EvaluateState<Int> const& at, Mode<Int> const& mode) {
  return {at.rest / mode.shape, at.offset + (at.rest % mode.shape) * mode.stride};
}

/// Offset (elements) of the integral coordinate `index`, 0 <= index < size(L). Past the end every digit
/// wraps.
template <Number Int>
constexpr Int evaluate(List<Mode<Int>> const& modes, Int const& index) {
  EvaluateState<Int> at{index, Int(0)};
  for (auto const& mode : modes) at = evaluate_step(at, mode);
  return at.offset;
}
template <Number Int>
constexpr Int evaluate(Layout<Int> const& layout, Int const& index) {
  return evaluate(layout.leaves, index);
}

template <Number Int, PlainInteger Index>
requires(!std::is_same_v<Index, Int>) constexpr Int evaluate(Layout<Int> const& layout, Index index) {
  return evaluate(layout, number_of<Int>(index));
}

/// Offset of `index` >= 0 when the last mode runs on past its extent, as CuTe lets it: (4,3):(3,1) at 13
/// is 6.
template <Number Int>
constexpr Int evaluate_extended(List<Mode<Int>> const& modes, Int const& index) {
  EvaluateState<Int> at{index, Int(0)};
  for (int k = 0; k + 1 < modes.count; ++k) at = evaluate_step(at, modes[k]);
  return modes.count == 0 ? Int(0) : at.offset + at.rest * modes.back().stride;
}

// ---------------------------------------------------------------------------------------------- measures

template <Number Int>
constexpr Int size(List<Mode<Int>> const& modes) {
  Int points(1);
  for (auto const& m : modes) points = points * m.shape;
  return points;
}
/// Number of points of the domain. size(()) is 1.
template <Number Int>
constexpr Int size(Layout<Int> const& layout) {
  return size(layout.leaves);
}
template <Number Int>
constexpr Int size(IntTuple<Int> const& shape) {
  Int points(1);
  for (auto const& s : shape.leaves) points = points * s;
  return points;
}

/// One past the largest offset (elements): the allocation a buffer needs when no stride is negative.
template <Number Int>
constexpr Int extent(Layout<Int> const& layout) {
  Int top(0);
  for (auto const& m : layout.leaves)
    if (m.stride > Int(0)) top = top + (m.shape - Int(1)) * m.stride;
  return top + Int(1);
}

/// CuTe's cosize: 1 + sum of (shape - 1) * |stride|. Equal to extent() unless a stride is negative.
template <Number Int>
constexpr Int cosize(Layout<Int> const& layout) {
  Int top(0);
  for (auto const& m : layout.leaves) top = top + (m.shape - Int(1)) * magnitude(m.stride);
  return top + Int(1);
}

template <Number Int>
constexpr IntTuple<Int> shape(Layout<Int> const& layout) {
  return transform(layout, [](Mode<Int> const& m) { return m.shape; });
}
template <Number Int>
constexpr IntTuple<Int> stride(Layout<Int> const& layout) {
  return transform(layout, [](Mode<Int> const& m) { return m.stride; });
}

namespace detail {
/// well_formed() of the modes, number by number.
template <Number Int>
constexpr Condition keeps_limits(List<Mode<Int>> const& modes) {
  Int points(1), reach(0);
  for (auto const& m : modes) {
    if (m.shape < Int(1)) return Condition::shape_positive;
    if (!product_fits(points, m.shape) || !product_fits(m.shape, m.stride)) return Condition::overflow;
    points = points * m.shape;
    if constexpr (!is_unbounded<Int>) {
      Int const far = m.shape == Int(1) ? m.stride : (m.shape - Int(1)) * m.stride;
      if (!sum_fits(reach, far)) return Condition::overflow;
      reach = reach + magnitude(far);
    }
  }
  return Condition::none;
}
/// Whether a mode after `points` points is so small that kMaxLeaves of them keep the limits: then nothing else is asked
/// of them. Theorem: steps_stay_in_64_bits.
template <Number Int>
constexpr bool is_small(Int const& points, Mode<Int> const& m) {
  Int const most = std::int64_t{1} << 28, least = -(std::int64_t{1} << 28);
  return Int(1) <= m.shape && m.shape <= most && least <= m.stride && m.stride <= most &&
         points <= Int(std::int64_t{1} << 31);
}
/// well_formed(), compiled in place.
template <Number Int>
[[gnu::always_inline]] constexpr Condition well_formed_here(Layout<Int> const& layout) {
  if (layout.overfull()) return Condition::capacity;
  if constexpr (is_word<Int>) {
    Int points(1);
    for (auto const& m : layout.leaves) {
      if (!is_small(points, m)) return keeps_limits(layout.leaves);
      points = points * m.shape;
    }
    return Condition::none;
  } else {
    return keeps_limits(layout.leaves);
  }
}
}  // namespace detail

/// Condition::none when every extent is at least 1 and neither the size, nor any |shape * stride|, nor the
/// sum of (shape - 1) * |stride| exceeds kReachLimit, an extent of 1 counting as 2: the precondition of every
/// operation, under which no intermediate leaves 64 bits.
template <Number Int>
constexpr Condition well_formed(Layout<Int> const& layout) {
  return detail::well_formed_here(layout);
}

/// The layout, where it keeps the limits of well_formed(), whose errors are its own.
template <Number Int>
constexpr Result<Layout<Int>, Int> keep_limits(Layout<Int> const& layout) {
  auto r = Result<Layout<Int>, Int>::answer(layout);
  r.refusal.condition = well_formed(layout);
  return r;
}

/// The layout of `shape` and `stride`. Errors: congruent, and those of well_formed().
template <Number Int>
constexpr Result<Layout<Int>, Int> make_layout(IntTuple<Int> const& shape, IntTuple<Int> const& stride) {
  Result<Layout<Int>, Int> r;
  if (!congruent(shape, stride)) {
    r.refusal.condition = Condition::congruent;
    return r;
  }
  r.value.profile = shape.profile;
  for (int k = 0; k < shape.leaves.count; ++k) r.value.leaves.push({shape.leaves[k], stride.leaves[k]});
  r.value.leaves.overfull = shape.leaves.overfull;
  r.refusal.condition = well_formed(r.value);
  return r;
}

/// Insertion sort by stride: adjacent swaps only, stable, in bounds whatever the comparison answers.
template <Number Int>
constexpr void sort_by_stride(List<Mode<Int>>& modes) {
  for (int i = 1; i < modes.count; ++i)
    for (int j = i; j > 0 && modes[j - 1].stride > modes[j].stride; --j) {
      Mode<Int> larger = modes[j - 1];
      modes[j - 1] = modes[j];
      modes[j] = larger;
    }
}

/// The compact colexicographic strides of a shape, from `start` on: (4,(2,3)) -> (1,(4,8)). Extent-1 modes
/// get stride 0.
template <Number Int>
constexpr IntTuple<Int> compact_col_major(IntTuple<Int> const& shape,
                                          std::type_identity_t<Int> const& start = Int(1)) {
  Int next = start;
  return transform(shape, [&](Int const& s) {
    Int const stride = s == Int(1) ? Int(0) : next;
    if (product_fits(next, s)) next = next * s;  // an oversized shape is make_layout's to refuse
    return stride;
  });
}

}  // namespace colex
