// SPDX-License-Identifier: MIT
// Static layouts from text.
//
//   constexpr auto tile = static_layout<"(4,(2,4)):(2,(1,8))">();      static_assert(tile(21) == 19);
//   static_assert(static_layout<"(?,64):(1,?)">(100, 128)(3, 2) == 259);
//
// `?` is an extent or a stride that is given at run time, in the order of the text. At namespace scope,
// COLEX_CONSTANT auto tile = static_layout<"...">(); declares a layout that host and device code may call.
#pragma once

#include "colex/static/layout.hpp"
#include "colex/static/text.hpp"

namespace colex {

/// A string literal as a template argument.
template <std::size_t count>
struct Literal {
  char text[count]{};
  constexpr Literal(char const (&from)[count]) {  // NOLINT(google-explicit-constructor)
    for (std::size_t k = 0; k < count; ++k) text[k] = from[k];
  }
};

/// Never defined: a compiler shows the text and the column of its first error where a layout is read from it.
template <Literal text, int column>
struct WrongLayout;

namespace detail {

/// How many entries of a layout are given at run time.
constexpr int asked(Layout<std::int64_t> const& layout) {
  int count = 0;
  for (auto const& m : layout.leaves) count += is_given(m.shape) + is_given(m.stride);
  return count;
}

template <class Source, class... Values>
using LayoutFrom = StaticLayout<Trees<Source>::extents, Trees<Source>::strides, Values...>;

template <Literal literal>
struct FromText {
  static constexpr auto parsed = read_layout({literal.text, sizeof literal.text - 1});
  static constexpr Layout<std::int64_t> value = parsed.value;
  static constexpr int count = asked(value);
};

template <Literal literal>
constexpr auto from_text() {
  using Source = FromText<literal>;
  if constexpr (!Source::parsed) {
    return WrongLayout<literal, Source::parsed.column>{};
  } else {
    return std::type_identity<LayoutFrom<Source>>{};
  }
}

}  // namespace detail

/// The type of the layout that a text without `?` is.
template <Literal text>
using Static = typename decltype(detail::from_text<text>())::type;

/// The layout that a text is, with one number for each of its `?`.
template <Literal text, class... Int>
COLEX_HOST_DEVICE constexpr auto static_layout(Int... entries) {
  using Source = detail::FromText<text>;
  static_assert(sizeof...(Int) == Source::count, "one number is needed for each ? of the layout");
  if constexpr (sizeof...(Int) == 0) {
    return Static<text>{};
  } else {
    using Number = std::common_type_t<typename detail::CountedIn<Int>::type...>;
    using Values = RunTime<Number, sizeof...(Int)>;
    return detail::LayoutFrom<Source, Values>{Values{{static_cast<Number>(entries)...}}};
  }
}

}  // namespace colex
