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
#include "transpose/transpose_configs.hpp"
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
  constexpr int W = Config::word, R = Config::reach, X = Config::tile_x, words = words_of_a_column<Config>;
  int const thread = static_cast<int>(threadIdx.x), lane = thread % Config::column_lanes,
            line = thread / Config::column_lanes;
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
    from[step] = kept_at<std::uint32_t>(row, own, X, W) + kept_at<int>(lane * W, line, X, W);
  }
  Index const y = word_start<Index>(at.y, shift, lane, W);
  Index to = word_start<Index>(element_at<Index>(at.destination, at.x + line, s.destination[0], at.y, 1),
                               shift, lane, W);
  Index const further = s.destination[0] * column_lines<Config>;
  auto const move = [&](int skipped) {
    COLEX_UNROLL
    for (int i = 0; i < words; ++i) {
      int const beyond = kept_at<int>(i * Config::column_lanes * W, skipped, X, W),
                ahead = i * Config::column_lanes * W;
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
  if constexpr (whole) {
    COLEX_UNROLL_SOME
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
  constexpr int W = Config::word, R = Config::reach, X = Config::tile_x, side = square_side<Config>,
                lanes = Config::square_lanes, lines = Config::threads / lanes;
  int const thread = static_cast<int>(threadIdx.x), lane = thread % lanes, line = thread / lanes * side;
  int const shift = static_cast<int>((s.source_lead + at.source) & (W - 1));
  int const from = kept_at<int>(lane * W, line + shift, X, W);
  Index const y = word_start<Index>(at.y, 0, lane, W);
  Index to = word_start<Index>(element_at<Index>(at.destination, at.x + line, s.destination[0], at.y, 1), 0,
                               lane, W);
  COLEX_UNROLL_ONE
  for (int skipped = 0; skipped < X; skipped += lines * side, to += s.destination[0] * lines * side) {
    COLEX_UNROLL
    for (int ahead = 0; ahead < Config::tile_y; ahead += lanes * W) {
      if (line + skipped >= across || (Config::short_columns && y + ahead >= s.extent[1])) continue;
      Registers made[side];
      COLEX_UNROLL
      for (int group = 0; group < 4; ++group) {
        std::uint32_t row[side], column[side];
        COLEX_UNROLL
        for (int j = 0; j < side; ++j)
          row[j] = __builtin_bit_cast(
              std::uint32_t,
              load<side>(tile, from + kept_at<int>(first_row<int>(0, 0, ahead + group * side + j, W, R),
                                                   skipped, X, W)));
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
