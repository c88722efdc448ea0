// SPDX-License-Identifier: MIT
// The shipped configs of the transpose: one per width of an element. A config names the element, the tile, the
// threads of a block, how many rows a thread loads before it keeps them, how many blocks a multiprocessor should
// hold, and how many tiles along y are visited before the next along x: parts of a sector of the destination that
// two tiles store meet in the cache.
//
//   TransposeB16 moves tiles of 64 x 128 elements of 2 bytes by words of 4.
//
// A tile that has a bank conflict under a model of sm90 or gfx942 does not compile.
#pragma once

#include <cstdint>
#include <tuple>

#include "strided_copy/strided_copy_configs.hpp"
#include "tiles/bank_model.hpp"
#include "transpose/transpose_index.hpp"

namespace colex::gpu {

/// Lanes that move a row together, and the least bytes of a word.
inline constexpr int lanes_of_a_row = 32, least_word_bytes = 4;

template <class Element, int x, int y, int together>
struct TransposeTile {
  using element = Element;
  static constexpr int rank = strided_rank, tile_x = x, tile_y = y, threads = 256, batch = together,
                       resident = 4, group = 512;
  static constexpr int word = sizeof(Element) < least_word_bytes ? least_word_bytes / sizeof(Element) : 1;
};
struct TransposeB8 : TransposeTile<std::uint8_t, 128, 128, 16> {
  static constexpr char const* name = "transpose_b8";
};
struct TransposeB16 : TransposeTile<std::uint16_t, 64, 128, 16> {
  static constexpr char const* name = "transpose_b16";
};
struct TransposeB32 : TransposeTile<std::uint32_t, 64, 64, 8> {
  static constexpr char const* name = "transpose_b32";
};
struct TransposeB64 : TransposeTile<std::uint64_t, 32, 64, 8> {
  static constexpr char const* name = "transpose_b64";
};
struct TransposeB128 : TransposeTile<Word128, 32, 32, 4> {
  static constexpr char const* name = "transpose_b128";
};

using TransposeConfigs = std::tuple<TransposeB8, TransposeB16, TransposeB32, TransposeB64, TransposeB128>;

/// Rows that a tile takes in, and the elements of shared memory that keep them.
template <class Config>
inline constexpr int tile_rows = Config::tile_y + Config::word - 1;
template <class Config>
inline constexpr int kept_elements = kept_at<int>(tile_rows<Config> - 1,
                                                  row_pitch<int>(Config::tile_x, Config::word),
                                                  Config::tile_x, Config::word);
/// Words of a row beside the one more, and of a column, that one lane moves; rows that one line of lanes does.
template <class Config>
inline constexpr int words_of_a_row = Config::tile_x / Config::word / lanes_of_a_row;
template <class Config>
inline constexpr int words_of_a_column = Config::tile_y / Config::word / lanes_of_a_row;
template <class Config>
inline constexpr int lines = Config::threads / lanes_of_a_row;

/// The conditions that a config decides alone; one that fails does not compile.
template <class Config>
constexpr bool check_transpose_config() {
  constexpr int W = Config::word, X = Config::tile_x, Y = Config::tile_y,
                rows_together = lines<Config> * Config::batch;
  static_assert(sizeof(typename Config::element) <= widest_access_bytes && Config::rank >= 2);
  static_assert(X % (W * lanes_of_a_row) == 0 && Y % (W * lanes_of_a_row) == 0, "lanes share words evenly");
  static_assert(Config::threads % lanes_of_a_row == 0 && Config::threads <= 1024, "threads are whole lines");
  static_assert(lines<Config> % W == 0, "the rows of a line are misaligned alike");
  static_assert(Y % rows_together == 0 && tile_rows<Config> <= Config::threads, "threads share rows evenly");
  return true;
}

}  // namespace colex::gpu
