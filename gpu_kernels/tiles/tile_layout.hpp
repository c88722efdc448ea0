// SPDX-License-Identifier: MIT
// What tiled copies and tiled MMAs share: a layout as a type, evaluated without a loop, and how wide its
// accesses may be.
//
// A thread-value layout, (thread, value) or (thread, value, group), maps who holds an element to the element.
//
//   struct Tv { static constexpr auto layout = colex::layout("(8,4):(4,1)"); };
//   offset_in<Tv>(9) == 5               thread 1, value 1
//   vector_width(Tv::layout, {}, 4) == 4   each thread's four values are neighbours and aligned
#pragma once

#include "colex/coalesce.hpp"
#include "colex/static/value.hpp"
#include "colex/swizzle.hpp"
#include "colex/tiler.hpp"
#include "platform/vec.hpp"

// Loops over registers must vanish on devices, and a loop that loads many of them must not: its loads would
// all be moved to the front. The host's compilers do not know the pragma.
#if defined(__CUDACC__) || defined(__HIP__)
#define COLEX_UNROLL _Pragma("unroll")
#define COLEX_UNROLL_2 _Pragma("unroll 2")
#define COLEX_UNROLL_1 _Pragma("unroll 1")
#else
#define COLEX_UNROLL
#define COLEX_UNROLL_2
#define COLEX_UNROLL_1
#endif

namespace colex::gpu {

/// Offset of the coordinate `index` in the layout that L names, mode after mode at compile time.
template <class L, int k = 0, class Int>
constexpr Int offset_in(Int index) {
  if constexpr (k == L::layout.leaves.count) {
    return Int(0);
  } else {
    constexpr Mode<Index> mode = L::layout.leaves[k];
    return index % Int(mode.shape) * Int(mode.stride) + offset_in<L, k + 1>(index / Int(mode.shape));
  }
}
namespace detail {
template <class L>
struct ValueOf {
  static constexpr Layout<Index> value = L::layout;
};
}  // namespace detail
/// The same of a coordinate with two entries, each an integer or nested, by colex/static.
template <class L, class First, class Second>
COLEX_HOST_DEVICE constexpr auto nested_offset(First first, Second second) {
  return StaticOf<detail::ValueOf<L>>{}(first, second);
}

/// Entry k of the layout that L names: its threads, its values, its groups.
template <class L, int k>
struct Part {
  static constexpr Layout<Index> layout = entry(L::layout, k);
  static constexpr int points = static_cast<int>(size(layout));
};

/// A mode as a layout.
constexpr Layout<Index> line(Index extent, Index stride) {
  return leaf(Mode<Index>{extent, extent == 1 ? 0 : stride});
}
/// The tiler <a, b>.
constexpr Tiler<Index> extents(Index a, Index b) { return by_mode(join(leaf(a), leaf(b))); }

/// The values of a thread in the order of their offsets, and the slot of its registers that each has: where
/// values that are neighbours in memory are held apart, they can still be moved together.
struct ByOffset {
  Layout<Index> offsets, slots;
};
constexpr ByOffset by_offset(Layout<Index> const& values) {
  List<Mode<Index>> modes, slots;
  Index slot = 1;
  for (auto const& mode : values.leaves) {
    int at = modes.count;  // behind the last smaller stride
    while (at > 0 && modes[at - 1].stride > mode.stride) --at;
    modes.push(mode), slots.push(mode);
    for (int k = modes.count - 1; k > at; --k) modes[k] = modes[k - 1], slots[k] = slots[k - 1];
    modes[at] = mode, slots[at] = {mode.shape, slot};
    slot *= mode.shape;
  }
  return {flat(modes), flat(slots)};
}

/// The most values that one access may move, for every thread and group: a power of two, at most 16 bytes.
/// The values begin with neighbours, every other stride is a multiple of their number, and the swizzle leaves
/// the low bits of an offset alone.
constexpr int vector_width(Layout<Index> const& tv, Swizzle const& swizzle, int element_bytes) {
  auto const fits = [&](Index width) {
    auto const values = coalesce(entry(tv, 1)).leaves;
    if (values.count == 0 || values[0].stride != 1 || values[0].shape % width != 0) return false;
    for (int k = 1; k < values.count; ++k)
      if (values[k].stride % width != 0) return false;
    for (int part = 0; part < rank(tv); ++part)
      for (auto const& mode : entry(tv, part).leaves)
        if (part != 1 && mode.shape > 1 && mode.stride % width != 0) return false;
    return swizzle.bits == 0 || (Index{1} << swizzle.base) % width == 0;
  };
  int width = 1;
  while (2 * width * element_bytes <= widest_access_bytes && fits(2 * width)) width *= 2;
  return width;
}

}  // namespace colex::gpu
