// SPDX-License-Identifier: MIT
// Shapes, strides, coordinates, tilers and layouts out of plain integers, by CuTe's names.
//
//   static_assert(make_shape(4, make_shape(2, 3)) == tuple("(4,(2,3))"));
//   static_assert(*make_layout(make_shape(4, 8), make_stride(8, 1)) == layout("(4,8):(8,1)"));
//   static_assert(*make_layout(make_shape(4, 8), LayoutRight{}) == layout("(4,8):(8,1)"));
//   static_assert(make_layout(std::integral_constant<int, 4>{}, std::integral_constant<int, 8>{}) == layout("4:8"));
//   static_assert(layout("(4,8):(8,1)")(1, 2) == 10 && layout("(4,8):(8,1)")(make_coord(1, 2)) == 10);
//   static_assert(layout("(4,8):(8,1)")(1, _) == Placed<std::int64_t>{layout("(8):(1)"), 8});
//   static_assert(*composition(layout("(4,8)"), make_tile(2, _)) == layout("(2,8):(1,4)"));
//
// Every built-in integer is taken; an unsigned number of 2^63 or more stops.
#pragma once

#include <type_traits>

#include "colex/make.hpp"
#include "colex/slice.hpp"
#include "colex/tiler.hpp"

namespace colex {

/// The tuple of the entries, each an integer or a tuple. One entry is a tuple of one, as in CuTe.
template <TupleEntry<std::int64_t>... Entry>
constexpr IntTuple<std::int64_t> make_shape(Entry const&... entries) {
  auto r = open<std::int64_t>(sizeof...(entries));
  [[maybe_unused]] auto const add = [&](auto const& entry) {
    if constexpr (std::is_same_v<decltype(entry), IntTuple<std::int64_t> const&>) {
      graft(r, entry);
    } else {
      graft(r, leaf(number_of<std::int64_t>(entry)));
    }
  };
  (add(entries), ...);
  return r;
}
template <TupleEntry<std::int64_t>... Entry>
constexpr IntTuple<std::int64_t> make_stride(Entry const&... entries) {
  return make_shape(entries...);
}
template <TupleEntry<std::int64_t>... Entry>
constexpr IntTuple<std::int64_t> make_coord(Entry const&... entries) {
  return make_shape(entries...);
}
/// A slicing coordinate, where some entry is `_` or has one.
template <SlicerEntry<std::int64_t>... Entry>
requires(!(TupleEntry<Entry, std::int64_t> &&
           ...)) constexpr Slicer<std::int64_t> make_coord(Entry const&... entries) {
  auto r = open<Slot<std::int64_t>>(sizeof...(entries));
  (graft(r, slicer_of<std::int64_t>(entries)), ...);
  return r;
}

/// A tiler that acts by mode: on each mode a layout, n for n:1, `_` for nothing, or a tiler.
template <class... Entry>
requires(sizeof...(Entry) > 0 && (std::is_convertible_v<Entry, Tiler<std::int64_t>> &&
                                  ...)) constexpr Tiler<std::int64_t> make_tile(Entry const&... entries) {
  return by_mode(Tiler<std::int64_t>(entries)...);
}

/// Which mode of a compact layout runs fastest: the leftmost or the rightmost.
struct LayoutLeft {};
struct LayoutRight {};

/// The compact layout of a shape. Errors: well_formed()'s.
template <Number Int>
constexpr Result<Layout<Int>, Int> make_layout(IntTuple<Int> const& shape, LayoutLeft = {}) {
  return make_layout(shape, compact_col_major(shape));
}
template <Number Int>
constexpr Result<Layout<Int>, Int> make_layout(IntTuple<Int> const& shape, LayoutRight) {
  return make_layout(shape, compact_row_major(shape));
}

/// n:1, and n:d. Errors: well_formed()'s.
template <PlainInteger T>
constexpr Result<Layout<std::int64_t>> make_layout(T extent) {
  return make_layout(leaf(number_of<std::int64_t>(extent)));
}
template <PlainInteger T, PlainInteger U>
constexpr Result<Layout<std::int64_t>> make_layout(T extent, U stride) {
  return make_layout(leaf(number_of<std::int64_t>(extent)), leaf(number_of<std::int64_t>(stride)));
}

/// An integer that its type says: std::integral_constant, CuTe's Int.
template <class T>
concept ConstantInteger = requires {
  requires PlainInteger<std::remove_cv_t<decltype(T::value)>>;
};
/// n:1, and n:d of constants: a layout, for where it would be refused the call does not compile.
template <ConstantInteger N>
constexpr Layout<std::int64_t> make_layout(N) {
  constexpr Layout<std::int64_t> made = *make_layout(N::value);
  return Layout<std::int64_t>(made);
}
template <ConstantInteger N, ConstantInteger D>
constexpr Layout<std::int64_t> make_layout(N, D) {
  constexpr Layout<std::int64_t> made = *make_layout(N::value, D::value);
  return Layout<std::int64_t>(made);
}

/// The layouts as the modes of one. Errors: well_formed()'s.
template <Number Int, class... More>
requires(std::is_same_v<More, Layout<Int>>&&...) constexpr Result<Layout<Int>, Int> make_layout(
    Layout<Int> const& first, More const&... more) {
  return keep_limits(join(first, more...));
}

/// crd2idx() for an integral coordinate.
template <PlainInteger T, Number Int>
constexpr Result<Int, Int> crd2idx(T coordinate, Layout<Int> const& layout) {
  return crd2idx(leaf(number_of<Int>(coordinate)), layout);
}
template <PlainInteger T, Number Int>
constexpr Result<Int, Int> crd2idx(T coordinate, IntTuple<Int> const& shape) {
  return crd2idx(leaf(number_of<Int>(coordinate)), shape);
}

}  // namespace colex
