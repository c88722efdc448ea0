// SPDX-License-Identifier: MIT
// The layouts of a transpose: which thread loads which words of a tile's rows, where shared memory keeps an element, and
// which thread makes which words of its columns. The kernel evaluates them, and certificates are about them.
//
//   transpose_layouts(tile_of<TransposeB32>).rows == ((16,16),(1,4)):((4,64),(0,1024))       (thread, (word, step))
//   transpose_layouts(tile_of<TransposeB32>).columns == ((16,16),(1,4)):((256,1),(0,16))
#pragma once

#include "tiles/dealt.hpp"
#include "transpose/transpose_configs.hpp"

namespace colex::gpu {

/// The numbers of a config that its layouts are made of.
struct TransposeTileNumbers {
  int word, reach, x, y, threads, row_lanes, column_lanes, square_lanes, side;
};
template <class Config>
inline constexpr TransposeTileNumbers tile_of = {
    Config::word,      Config::reach,        Config::tile_x,       Config::tile_y,     Config::threads,
    Config::row_lanes, Config::column_lanes, Config::square_lanes, square_side<Config>};

struct TransposeLayouts {
  /// (thread, (word, step)) -> the first element x + X y of a word of a row, or of a column; of `side` words side by side,
  /// which a lane makes out of squares.
  Layout<Index> rows, columns, squares;
  /// Row, counted from R before the tile on -> where shared memory keeps its first element; the others are behind it. A
  /// row has one more word than a tile where it can be misaligned, and one word is left out after every W rows, so that
  /// columns meet no bank twice.
  Layout<Index> row_kept;
  /// Element of the tile -> its place behind that of (0, 0).
  Layout<Index> kept, x_of, y_of;
};

constexpr TransposeLayouts transpose_layouts(TransposeTileNumbers const& t) {
  Index const W = t.word, X = t.x, Y = t.y, pitch = W == 1 ? X : X + W;
  auto const kept = [&](Index rows) { return join(line(W, pitch), line(rows / W, W * pitch + W)); };
  return {deal(by_rows(X, Y), W, 1, t.row_lanes, t.threads / t.row_lanes),
          deal(by_columns(X, Y), W, 1, t.column_lanes, t.threads / t.column_lanes),
          deal(by_columns(X, Y), W, t.side, t.square_lanes, t.threads / t.square_lanes),
          kept(t.reach + Y),
          join(line(X, 1), kept(Y)),
          x_of(X, Y),
          y_of(X, Y)};
}

/// The same of a config, as its kernel asks for them.
template <class Config>
struct TransposePlaces {
  static constexpr TransposeLayouts layouts = transpose_layouts(tile_of<Config>);
  using Rows = Dealt<TransposePlaces, &TransposeLayouts::rows>;
  using Columns = Dealt<TransposePlaces, &TransposeLayouts::columns>;
  using Squares = Dealt<TransposePlaces, &TransposeLayouts::squares>;
  struct RowKept {
    static constexpr Layout<Index> value = layouts.row_kept;
  };
  /// Where shared memory keeps element `x` of a row; rows are counted from the first that a tile takes in, R - 1 before
  /// its own.
  template <class Int>
  static COLEX_HOST_DEVICE constexpr Int at(Int x, Int row) {
    return x + by_quotients(StaticOf<RowKept>{}, row + Int(1)) - by_quotients(StaticOf<RowKept>{}, Int(1));
  }
  /// Of shared memory.
  static constexpr int elements =
      at<int>(Config::tile_x + (Config::word > 1 ? Config::word : 0), Config::tile_y + Config::reach - 2);
};

}  // namespace colex::gpu
