// SPDX-License-Identifier: MIT
// The shipped configs of the transpose: one per width of an element, and for narrow arrays of small elements others.
// A config names the element, the bytes of a word, the tile, the lanes that move a row and a column together, how many
// rows a thread loads before it keeps them, how many blocks a multiprocessor should hold, at most how many words the
// lanes of a wave ask of one bank, how many lanes make words of one column out of squares, of how many elements the
// destination's addresses are multiples where a tile's columns begin, and how many tiles along y are visited before the
// next along x: parts of a sector of the destination that two tiles store meet in the cache.
//
//   TransposeB16 moves tiles of 64 x 128 elements of 2 bytes by words of 16.
//
#pragma once

#include <cstdint>
#include <tuple>

#include "strided_copy/strided_copy_configs.hpp"
#include "tiles/bank_model.hpp"
#include "transpose/transpose_index.hpp"

namespace colex::gpu {

/// The most bytes of a word: every config's divide them.
inline constexpr int most_word_bytes = 16;

template <class Element, int word_bytes, int x, int y, int of_row, int of_column, int together,
          int at_a_bank = 1, int blocks = 4, int of_squares = of_column, int begin_bytes = word_bytes>
struct TransposeTile {
  using element = Element;
  static constexpr int rank = strided_rank, tile_x = x, tile_y = y, threads = 256, row_lanes = of_row,
                       column_lanes = of_column, batch = together, bank_degree = at_a_bank, resident = blocks,
                       group = 512, square_lanes = of_squares;
  static constexpr int word = word_bytes / sizeof(Element), reach = begin_bytes / sizeof(Element);
  // Of the columns that a lane has, how many are stored in one pass, to hide each other's loads.
  static constexpr int columns_together = x * of_column < 4 * threads ? x * of_column / threads : 4;
  // Whether lanes gather a column's elements in steps: where a bank's word holds more than one.
  static constexpr bool in_steps = sizeof(Element) < 4;
  // Whether words that a tile has, of columns shorter than it, are stored without asking for each element.
  static constexpr bool short_columns = false;
};
struct TransposeB8 : TransposeTile<std::uint8_t, 16, 256, 128, 16, 8, 8, 2, 3, 8, 32> {
  static constexpr char const* name = "transpose_b8";
  static constexpr int columns_together = 1;
};
struct TransposeB8Tall : TransposeTile<std::uint8_t, 16, 64, 256, 4, 8, 4, 2, 4, 16> {
  static constexpr char const* name = "transpose_b8_tall";
  static constexpr bool in_steps = false;
};
struct TransposeB8Flat : TransposeTile<std::uint8_t, 16, 256, 64, 16, 4, 4, 2> {
  static constexpr char const* name = "transpose_b8_flat";
  static constexpr bool short_columns = true;
};
struct TransposeB16 : TransposeTile<std::uint16_t, 16, 64, 128, 8, 16, 4, 3, 4, 16, 32> {
  static constexpr char const* name = "transpose_b16";
};
struct TransposeB16Flat : TransposeTile<std::uint16_t, 16, 256, 64, 16, 8, 4, 2> {
  static constexpr char const* name = "transpose_b16_flat";
  static constexpr bool short_columns = true;
};
struct TransposeB32 : TransposeTile<std::uint32_t, 16, 64, 64, 16, 16, 4, 2> {
  static constexpr char const* name = "transpose_b32";
};
struct TransposeB64 : TransposeTile<std::uint64_t, 8, 32, 64, 32, 32, 8> {
  static constexpr char const* name = "transpose_b64";
};
struct TransposeB128 : TransposeTile<Word128, 16, 32, 32, 32, 32, 4> {
  static constexpr char const* name = "transpose_b128";
};

using TransposeConfigs = std::tuple<TransposeB8, TransposeB8Tall, TransposeB8Flat, TransposeB16,
                                    TransposeB16Flat, TransposeB32, TransposeB64, TransposeB128>;

/// Rows that a tile takes in.
template <class Config>
inline constexpr int tile_rows = Config::tile_y + Config::reach - 1;
/// Lines of lanes that load rows, and that store columns.
template <class Config>
inline constexpr int row_lines = Config::threads / Config::row_lanes;
template <class Config>
inline constexpr int column_lines = Config::threads / Config::column_lanes;
/// Words of a row beside the one more, and of a column, that one lane moves.
template <class Config>
inline constexpr int words_of_a_row = Config::tile_x / Config::word / Config::row_lanes;
template <class Config>
inline constexpr int words_of_a_column = Config::tile_y / Config::word / Config::column_lanes;

/// Passes in which the lines load the rows before a tile.
template <class Config>
inline constexpr int early_passes = (Config::reach - 1 + row_lines<Config> - 1) / row_lines<Config>;
/// Elements of a side of the squares that lanes turn in registers; 1 where there are none.
template <class Config>
inline constexpr int square_side = Config::word > 1 ? 4 / static_cast<int>(sizeof(typename Config::element))
                                                    : 1;

/// The conditions that a config decides alone; one that fails does not compile.
template <class Config>
constexpr bool check_transpose_config() {
  constexpr int W = Config::word, X = Config::tile_x, Y = Config::tile_y;
  static_assert(W * sizeof(typename Config::element) <= widest_access_bytes && Config::rank >= 2);
  static_assert(X % (W * Config::row_lanes) == 0 && Y % (W * Config::column_lanes) == 0,
                "lanes share words evenly");
  static_assert(Config::threads % Config::row_lanes == 0 && Config::threads % Config::column_lanes == 0 &&
                    Config::threads <= 1024,
                "threads are whole lines");
  static_assert(row_lines<Config> % W == 0 && column_lines<Config> % Config::reach == 0,
                "a line is misaligned alike");
  static_assert(Config::reach % W == 0 && Y % Config::reach == 0, "a tile begins with words");
  static_assert(square_side<Config> == 1 ||
                    (X % (Config::threads / Config::square_lanes * square_side<Config>) == 0 &&
                     Y % (W * Config::square_lanes) == 0 && Config::threads % Config::square_lanes == 0),
                "lanes share squares evenly");
  static_assert(Y % (row_lines<Config> * Config::batch) == 0, "lines share rows evenly");
  return true;
}

}  // namespace colex::gpu
