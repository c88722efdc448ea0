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
  static constexpr bool fits(std::int64_t) {
    return true;
  }
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

/// A layout inside of a type that is more than it, where it takes no room if all its entries are constants. It is no
/// base of that type: what takes a plain layout does not take the type, and forget what else it is.
template <class L, bool = std::is_empty_v<L>>
struct Holding {
  L held;
  COLEX_HOST_DEVICE constexpr L const& inner() const { return held; }
};
template <class L>
struct Holding<L, true> {
  constexpr Holding() = default;
  COLEX_HOST_DEVICE constexpr Holding(L) {}  // NOLINT(google-explicit-constructor)
  COLEX_HOST_DEVICE constexpr L inner() const { return {}; }
};

/// The view of a plain layout from offset `first` (elements) on.
template <class Outer, class L, class Int>
COLEX_HOST_DEVICE constexpr StaticView<Outer, L, Int> view(L const& inner, Int first) {
  return {{inner}, first};
}

/// The layout `l` at `c`: an offset (elements), or where `c` keeps modes, the view of what it keeps.
template <class L, class C>
COLEX_HOST_DEVICE constexpr auto look(L const& l, C const& c) {
  using Int = typename L::template Count<typename CountedIn<C>::type>;
  static_assert(L::template fits<Int>, "an offset of the layout does not fit the integer type of the index");
  using Inner = typename L::Inner;
  Int const at = tree_offset<Inner::shape, Inner::stride>(l.inner().values(), l.template start<Int>(), c);
  if constexpr (keeps_a_mode<C>) {
    using Source = Trees<KeptEntries<Inner::shape, Inner::stride, C>>;
    return view<typename L::Swizzle>(l.inner().template with<Source::extents, Source::strides>(), at);
  } else {
    return typename L::Swizzle{}(at);
  }
}

/// A layout of constants, as the value that the algebra works on.
template <auto extents, auto strides>
struct Known {
  static_assert(Line<extents, strides>::known, "an entry of the layout is given at run time only");
  static constexpr Layout<std::int64_t> value = *keep_limits(layout_of<extents, strides>());
  static constexpr std::int64_t size = colex::size(value);
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
  using Inner = StaticLayout;
  template <class Index>
  using Count = std::common_type_t<Index, typename Values::type...>;
  template <class Int>
  static constexpr bool fits = detail::fits<Int>(detail::Span<extents, strides>::low) &&
                               detail::fits<Int>(detail::Span<extents, strides>::high);

  template <class Int>
  COLEX_HOST_DEVICE constexpr Int start() const {
    return Int(0);
  }
  COLEX_HOST_DEVICE constexpr StaticLayout const& inner() const { return *this; }
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

/// What a coordinate with `_` keeps of a layout, from offset `first` (elements) on. Offsets are of type Int.
template <class Outer, class L, class Int>
struct StaticView : detail::Holding<L> {
  Int first;
  static constexpr auto shape = L::shape;
  using Swizzle = Outer;
  using Inner = L;
  template <class>
  using Count = Int;
  template <class Other>
  static constexpr bool fits =
      L::template fits<Other>&& Outer::template fits<Other>(detail::Span<L::shape, L::stride>::high);

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

namespace detail {
template <class...>
inline constexpr bool never = false;

template <class L>
struct Extent {
  static_assert(never<L>, "static_extent is of a layout whose entries and start are constants");
  static constexpr std::int64_t value = 0;
};
template <auto extents, auto strides>
struct Extent<StaticLayout<extents, strides>> {
  static constexpr std::int64_t value = colex::extent(Known<extents, strides>::value);
};

/// A layout as a type: plain, behind a swizzle, or from an offset on.
template <class L>
concept IsStatic = requires {
  typename L::Swizzle;
  typename L::Inner;
};
}  // namespace detail

/// layout(index) without a remainder: (4,8):(1,6) is index + index / 4 * 2, not index % 4 + index / 4 * 6. Which of the
/// two a processor does in fewer steps depends on the numbers. Precondition: 0 <= index < size.
template <auto extents, auto strides, class Index>
COLEX_HOST_DEVICE constexpr auto by_quotients(StaticLayout<extents, strides> const&, Index index) {
  using Int = typename detail::CountedIn<Index>::type;
  using Modes = detail::Line<extents, strides>;
  static_assert(Modes::known && StaticLayout<extents, strides>::template fits<Int>,
                "an offset of the layout does not fit the integer type of the index");
  return detail::quotients_offset<Modes>(static_cast<Int>(index),
                                         std::make_integer_sequence<int, Modes::count>{});
}

/// layout(index) of a layout with entries given at run time, whose digits are divided as the index's own type: 32 bits are
/// divided faster than the 64 of strides. Precondition: 0 <= index < size, and every extent fits that type.
template <auto extents, auto strides, class Values, class Index>
COLEX_HOST_DEVICE constexpr auto by_digits(StaticLayout<extents, strides, Values> const& layout,
                                           Index index) {
  using Int = std::common_type_t<Index, typename Values::type>;
  using Modes = detail::Line<extents, strides>;
  return detail::line_offset<Modes, Index>(layout.values(), Int(0), index,
                                           std::make_integer_sequence<int, Modes::count>{});
}

/// Points and offsets of a layout whose entries are all constants. Elements.
template <detail::IsStatic L>
inline constexpr std::int64_t static_size = detail::Known<L::Inner::shape, L::Inner::stride>::size;
template <detail::IsStatic L>
inline constexpr std::int64_t static_extent = detail::Extent<std::remove_cv_t<L>>::value;

}  // namespace colex
