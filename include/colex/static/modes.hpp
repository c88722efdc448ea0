// SPDX-License-Identifier: MIT
// The modes of a layout whose rank is of the type and whose numbers may be of the run, as a row; and the layout
// that a row, or several layouts side by side, are.
//
//   constexpr auto row = detail::row_of(static_layout<"(?,64):(1,?)">(100, 128));
//   static_assert(row.item[0] == Mode<std::int64_t>{100, 1} && row.item[1] == Mode<std::int64_t>{64, 128});
//   static_assert(detail::layout_of_row<int>(row)(3, 2) == 259);
#pragma once

#include "colex/static/make.hpp"

/// A function of the types' making, which leaves nothing of itself.
#define COLEX_UNROLLED COLEX_HOST_DEVICE __attribute__((always_inline))

namespace colex::detail {

using Whole = std::int64_t;

/// Stands where the type does not know a number.
struct Unknown {};
template <auto number>
inline constexpr bool is_known = !std::is_same_v<std::remove_cvref_t<decltype(number)>, Unknown>;

/// A number, or `other` where the type does not know it.
template <auto number>
COLEX_HOST_DEVICE constexpr Whole known_or(Whole other) {
  if constexpr (is_known<number>) {
    return number;
  } else {
    return other;
  }
}
/// What the type knows of a mode: each a Whole, or Unknown.
template <auto of_extent, auto of_stride>
struct Mark {
  static constexpr auto extent = of_extent;
  static constexpr auto stride = of_stride;
  static constexpr bool extent_known = is_known<extent>, stride_known = is_known<stride>;
};

/// Modes with all their numbers, also those that the type knows.
template <class... Marks>
struct Row {
  static constexpr int modes = sizeof...(Marks);
  Mode<Whole> item[sizeof...(Marks)];
};
template <>
struct Row<> {
  static constexpr int modes = 0;
  static constexpr Mode<Whole> const* item = nullptr;
};

template <class... A, class... B, int... k, int... n>
COLEX_UNROLLED constexpr Row<A..., B...> beside([[maybe_unused]] Row<A...> const& a,
                                                [[maybe_unused]] Row<B...> const& b,
                                                std::integer_sequence<int, k...>,
                                                std::integer_sequence<int, n...>) {
  if constexpr (sizeof...(A) + sizeof...(B) == 0) {
    return {};
  } else {
    return {{a.item[k]..., b.item[n]...}};
  }
}
/// The modes of all rows, in order.
COLEX_UNROLLED constexpr Row<> one_row() { return {}; }
template <class... A>
COLEX_UNROLLED constexpr Row<A...> one_row(Row<A...> const& a) {
  return a;
}
template <class... A, class... B, class... More>
COLEX_UNROLLED constexpr auto one_row(Row<A...> const& a, Row<B...> const& b, More const&... more) {
  return one_row(beside(a, b, std::make_integer_sequence<int, sizeof...(A)>{},
                        std::make_integer_sequence<int, sizeof...(B)>{}),
                 more...);
}
template <class Of>
COLEX_UNROLLED constexpr Row<Of> row_of_mode(Mode<Whole> const& mode) {
  return {{mode}};
}

// ------------------------------------------------------------------------------------------------ from a layout

/// The number of an entry, and what the type knows of it.
template <class Values>
COLEX_UNROLLED constexpr Whole number_at(Values const&, Whole entry) {
  return entry;
}
template <class Values, int index>
COLEX_UNROLLED constexpr Whole number_at(Values const& values, Given<index>) {
  return static_cast<Whole>(values.given[index]);
}
COLEX_HOST_DEVICE constexpr Whole known_of(Whole entry) { return entry; }
template <int index>
COLEX_HOST_DEVICE constexpr Unknown known_of(Given<index>) {
  return {};
}

template <auto extents, auto strides, class Values>
COLEX_UNROLLED constexpr auto row_of_trees(Values const& values);
template <auto... e, auto... s, class Values>
COLEX_UNROLLED constexpr auto row_of_entries([[maybe_unused]] Values const& values, Tuple<e...>,
                                             Tuple<s...>) {
  return one_row(row_of_trees<e, s>(values)...);
}
/// The leaves of the part of a layout that two trees describe.
template <auto extents, auto strides, class Values>
COLEX_UNROLLED constexpr auto row_of_trees(Values const& values) {
  if constexpr (is_tuple<std::remove_cvref_t<decltype(extents)>>) {
    return row_of_entries(values, extents, strides);
  } else {
    return row_of_mode<Mark<known_of(extents), known_of(strides)>>(
        {number_at(values, extents), number_at(values, strides)});
  }
}
template <auto extents, auto strides, class... Values>
COLEX_UNROLLED constexpr auto row_of(StaticLayout<extents, strides, Values...> const& layout) {
  return row_of_trees<extents, strides>(layout.values());
}

// ------------------------------------------------------------------------------------------------ to a layout

/// The layout of two trees over these run-time values.
template <class Int, auto extents, auto strides, class... Numbers>
COLEX_UNROLLED constexpr auto made(Numbers... numbers) {
  if constexpr (sizeof...(numbers) == 0) {
    return StaticLayout<extents, strides>{};
  } else {
    using Values = RunTime<Int, sizeof...(numbers)>;
    return StaticLayout<extents, strides, Values>{Values{{static_cast<Int>(numbers)...}}};
  }
}

template <int at, auto number>
COLEX_HOST_DEVICE constexpr auto entry_at() {
  if constexpr (is_known<number>) {
    return Whole{number};
  } else {
    return Given<at>{};
  }
}
/// Where the run-time values of a row stand: those of the extents first, each kind in order of the modes.
template <class... Marks>
struct Places {
  static constexpr int modes = sizeof...(Marks);
  bool const unknown[2][modes + 1] = {{!Marks::extent_known..., false}, {!Marks::stride_known..., false}};
  COLEX_HOST_DEVICE constexpr int before(int kind, int mode) const {
    int count = 0;
    for (int n = 0; n < 2; ++n)
      for (int k = 0; k < modes; ++k) count += unknown[n][k] && (n < kind || (n == kind && k < mode));
    return count;
  }
  /// The mode of value number `at`, after 2 * modes where there is none; strides count from `modes` on.
  COLEX_HOST_DEVICE constexpr int of(int at) const {
    for (int n = 0; n < 2; ++n)
      for (int k = 0; k < modes; ++k)
        if (unknown[n][k] && before(n, k) == at) return n * modes + k;
    return 2 * modes;
  }
};
template <class... Marks>
inline constexpr Places<Marks...> kPlaces{};

template <int at, class... Marks>
COLEX_UNROLLED constexpr Whole number_of_row(Row<Marks...> const& row) {
  constexpr int of = kPlaces<Marks...>.of(at), modes = sizeof...(Marks);
  if constexpr (of < modes) {
    return row.item[of].shape;
  } else {
    return row.item[of - modes].stride;
  }
}
template <class Int, class... Marks, int... k, int... value>
COLEX_UNROLLED constexpr auto layout_from(Row<Marks...> const& row, std::integer_sequence<int, k...>,
                                          std::integer_sequence<int, value...>) {
  constexpr auto extents = Tuple<entry_at<kPlaces<Marks...>.before(0, k), Marks::extent>()...>{};
  constexpr auto strides = Tuple<entry_at<kPlaces<Marks...>.before(1, k), Marks::stride>()...>{};
  return made<Int, extents, strides>(number_of_row<value>(row)...);
}
template <class Int, class Of>
COLEX_UNROLLED constexpr auto layout_from(Row<Of> const& row) {
  constexpr auto extent = entry_at<0, Of::extent>();
  constexpr auto stride = entry_at<!Of::extent_known, Of::stride>();
  if constexpr (Of::extent_known && Of::stride_known) {
    return made<Int, extent, stride>();
  } else if constexpr (Of::stride_known) {
    return made<Int, extent, stride>(row.item[0].shape);
  } else if constexpr (Of::extent_known) {
    return made<Int, extent, stride>(row.item[0].stride);
  } else {
    return made<Int, extent, stride>(row.item[0].shape, row.item[0].stride);
  }
}
/// The layout of a row: one mode stands for itself.
template <class Int, class... Marks>
COLEX_UNROLLED constexpr auto layout_of_row(Row<Marks...> const& row) {
  if constexpr (sizeof...(Marks) == 1) {
    return layout_from<Int>(row);
  } else {
    constexpr int count = (0 + ... + (!Marks::extent_known + !Marks::stride_known));
    return layout_from<Int>(row, std::make_integer_sequence<int, sizeof...(Marks)>{},
                            std::make_integer_sequence<int, count>{});
  }
}

/// The tree whose run-time values stand `by` places further on.
template <int by>
COLEX_HOST_DEVICE constexpr Whole moved(Whole entry) {
  return entry;
}
template <int by, int index>
COLEX_HOST_DEVICE constexpr Given<index + by> moved(Given<index>) {
  return {};
}
template <int by, auto... entries>
COLEX_HOST_DEVICE constexpr auto moved(Tuple<entries...>) {
  return Tuple<moved<by>(entries)...>{};
}

template <class... Values>
inline constexpr int count_of = 0;
template <class Int, int count>
inline constexpr int count_of<RunTime<Int, count>> = count;

template <int by, auto entry, auto... entries>
COLEX_HOST_DEVICE constexpr auto with_entry(Tuple<entries...>) {
  return Tuple<entries..., moved<by>(entry)>{};
}
template <class Int, auto extents, auto strides, class A, class B, int... k, int... n>
COLEX_UNROLLED constexpr auto with_values([[maybe_unused]] A const& a, [[maybe_unused]] B const& b,
                                          std::integer_sequence<int, k...>,
                                          std::integer_sequence<int, n...>) {
  return made<Int, extents, strides>(a.values().given[k]..., b.values().given[n]...);
}
template <class Int, class L>
COLEX_UNROLLED constexpr L with_layouts(L const& so_far) {
  return so_far;
}
template <class Int, auto e, auto s, class... V, auto f, auto t, class... W, class... More>
COLEX_UNROLLED constexpr auto with_layouts(StaticLayout<e, s, V...> const& so_far,
                                           StaticLayout<f, t, W...> const& next, More const&... more) {
  constexpr int before = count_of<V...>;
  return with_layouts<Int>(with_values<Int, with_entry<before, f>(e), with_entry<before, t>(s)>(
                               so_far, next, std::make_integer_sequence<int, before>{},
                               std::make_integer_sequence<int, count_of<W...>>{}),
                           more...);
}
/// The layout whose entries these are, as join() is.
template <class Int, class... L>
COLEX_UNROLLED constexpr auto joined(L const&... entries) {
  return with_layouts<Int>(StaticLayout<Tuple<>{}, Tuple<>{}>{}, entries...);
}

}  // namespace colex::detail
