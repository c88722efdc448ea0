// SPDX-License-Identifier: MIT
// A layout as a type, whose value costs nothing in a kernel: calls leave the arithmetic that one writes by
// hand.
//
//   constexpr StaticLayout<Tuple<4L, Tuple<2L, 4L>{}>{}, Tuple<2L, Tuple<1L, 8L>{}>{}> tile;
//   static_assert(tile(21) == 19 && tile(1, 5) == 19 && tile(1, coord(1, 2)) == 19 && tile(1, _)(5) == 19);
//
// Offsets are counted in the coordinate's own integer type; a layout whose offsets do not fit it does not
// compile.
#pragma once

#include "colex/slice.hpp"
#include "colex/static/evaluate.hpp"

namespace colex {

/// The entries of a layout that are given at run time, in the order of their `?`.
template <class Int, int count>
struct RunTime {
  using type = Int;
  Int given[count];
};

template <class Swizzle, class L, class Int>
struct StaticView;

namespace detail {

/// No swizzle: offsets are what the layout says.
struct Unswizzled {
  template <class Int>
  static constexpr bool fits = true;
  template <class Int>
  COLEX_HOST_DEVICE constexpr Int operator()(Int x) const {
    return x;
  }
};

constexpr void append_slots(Slicer<std::int64_t>& out, std::type_identity<Underscore>) {
  out.profile.leaf();
  out.leaves.push({true, 0});
}
template <class Number>
constexpr void append_slots(Slicer<std::int64_t>& out, std::type_identity<Number>) {
  out.profile.leaf();
  out.leaves.push({false, 0});
}
template <class... Entries>
constexpr void append_slots(Slicer<std::int64_t>& out, std::type_identity<Coord<Entries...>>) {
  out.profile.tuple(sizeof...(Entries));
  (append_slots(out, std::type_identity<Entries>{}), ...);
}

/// What slice() keeps of a layout at a coordinate of type C.
template <auto extents, auto strides, class C>
struct KeptEntries {
  static constexpr Layout<std::int64_t> value = [] {
    Slicer<std::int64_t> slicer{{}, {}};
    append_slots(slicer, std::type_identity<C>{});
    return *slice(slicer, layout_of<extents, strides>());
  }();
};

COLEX_HOST_DEVICE constexpr NoValues only() { return {}; }
template <class Values>
COLEX_HOST_DEVICE constexpr Values const& only(Values const& values) {
  return values;
}

/// The layout `l` at `c`: an offset (elements), or where `c` keeps modes, the view of what it keeps.
template <class L, class C>
COLEX_HOST_DEVICE constexpr auto look(L const& l, C const& c) {
  using Int = typename L::template Count<typename CountedIn<C>::type>;
  static_assert(L::template fits<Int>, "an offset of the layout does not fit the integer type of the index");
  Int const at = tree_offset<L::shape, L::stride>(l.values(), l.template start<Int>(), c);
  if constexpr (keeps_a_mode<C>) {
    using Source = Trees<KeptEntries<L::shape, L::stride, C>>;
    auto const kept = l.template with<Source::extents, Source::strides>();
    return StaticView<typename L::Swizzle, std::remove_cvref_t<decltype(kept)>, Int>{kept, at};
  } else {
    return typename L::Swizzle{}(at);
  }
}

/// A layout of constants, as the value that the algebra works on.
template <auto extents, auto strides>
struct Known {
  static_assert(Line<extents, strides>::known, "an entry of the layout is given at run time only");
  static constexpr Layout<std::int64_t> value = *keep_limits(layout_of<extents, strides>());
  static constexpr std::int64_t size = colex::size(value), extent = colex::extent(value);
};

}  // namespace detail

/// The layout of two trees of one profile; Given entries have their values in Values, a RunTime.
/// Precondition of a call: every entry of the coordinate is in range. Errors, at compile time: an offset that
/// does not fit, a coordinate of other entries than the layout has.
template <auto extents, auto strides, class... Values>
struct StaticLayout : Values... {
  static constexpr auto shape = extents;
  static constexpr auto stride = strides;
  using Swizzle = detail::Unswizzled;
  template <class Index>
  using Count = std::common_type_t<Index, typename Values::type...>;
  template <class Int>
  static constexpr bool fits = detail::fits<Int>(detail::Span<extents, strides>::low) &&
                               detail::fits<Int>(detail::Span<extents, strides>::high);

  template <class Int>
  COLEX_HOST_DEVICE constexpr Int start() const {
    return Int(0);
  }
  /// The entries given at run time, where there are any.
  COLEX_HOST_DEVICE constexpr decltype(auto) values() const {
    return detail::only(static_cast<Values const&>(*this)...);
  }
  /// The layout of other trees over the same run-time values.
  template <auto other_extents, auto other_strides>
  COLEX_HOST_DEVICE constexpr StaticLayout<other_extents, other_strides, Values...> with() const {
    return {static_cast<Values const&>(*this)...};
  }

  template <class C>
  COLEX_HOST_DEVICE constexpr auto operator()(C c) const {
    return detail::look(*this, c);
  }
  template <class C, class D, class... More>
  COLEX_HOST_DEVICE constexpr auto operator()(C c, D d, More... more) const {
    return detail::look(*this, coord(c, d, more...));
  }
};

/// What a coordinate with `_` keeps of a layout, from offset `start` (elements) on. Offsets are of type Int.
template <class Outer, class L, class Int>
struct StaticView : L {
  Int first;
  using Swizzle = Outer;
  using Plain = L;
  template <class>
  using Count = Int;

  template <class>
  COLEX_HOST_DEVICE constexpr Int start() const {
    return first;
  }
  template <class C>
  COLEX_HOST_DEVICE constexpr auto operator()(C c) const {
    return detail::look(*this, c);
  }
  template <class C, class D, class... More>
  COLEX_HOST_DEVICE constexpr auto operator()(C c, D d, More... more) const {
    return detail::look(*this, coord(c, d, more...));
  }
};

/// Points, offsets and the value of a layout whose entries are all constants. Elements.
template <class L>
inline constexpr std::int64_t static_size = detail::Known<L::shape, L::stride>::size;
template <class L>
inline constexpr std::int64_t static_extent = detail::Known<L::shape, L::stride>::extent;

}  // namespace colex
