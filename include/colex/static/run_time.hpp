// SPDX-License-Identifier: MIT
// Operations on layouts whose rank is of the type and whose numbers are of the run, on the host and in a kernel:
// the steps of the algebra, one after the other, without a loop.
//
//   constexpr auto matrix = static_layout<"(?,64):(1,?)">(128, 200);
//   constexpr auto parts = logical_divide(matrix, Tuple<32, 16>{});
//   static_assert(parts(coord(3, 1), coord(5, 2)) == matrix(35, 37) && divides(matrix, Tuple<32, 16>{}));
//   static_assert(composition(matrix, static_layout<"(4,2):(1,?)">(128))(1, 1) == matrix(1, 1));
//   static_assert(!composes(matrix, static_layout<"4:?">(48)));
//
// What the type knows it decides: those modes cost nothing, and a refusal does not compile. Where numbers of the run
// decide whether the answer has a mode, it has one, of extent 1 where it is not needed, as in CuTe. Nothing is checked
// at run time: composes() and divides() ask, once, where the numbers come in.
#pragma once

#include "colex/static/make.hpp"
#include "colex/static/steps.hpp"

namespace colex {

namespace detail {

/// A o tile, A o its grid, or both.
struct Compose {
  template <class Int, class L, class T, class Right>
  static COLEX_UNROLLED constexpr auto of(L const& a, T const& tile, Right& right) {
    return composed_with<Int>(a, tile, right);
  }
};
struct Grid {
  template <class Int, class L, class T, class Right>
  static COLEX_UNROLLED constexpr auto of(L const& a, T const& tile, Right& right) {
    return composed_with<Int>(a, grid_in<Int>(row_of(a), tile, right), right);
  }
};
struct Divide {
  template <class Int, class L, class T, class Right>
  static COLEX_UNROLLED constexpr auto of(L const& a, T const& tile, Right& right) {
    return composed_with<Int>(a, joined<Int>(tile, grid_in<Int>(row_of(a), tile, right)), right);
  }
};

/// The part of a layout that two trees describe, over the values that it has.
template <class Int, auto extents, auto strides, class Values>
COLEX_UNROLLED constexpr auto part(Values const& values);
template <class Int, class Values, auto... e, auto... s>
COLEX_UNROLLED constexpr auto part_of([[maybe_unused]] Values const& values, Tuple<e...>, Tuple<s...>) {
  return joined<Int>(part<Int, e, s>(values)...);
}
template <class Int, auto extents, auto strides, class Values>
COLEX_UNROLLED constexpr auto part(Values const& values) {
  if constexpr (is_tuple<std::remove_cvref_t<decltype(extents)>>) {
    return part_of<Int>(values, extents, strides);
  } else {
    return layout_of_row<Int>(row_of_trees<extents, strides>(values));
  }
}

/// A tiler with layouts for its extents.
template <class T>
COLEX_HOST_DEVICE constexpr T as_tiler(T const& layout) {
  return layout;
}
template <class... T>
COLEX_UNROLLED constexpr auto as_tiler(StaticTiler<T...>) {
  static_assert((std::is_empty_v<T> && ...), "a tiler by mode has constants only");
  return StaticTiler<decltype(as_tiler(T{}))...>{};
}
template <auto... t>
COLEX_UNROLLED constexpr auto as_tiler(Tuple<t...>);
template <auto t>
COLEX_UNROLLED constexpr auto tiler_of_entry() {
  if constexpr (is_tuple<std::remove_cvref_t<decltype(t)>>) {
    return as_tiler(t);
  } else {
    return StaticLayout<Whole{t}, Whole{t == 1 ? 0 : 1}>{};
  }
}
template <auto... t>
COLEX_UNROLLED constexpr auto as_tiler(Tuple<t...>) {
  return StaticTiler<decltype(tiler_of_entry<t>())...>{};
}

template <int k, auto first, auto... more>
COLEX_UNROLLED constexpr auto nth(Tuple<first, more...>) {
  if constexpr (k == 0) {
    return first;
  } else {
    return nth<k - 1>(Tuple<more...>{});
  }
}
/// Entry k of a tiler; `_` past its end.
template <int k>
COLEX_HOST_DEVICE constexpr Underscore nth_tile(StaticTiler<>) {
  return {};
}
template <int k, class First, class... More>
COLEX_UNROLLED constexpr auto nth_tile(StaticTiler<First, More...>) {
  if constexpr (k == 0) {
    return First{};
  } else {
    return nth_tile<k - 1>(StaticTiler<More...>{});
  }
}

template <auto... entries>
COLEX_HOST_DEVICE constexpr int rank_of(Tuple<entries...>) {
  return sizeof...(entries);
}
template <class... T>
inline constexpr bool is_by_mode = false;
template <class... T>
inline constexpr bool is_by_mode<StaticTiler<T...>> = true;

template <class Int, class Op, class L, class... T, class Right, int... k>
COLEX_UNROLLED constexpr auto by_entries(L const& a, StaticTiler<T...> tiler, Right& right,
                                         std::integer_sequence<int, k...>);
/// `Op` of a layout and a tiler, mode by mode where that is a tuple.
template <class Int, class Op, class L, class T, class Right>
COLEX_UNROLLED constexpr auto by_tiler_of(L const& a, T const& tiler, Right& right) {
  if constexpr (std::is_same_v<T, Underscore>) {
    return part<Int, L::shape, L::stride>(a.values());
  } else if constexpr (is_by_mode<T>) {
    return by_entries<Int, Op>(a, tiler, right, std::make_integer_sequence<int, rank_of(L::shape)>{});
  } else {
    return Op::template of<Int>(a, tiler, right);
  }
}
template <class Int, class Op, class L, class... T, class Right, int... k>
COLEX_UNROLLED constexpr auto by_entries(L const& a, StaticTiler<T...> tiler, Right& right,
                                         std::integer_sequence<int, k...>) {
  static_assert(sizeof...(T) <= rank_of(L::shape), "the tiler has more modes than the layout");
  return joined<Int>(by_tiler_of<Int, Op>(a.template with<nth<k>(L::shape), nth<k>(L::stride)>(),
                                          nth_tile<k>(tiler), right)...);
}

/// Each tile and each grid of a tiler by mode, in a tuple of their own.
struct Zip {
  template <class Int, class L, class... T, class Right>
  static COLEX_UNROLLED constexpr auto of(L const& a, StaticTiler<T...> tiler, Right& right) {
    static_assert((true && ... && !(is_by_mode<T> || std::is_same_v<T, Underscore>)),
                  "a tiler has a tile for each mode that it reaches");
    static_assert(sizeof...(T) <= rank_of(L::shape), "the tiler has more modes than the layout");
    auto const tiles = by_entries<Int, Compose>(a, tiler, right, Indices<T...>{});
    return joined<Int>(
        tiles, by_entries<Int, Grid>(a, tiler, right, std::make_integer_sequence<int, rank_of(L::shape)>{}));
  }
  template <class Int, class L, auto f, auto t, class... W, class Right>
  static COLEX_UNROLLED constexpr auto of(L const& a, StaticLayout<f, t, W...> const& tile, Right& right) {
    return Divide::of<Int>(a, tile, right);
  }
};

/// The integer type of the numbers given at run time.
template <class A, class B>
struct NumbersOf;
template <auto e, auto s, class... V, class B>
struct NumbersOf<StaticLayout<e, s, V...>, B> {
  using type = std::common_type_t<typename V::type...>;
};
template <auto e, auto s, class... V, auto f, auto t, class... W>
struct NumbersOf<StaticLayout<e, s, V...>, StaticLayout<f, t, W...>> {
  using type = std::common_type_t<typename V::type..., typename W::type...>;
};

template <class Op, class L, class T>
COLEX_UNROLLED constexpr auto unchecked(L const& a, T const& tiler) {
  if constexpr (!is_tiler<T>) {
    static_assert(never<L>, "a tiler is a plain layout, a tuple of extents, _ or a static_tiler() of these");
  } else {
    Unasked nobody;
    return Op::template of<typename NumbersOf<L, T>::type>(a, tiler, nobody);
  }
}
template <class Op, class L, class T>
COLEX_HOST_DEVICE constexpr bool answers(L const& a, T const& tiler) {
  if constexpr (!is_tiler<T>) {
    static_assert(never<L>, "a tiler is a plain layout, a tuple of extents, _ or a static_tiler() of these");
    return false;
  } else {
    Judge judge;
    (void)Op::template of<Whole>(a.inner(), tiler, judge);
    return judge.right;
  }
}
template <class Op>
struct ByTiler {
  template <class Int, class L, class T, class Right>
  static COLEX_UNROLLED constexpr auto of(L const& a, T const& tiler, Right& right) {
    return by_tiler_of<Int, Op>(a, as_tiler(tiler), right);
  }
};
struct ZipByTiler {
  template <class Int, class L, class T, class Right>
  static COLEX_UNROLLED constexpr auto of(L const& a, T const& tiler, Right& right) {
    return Zip::of<Int>(a, as_tiler(tiler), right);
  }
};

}  // namespace detail

/// Whether composition() answers A o tiler, by the steps alone. Behind a swizzle, and of a tile, that is asked of the
/// inner layout. Precondition: to_value() answers for both.
template <detail::IsStatic L, class T>
COLEX_HOST_DEVICE constexpr bool composes(L const& a, T const& tiler) {
  return detail::answers<detail::ByTiler<detail::Compose>>(a, tiler);
}
/// The same of logical_divide() and zipped_divide().
template <detail::IsStatic L, class T>
COLEX_HOST_DEVICE constexpr bool divides(L const& a, T const& tiler) {
  return detail::answers<detail::ByTiler<detail::Divide>>(a, tiler);
}

// As the operations of these names on constants, where A or a tile has numbers of the run; they count in the integer
// type of these. Precondition: composes(a, tiler), and divides(a, tiler) of a divide. A tile whose entries are given at
// run time has one mode.
#define COLEX_RUN_TIME_OPERATION(name, Op)                                                               \
  template <auto e, auto s, class Int, int count, class T>                                               \
  COLEX_UNROLLED constexpr auto name(StaticLayout<e, s, RunTime<Int, count>> const& a, T const& tiler) { \
    return detail::unchecked<Op>(a, tiler);                                                              \
  }                                                                                                      \
  template <auto e, auto s, auto f, auto t, class Int, int count>                                        \
  COLEX_UNROLLED constexpr auto name(StaticLayout<e, s> a,                                               \
                                     StaticLayout<f, t, RunTime<Int, count>> const& tile) {              \
    return detail::unchecked<Op>(a, tile);                                                               \
  }
COLEX_RUN_TIME_OPERATION(composition, detail::ByTiler<detail::Compose>)
COLEX_RUN_TIME_OPERATION(logical_divide, detail::ByTiler<detail::Divide>)
COLEX_RUN_TIME_OPERATION(zipped_divide, detail::ZipByTiler)
#undef COLEX_RUN_TIME_OPERATION

}  // namespace colex
