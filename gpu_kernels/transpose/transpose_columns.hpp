// SPDX-License-Identifier: MIT
// The transpose's second half: a tile in shared memory is stored by columns.
//
// In general a lane gathers a word of a column, one element from each of W rows. Elements of less than 4 bytes are
// gathered in steps: in step k every lane takes one from a row that is k - 1 modulo W, whatever the misalignment of its
// column: columns side by side then lie in one word of shared memory or two, which a bank delivers once. The word is
// turned about in registers. Where neither rows nor columns are misaligned, a lane loads 4 bytes of each of W rows,
// turns squares in registers, and has words of several columns.
#pragma once

#include "permute/permute_index.hpp"
#include "tiles/tile_layout.hpp"
#include "transpose/transpose_layouts.hpp"
#include "transpose/transpose_shape.hpp"
#include "transpose/transpose_words.hpp"

namespace colex::gpu {

/// The word of a column whose elements the tile keeps at these places; in the order of steps, if there are any, which
/// begins with element `shift`.
template <class Config, class Tile>
__device__ inline auto gather_word(Tile& tile, std::uint32_t const (&from)[Config::word], int beyond,
                                   std::uint32_t shift) {
  using T = typename Config::element;
  constexpr int W = Config::word, bytes = sizeof(T);
  if constexpr (bytes >= 4) {
    Vec<T, W> made;
    COLEX_UNROLL
    for (int j = 0; j < W; ++j) made.value[j] = load<1>(tile, from[j] + beyond).value[0];
    return made;
  } else {
    constexpr int each = 4 / bytes;
    Registers made{};
    COLEX_UNROLL
    for (int step = 0; step < W; ++step)
      made.value[step / each] |= std::uint32_t{load<1>(tile, from[step] + beyond).value[0]}
                                 << 8 * bytes * (step % each);
    if constexpr (Config::in_steps) made = rotate_elements<bytes>(made, shift);
    return __builtin_bit_cast(Vec<T, W>, made);
  }
}

/// Stores the columns of a tile. `whole`: every word of theirs that begins in the array lies in it.
template <class Config, bool whole, class T, class Tile>
__device__ inline void store_columns(GlobalView<T> const& destination, Tile& tile,
                                     TransposeShape<Config::rank> const& s, TransposePlace const& at,
                                     int across) {
  using Places = TransposePlaces<Config>;
  using Columns = typename Places::Columns;
  constexpr int W = Config::word, R = Config::reach, words = words_of_a_column<Config>;
  int const line = Columns::x(threadIdx.x, 0);
  int const shift = static_cast<int>(
      misalignment<Index>(s.destination_lead + at.destination, s.destination[0] & (R - 1), line, R));
  auto const element_of = [&](int step) {
    return Config::in_steps ? element_at_step<int>(step, shift & (W - 1), W) : step;
  };
  std::uint32_t from[W];  // of a lane's first word, in the line's first column
  COLEX_UNROLL
  for (int step = 0; step < W; ++step) {
    std::uint32_t const row = first_row<int>(0, shift, element_of(step), W, R),
                        own = misalignment<std::uint32_t>((s.source_lead + at.source) & (W - 1),
                                                          s.source[1] & (W - 1), row + 1, W);
    from[step] = Places::at(own, row) + Columns::kept(threadIdx.x, 0);
  }
  Index const y = word_start<Index>(at.y, shift, Columns::y(threadIdx.x, 0));
  Index to = element_at<Index>(at.destination, at.x + line, s.destination[0], y, 1);
  Index const further = s.destination[0] * column_lines<Config>;
  auto const move = [&](int skipped) {
    COLEX_UNROLL
    for (int i = 0; i < words; ++i) {
      int const beyond = skipped + Columns::kept(0, coord(i, 0)), ahead = Columns::y(0, coord(i, 0));
      if (whole && Config::short_columns && y + ahead >= s.extent[1]) continue;
      if (whole || (y + ahead >= 0 && y + ahead + W <= s.extent[1])) {
        store(destination, to + ahead, gather_word<Config>(tile, from, beyond, shift & (W - 1)));
      } else {
        for (int step = 0; step < W; ++step) {
          int const j = element_of(step);
          if (y + ahead + j >= 0 && y + ahead + j < s.extent[1])
            store(destination, to + ahead + j, load<1>(tile, from[step] + beyond));
        }
      }
    }
    to += further;
  };
  [[maybe_unused]] constexpr int together = Config::columns_together;
  if constexpr (whole) {
    COLEX_UNROLL_TOGETHER
    for (int x = line; x < across; x += column_lines<Config>) move(x - line);
  } else {
    COLEX_UNROLL_ONE
    for (int x = line; x < across; x += column_lines<Config>) move(x - line);
  }
}

/// Whether the squares of a tile whose columns are not misaligned lie whole in words of 4 bytes: its rows are
/// misaligned alike, by such words.
template <class Config>
__device__ inline bool has_squares(TransposeShape<Config::rank> const& s, TransposePlace const& at) {
  return (s.source_lead + at.source) % square_side<Config> == 0 && s.source[1] % Config::word == 0;
}

/// Stores the columns of a tile that has squares, and whose words that begin in the array lie in it.
template <class Config, class T, class Tile>
__device__ inline void store_squares(GlobalView<T> const& destination, Tile& tile,
                                     TransposeShape<Config::rank> const& s, TransposePlace const& at,
                                     int across) {
  using Places = TransposePlaces<Config>;
  using Squares = typename Places::Squares;
  constexpr int W = Config::word, R = Config::reach, side = square_side<Config>,
                further = Config::threads / Config::square_lanes * side;
  int const line = Squares::x(threadIdx.x, 0);
  int const shift = static_cast<int>((s.source_lead + at.source) & (W - 1));
  int const from = Squares::kept(threadIdx.x, 0) + shift;
  Index const y = at.y + Squares::y(threadIdx.x, 0);
  Index to = element_at<Index>(at.destination, at.x + line, s.destination[0], y, 1);
  COLEX_UNROLL_ONE
  for (int skipped = 0; skipped < Config::tile_x; skipped += further, to += s.destination[0] * further) {
    COLEX_UNROLL
    for (int word = 0; word < Config::tile_y / W / Config::square_lanes; ++word) {
      int const ahead = Squares::y(0, coord(word, 0));
      if (line + skipped >= across || (Config::short_columns && y + ahead >= s.extent[1])) continue;
      Registers made[side];
      COLEX_UNROLL
      for (int group = 0; group < 4; ++group) {
        std::uint32_t row[side], column[side];
        COLEX_UNROLL
        for (int j = 0; j < side; ++j)
          row[j] = __builtin_bit_cast(
              std::uint32_t, load<side>(tile, from + skipped + Squares::kept(0, coord(word, 0)) +
                                                  Places::template at<int>(
                                                      0, first_row<int>(0, 0, group * side + j, W, R))));
        turn_square<side>(row, column);
        COLEX_UNROLL
        for (int c = 0; c < side; ++c) made[c].value[group] = column[c];
      }
      COLEX_UNROLL
      for (int c = 0; c < side; ++c)
        if (line + skipped + c < across)
          store(destination, to + ahead + c * s.destination[0], __builtin_bit_cast(Vec<T, W>, made[c]));
    }
  }
}

}  // namespace colex::gpu
