// SPDX-License-Identifier: MIT
// One block's tile and one thread's part of a static layout, from the offset on where they start.
//
//   constexpr auto m = static_layout<"(8,8):(1,8)">();
//   static_assert(local_tile(m, Tuple<4, 4>{}, coord(1, 1))(0, 0) == 36);
//   static_assert(local_partition(m, static_layout<"(4,2):(1,4)">(), 5)(0, 0) == 9);
//
// Layouts of constants are split by zipped_divide(). Where entries are given at run time, the modes are
// leaves and the tiler gives the tile's extents: (M,N):(s,t) by <m,n> is (m,n):(s,t) and (M/m,N/n):(m*s,n*t).
#pragma once

#include "colex/make.hpp"
#include "colex/static/algebra.hpp"

namespace colex {

namespace detail {

/// A tile, and the grid of all tiles.
template <class Tile, class Grid>
struct Split {
  Tile tile;
  Grid grid;
};

template <auto tile, auto grid, auto of_tile, auto of_grid>
COLEX_HOST_DEVICE constexpr Split<StaticLayout<tile, of_tile>, StaticLayout<grid, of_grid>> entries(
    Tuple<tile, grid>, Tuple<of_tile, of_grid>) {
  return {};
}
template <class L, class T>
COLEX_HOST_DEVICE constexpr auto split(L const&, T) {
  static_assert(is_constant<L>, "a layout with entries given at run time is split by a tuple of extents");
  using Divided = decltype(zipped_divide(L{}, T{}));
  return entries(Divided::shape, Divided::stride);
}

/// A leaf's entry under the grid: an extent divided by the tile's, a stride multiplied by it. Of an entry
/// that is given at run time, the value changes in `values`.
template <class Kind, Kind entry, std::int64_t tile, bool extent>
struct OfGrid {
  static_assert(!is_tuple<Kind>, "a layout with entries given at run time is split at leaves");
  static_assert(!extent || entry % tile == 0, "the tile does not divide the layout");
  static constexpr std::int64_t value = extent ? entry / tile : entry * tile;
  template <class Values>
  static COLEX_HOST_DEVICE constexpr void change(Values&) {}
};
template <int index, Given<index> entry, std::int64_t tile, bool extent>
struct OfGrid<Given<index>, entry, tile, extent> {
  static constexpr Given<index> value{};
  template <class Values>
  static COLEX_HOST_DEVICE constexpr void change(Values& values) {
    constexpr auto by = static_cast<typename Values::type>(tile);
    values.given[index] = extent ? values.given[index] / by : values.given[index] * by;
  }
};
template <auto entry, std::int64_t tile, bool extent>
using OfGridOf = OfGrid<std::remove_cvref_t<decltype(entry)>, entry, tile, extent>;

template <auto... e, auto... s, class Values, auto... tile>
COLEX_HOST_DEVICE constexpr auto split_leaves(Values values, Tuple<e...>, Tuple<s...>, Tuple<tile...>) {
  static_assert(sizeof...(e) == sizeof...(tile), "the tiler has other modes than the layout");
  using Tile = StaticLayout<Tuple<std::int64_t{tile}...>{}, Tuple<s...>{}, Values>;
  using Grid = StaticLayout<Tuple<OfGridOf<e, tile, true>::value...>{},
                            Tuple<OfGridOf<s, tile, false>::value...>{}, Values>;
  Tile const in_tile{values};
  (OfGridOf<e, tile, true>::change(values), ...);
  (OfGridOf<s, tile, false>::change(values), ...);
  return Split<Tile, Grid>{in_tile, Grid{values}};
}
template <auto e, auto s, class Int, int count, auto... tile>
COLEX_HOST_DEVICE constexpr auto split(StaticLayout<e, s, RunTime<Int, count>> const& layout,
                                       Tuple<tile...> tiler) {
  return split_leaves(layout.values(), e, s, tiler);
}

/// The extents of the threads' modes, and the layout that maps a thread to its index among them.
template <auto e, auto s>
struct Threads {
  static constexpr Layout<std::int64_t> value = *right_inverse(Known<e, s>::value);
  static_assert(size(value) == Known<e, s>::size, "the threads are not numbered from 0 on, each once");
};
template <auto e, auto s>
struct ThreadTile {
  static constexpr Layout<std::int64_t> value =
      transform(product_each(shape(Known<e, s>::value)), [](auto n) {
        return Mode<std::int64_t>{n, 0};
      });
};

/// Where a thread stands in a tile: one layout, where the algebra has it.
template <auto e, auto s, class Index>
struct ThreadInTile {
  static constexpr auto composed = composition(Known<e, s>::value, Index::value);
  static constexpr bool exists = static_cast<bool>(composed);
  static constexpr Layout<std::int64_t> value = composed.value;
};
template <class Index, auto e, auto s, class Int>
COLEX_HOST_DEVICE constexpr auto place_of_thread(StaticLayout<e, s> const& tile, Int thread) {
  if constexpr (ThreadInTile<e, s, Index>::exists) {
    return LayoutFrom<ThreadInTile<e, s, Index>>{}(thread);
  } else {
    return tile(LayoutFrom<Index>{}(thread));
  }
}
template <class Index, auto e, auto s, class Values, class Int>
COLEX_HOST_DEVICE constexpr auto place_of_thread(StaticLayout<e, s, Values> const& tile, Int thread) {
  return tile(LayoutFrom<Index>{}(thread));
}

/// `kept` from `offset` on, under what moves and swizzles the whole layout.
template <class C, class Whole, class L, class Offset>
COLEX_HOST_DEVICE constexpr auto placed(Whole const& whole, L const& kept, Offset offset) {
  using Int = typename Whole::template Count<typename CountedIn<C>::type>;
  static_assert(Whole::template fits<Int>,
                "an offset of the layout does not fit the integer type of the index");
  return view<typename Whole::Swizzle>(kept, whole.template start<Int>() + static_cast<Int>(offset));
}

}  // namespace detail

/// The tile of a layout at grid coordinate `at`, from its first offset on. The tiler is a Tuple of extents, a
/// static layout or a static_tiler(). Precondition, where extents are given at run time: the tile divides
/// them. Errors, at compile time: zipped_divide()'s.
template <detail::IsStatic L, class T, class C>
COLEX_HOST_DEVICE constexpr auto local_tile(L const& layout, T tiler, C at) {
  static_assert(detail::is_tiler<T>,
                "a tiler is a plain layout, a tuple of extents or a static_tiler() of these");
  static_assert(!detail::keeps_a_mode<C>, "the coordinate of a tile has a number for each mode of the grid");
  auto const parts = detail::split(layout.inner(), tiler);
  return detail::placed<C>(layout, parts.tile, parts.grid(at));
}

/// What one of the threads holds of a layout: the grid of the tiles that have one element per thread.
/// `thread` is a value of the layout `threads`, which numbers them from 0 on, each once. Precondition and
/// errors: as above.
template <detail::IsStatic L, detail::IsStatic T, class Int>
COLEX_HOST_DEVICE constexpr auto local_partition(L const& layout, T const&, Int thread) {
  static_assert(detail::is_plain_static<T> && detail::is_constant<T>,
                "threads are a plain layout of constants");
  auto const parts =
      detail::split(layout.inner(), detail::Trees<detail::ThreadTile<T::shape, T::stride>>::extents);
  return detail::placed<Int>(
      layout, parts.grid, detail::place_of_thread<detail::Threads<T::shape, T::stride>>(parts.tile, thread));
}

}  // namespace colex
