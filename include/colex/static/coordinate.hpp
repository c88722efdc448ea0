// SPDX-License-Identifier: MIT
// What the static face takes as a coordinate: numbers of any integer type, `_`, constants, and nests of them.
//
//   static_assert(coord(1, coord(2, 3)).rest.first.first == 2);
#pragma once

#include <type_traits>
#include <utility>

#include "colex/host_device.hpp"
#include "colex/structure.hpp"

#if defined(__CUDACC__) && !defined(__clang__)
#define COLEX_ANY_CALLEE _Pragma("nv_exec_check_disable")  // what is passed in may run on one side only
#else
#define COLEX_ANY_CALLEE
#endif

namespace colex {

/// A number known at compile time, which unrolled iteration hands out.
template <auto number>
struct Constant {
  static constexpr auto value = number;
  COLEX_HOST_DEVICE constexpr operator decltype(number)() const { return number; }
};

/// A nested coordinate, made by coord().
template <class... Entries>
struct Coord {};
template <class First, class... Rest>
struct Coord<First, Rest...> {
  First first;
  Coord<Rest...> rest;
};

COLEX_HOST_DEVICE constexpr Coord<> coord() { return {}; }
template <class First, class... Rest>
COLEX_HOST_DEVICE constexpr Coord<First, Rest...> coord(First first, Rest... rest) {
  return {first, coord(rest...)};
}

namespace detail {

/// The integer type in which a coordinate is counted, as the language's own arithmetic would have it.
template <class C>
struct CountedIn {
  using type = decltype(+std::declval<C const&>());
  static_assert(std::is_integral_v<type>, "a coordinate's entry is an integer, _ or a coord()");
};
template <>
struct CountedIn<Underscore> {
  using type = int;
};
template <class... Entries>
struct CountedIn<Coord<Entries...>> {
  using type = std::common_type_t<int, typename CountedIn<Entries>::type...>;
};

template <class C>
inline constexpr bool is_coord = false;
template <class... Entries>
inline constexpr bool is_coord<Coord<Entries...>> = true;

template <class C>
inline constexpr bool keeps_a_mode = std::is_same_v<C, Underscore>;
template <class... Entries>
inline constexpr bool keeps_a_mode<Coord<Entries...>> = (keeps_a_mode<Entries> || ...);

}  // namespace detail

}  // namespace colex
