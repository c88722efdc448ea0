// SPDX-License-Identifier: MIT
// A tile of X x Y elements, element (x, y) being x + X y, cut into pieces that are dealt to threads: thread-value
// layouts that the algebra makes, and what a kernel's body asks of them.
//
//   deal(by_rows(8, 4), 2, 1, 4, 2) == ((4,2),(1,2)):((2,8),(0,16))     pieces of 2 x 1 to two lines of four lanes:
//   thread 5, of lane 1 in line 1, has the pieces that begin at elements 2 + 8 and 2 + 8 + 16
#pragma once

#include "colex/divide.hpp"
#include "colex/static/value.hpp"
#include "tiles/tile_layout.hpp"

namespace colex::gpu {

/// The most blocks of a launch.
inline constexpr Index most_blocks = 0x7FFFFFFF;

/// The elements of a tile, along x first; and along y first.
constexpr Layout<Index> by_rows(Index X, Index Y) { return join(line(X, 1), line(Y, X)); }
constexpr Layout<Index> by_columns(Index X, Index Y) { return join(line(Y, X), line(X, 1)); }
/// The coordinates of an element.
constexpr Layout<Index> x_of(Index X, Index Y) { return join(line(X, 1), line(Y, 0)); }
constexpr Layout<Index> y_of(Index X, Index Y) { return join(line(X, 0), line(Y, 1)); }

/// The pieces of a x b elements of a tile, a layout of two modes, dealt to lines of lanes: (thread, value) -> the first
/// element of a piece. A thread is (lane, line), a value says how many lanes, and how many lines, a piece is further.
constexpr Layout<Index> deal(Layout<Index> const& tile, Index a, Index b, Index lanes, Index lines) {
  return *zipped_divide(entry(*zipped_divide(tile, extents(a, b)), 1), extents(lanes, lines));
}
/// The same with the elements of a piece among the values: (thread, (element, value)) -> element of the tile.
constexpr Layout<Index> with_elements(Layout<Index> const& dealt, Layout<Index> const& piece) {
  return join(entry(dealt, 0), join(piece, entry(dealt, 1)));
}

/// The row and the column, in a tile of rows x columns, of what a thread has as a value by a thread-value layout of the
/// tile, Tv::layout: (thread, value) -> row + rows * column. Of row_at() and column_at() coordinates may
/// be nested as the layout is.
template <class Tv, int rows, int columns>
struct CoordinatesOf {
  struct Row {
    static constexpr Layout<Index> layout = *composition(x_of(rows, columns), Tv::layout);
  };
  struct Column {
    static constexpr Layout<Index> layout = *composition(y_of(rows, columns), Tv::layout);
  };
  /// Of integers: the thread's part and the value's are added up.
  static COLEX_HOST_DEVICE constexpr int row(int thread, int value) {
    return offset_in<Part<Row, 0>>(thread) + offset_in<Part<Row, 1>>(value);
  }
  static COLEX_HOST_DEVICE constexpr int column(int thread, int value) {
    return offset_in<Part<Column, 0>>(thread) + offset_in<Part<Column, 1>>(value);
  }
  template <class Thread, class Value>
  static COLEX_HOST_DEVICE constexpr int row_at(Thread thread, Value value) {
    return static_cast<int>(nested_offset<Row>(thread, value));
  }
  template <class Thread, class Value>
  static COLEX_HOST_DEVICE constexpr int column_at(Thread thread, Value value) {
    return static_cast<int>(nested_offset<Column>(thread, value));
  }
};

namespace detail {
template <class Description, auto which, auto pieces>
struct OfPieces {
  static constexpr Layout<Index> value =
      *composition(Description::layouts.*which, Description::layouts.*pieces);
};
}  // namespace detail

/// Dealt pieces as a body asks for them, from a description of a kernel's layouts: a struct with the constant `layouts`,
/// whose members are thread-value layouts (`pieces`), x_of, y_of, and `kept`, element of the tile -> place in shared
/// memory. What is asked of (thread, value) is the sum of what is asked of (thread, 0) and of (0, value).
template <class Description, auto pieces>
struct Dealt {
  using Layouts = std::remove_cvref_t<decltype(Description::layouts)>;
  template <class Thread, class Value>
  static COLEX_HOST_DEVICE constexpr int x(Thread thread, Value value) {
    return static_cast<int>(StaticOf<detail::OfPieces<Description, &Layouts::x_of, pieces>>{}(thread, value));
  }
  template <class Thread, class Value>
  static COLEX_HOST_DEVICE constexpr int y(Thread thread, Value value) {
    return static_cast<int>(StaticOf<detail::OfPieces<Description, &Layouts::y_of, pieces>>{}(thread, value));
  }
  template <class Thread, class Value>
  static COLEX_HOST_DEVICE constexpr int kept(Thread thread, Value value) {
    return static_cast<int>(StaticOf<detail::OfPieces<Description, &Layouts::kept, pieces>>{}(thread, value));
  }
};

}  // namespace colex::gpu
