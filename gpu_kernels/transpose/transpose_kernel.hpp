// SPDX-License-Identifier: MIT
// The transpose: moves an array that is contiguous along one mode in the source and along another in the
// destination, whatever the alignment of its rows and of both arrays.
//
// A block moves a tile. Lanes of a line load the aligned words that hold elements of a row, and keep them in
// shared memory as they lie in memory: shifted by the row's misalignment. Then each lane gathers the W
// elements of an aligned word of the destination, one from each of W rows, and stores it. A line has rows, and
// columns, that are a multiple of W apart: their misalignments are the same, and are computed once. Words
// that hold elements outside of the tensor are moved element by element.
#pragma once

#include "platform/early.hpp"
#include "tiles/tile_layout.hpp"
#include "transpose/transpose_columns.hpp"

// How many blocks a multiprocessor should hold is a hint to nvcc alone.
#if defined(__CUDACC__)
#define COLEX_TRANSPOSE_BOUNDS(Config) __launch_bounds__(Config::threads, Config::resident)
#else
#define COLEX_TRANSPOSE_BOUNDS(Config) __launch_bounds__(Config::threads)
#endif

namespace colex::gpu {

template <class Config>
using Held = std::conditional_t<
    (Config::word == 1), Vec<typename Config::element, 1>,
    std::conditional_t<
        Config::word * sizeof(typename Config::element) == 4, std::uint32_t,
        std::conditional_t<Config::word * sizeof(typename Config::element) == 8, std::uint64_t, Registers>>>;

/// The word from `start` on; of a word that holds elements before or behind the array, those of the array.
template <bool whole, int W, class T>
__device__ inline Vec<T, W> load_word(GlobalView<T const> const& source, Index start, Index elements) {
  if (whole || (start >= 0 && start + W <= elements)) return load<W>(source, start);
  Vec<T, W> word{};
  for (int j = 0; j < W; ++j)
    if (start + j >= 0 && start + j < elements) word.value[j] = load<1>(source, start + j).value[0];
  return word;
}

/// The rows of a tile that are moved, [first, last), counted from the one that is R - 1 before the tile; and how
/// many elements each has.
struct TileRows {
  int first, last, across;
};

/// The words of one row that a lane loads: `begin` is where the first begins, word i is loaded in rows below
/// last[i]. What is not loaded is 0.
template <class Config, bool whole, class T, int words>
__device__ inline void load_row(GlobalView<T const> const& source, Index begin, Index elements, int row,
                                int const (&last)[words], Held<Config> (&held)[words]) {
  constexpr int W = Config::word;
  using Rows = typename TransposePlaces<Config>::Rows;
  COLEX_UNROLL
  for (int i = 0; i < words; ++i) {
    held[i] = Held<Config>{};
    if (row < last[i])
      held[i] = __builtin_bit_cast(Held<Config>,
                                   load_word<whole, W>(source, begin + Rows::x(0, coord(i, 0)), elements));
  }
}
/// Keeps them in the tile; `at` is where the first is kept. All of them: were some left out, the compiler would
/// wait for each where it is loaded.
template <class Config, class Tile, int words>
__device__ inline void keep_row(Tile& tile, int at, Held<Config> const (&held)[words]) {
  constexpr int W = Config::word;
  using Rows = typename TransposePlaces<Config>::Rows;
  COLEX_UNROLL
  for (int i = 0; i < words; ++i)
    store(tile, at + Rows::kept(0, coord(i, 0)),
          __builtin_bit_cast(Vec<typename Config::element, W>, held[i]));
}

/// Loads the rows of a tile. `whole`: every word that holds an element of theirs lies in the array.
template <class Config, bool whole, class T, class Tile>
__device__ inline void load_rows(GlobalView<T const> const& source, Tile& tile,
                                 TransposeShape<Config::rank> const& s, TransposePlace const& at,
                                 TileRows const& rows) {
  using Places = TransposePlaces<Config>;
  using Rows = typename Places::Rows;
  constexpr int W = Config::word, R = Config::reach, X = Config::tile_x, batch = whole ? Config::batch : 1;
  constexpr int words = words_of_a_row<Config>, lines = row_lines<Config>, steps = Config::tile_y / lines;
  static_assert(steps % batch == 0);
  int const thread = static_cast<int>(threadIdx.x), x = Rows::x(threadIdx.x, 0),
            line = Rows::y(threadIdx.x, 0);
  auto const shift_of = [&](int row) {
    return static_cast<int>(misalignment<std::uint32_t>((s.source_lead + at.source) & (W - 1),
                                                        s.source[1] & (W - 1), row + 1, W));
  };
  auto const begin_of = [&](int row, int shift, int ahead) {
    return word_start<Index>(
        element_at<Index>(at.source, at.x, 1, row_coordinate<Index>(at.y, row, R), s.source[1]), shift,
        ahead);
  };
  // Below which row a lane's words hold elements of the tile.
  auto const limit = [&](int shift, int(&last)[words]) {
    for (int i = 0; i < words; ++i)
      last[i] = x + Rows::x(0, coord(i, 0)) - shift < rows.across ? rows.last : 0;
  };
  // The rows before the tile, a line each or two, and the last word of every row, a thread each: on their way while the
  // others are loaded.
  int last[words];
  constexpr int turns = (tile_rows<Config> + Config::threads - 1) / Config::threads;
  Held<Config> before[W > 1 ? early_passes<Config> : 1][words], behind[turns][1];
  if constexpr (W > 1) {
    int const own = shift_of(line);
    limit(own, last);
    COLEX_UNROLL
    for (int pass = 0; pass < early_passes<Config>; ++pass) {
      int const row = line + pass * lines;
      load_row<Config, whole>(source, begin_of(row, own, x), s.source_elements,
                              row < R - 1 && row >= rows.first ? row : rows.last, last, before[pass]);
    }
    COLEX_UNROLL
    for (int turn = 0; turn < turns; ++turn) {
      int const row = thread + turn * Config::threads, shift = shift_of(row),
                only[1] = {X - shift < rows.across ? rows.last : 0};
      load_row<Config, whole>(source, begin_of(row, shift, X), s.source_elements,
                              row >= rows.first ? row : rows.last, only, behind[turn]);
    }
  }
  int const own = line + R - 1, shift = shift_of(own),
            kept = Places::template at<int>(0, R - 1) + Rows::kept(threadIdx.x, 0);
  Index begin = begin_of(own, shift, x);
  Index const further = s.source[1] * lines;
  limit(shift, last);
  COLEX_UNROLL_ONE
  for (int first = 0; first < steps; first += batch) {
    Held<Config> held[batch][words];
    COLEX_UNROLL
    for (int step = 0; step < batch; ++step, begin += further)
      load_row<Config, whole>(source, begin, s.source_elements, own + (first + step) * lines, last,
                              held[step]);
    COLEX_UNROLL
    for (int step = 0; step < batch; ++step)
      keep_row<Config>(tile, kept + Rows::kept(0, coord(0, first + step)), held[step]);
  }
  if constexpr (W > 1) {
    COLEX_UNROLL
    for (int pass = 0; pass < early_passes<Config>; ++pass)
      if (line + pass * lines < R - 1)
        keep_row<Config>(tile, Places::template at<int>(x, line + pass * lines), before[pass]);
    COLEX_UNROLL
    for (int turn = 0; turn < turns; ++turn) {
      int const row = thread + turn * Config::threads;
      if (row < tile_rows<Config>) keep_row<Config>(tile, Places::template at<int>(X, row), behind[turn]);
    }
  }
}

template <class Config>
__global__ COLEX_TRANSPOSE_BOUNDS(Config) void transpose_kernel(
    GlobalView<typename Config::element const> source, GlobalView<typename Config::element> destination,
    TransposeShape<Config::rank> shape) {
  constexpr int W = Config::word, R = Config::reach;
  __shared__ Shared<typename Config::element, TransposePlaces<Config>::elements> tile;
  begin_early();
  std::int32_t const block = static_cast<std::int32_t>(blockIdx.x), tiles = shape.tiles_x * shape.tiles_y;
  auto const place = grouped_order(block % tiles, shape.tiles_y, shape.tiles_x, shape.group);
  TransposePlace at{Index{place.n} * Config::tile_x, Index{place.m} * Config::tile_y, shape.source_origin,
                    shape.destination_origin};
  std::int32_t rest = block / tiles;
  for (int k = 2; k < Config::rank; ++k) {
    auto const extent = static_cast<std::int32_t>(shape.extent[k]);
    at.source += Index{rest % extent} * shape.source[k];
    at.destination += Index{rest % extent} * shape.destination[k];
    rest /= extent;
  }
  int const across = static_cast<int>(points_inside<Index>(at.x, Config::tile_x, shape.extent[0]));
  // Rows before the tile are needed where a word of a column begins in one.
  bool const aligned = (shape.destination_lead + at.destination) % R == 0 && shape.destination[0] % R == 0;
  Index const left = shape.extent[1] - at.y;
  TileRows const rows{aligned || at.y == 0 ? R - 1 : 0,
                      static_cast<int>(left < Config::tile_y ? left : Config::tile_y) + (R - 1), across};
  auto const offset_of = [&](int row) {
    return element_at<Index>(at.source, at.x, 1, row_coordinate<Index>(at.y, row, R), shape.source[1]);
  };
  bool const whole = words_lie_inside<Index>(offset_of(rows.first), offset_of(rows.last - 1), across,
                                             shape.source_elements, W);
  if (whole) {
    load_rows<Config, true>(source, tile, shape, at, rows);
  } else {
    load_rows<Config, false>(source, tile, shape, at, rows);
  }
  __syncthreads();
  bool const full = at.y + Config::tile_y <= shape.extent[1];
  if ((full || Config::short_columns) &&
      columns_lie_inside<Index>(at.y, aligned ? 0 : R - 1, Config::tile_y, shape.extent[1], W)) {
    if constexpr (square_side < Config >> 1) {
      if (aligned && has_squares<Config>(shape, at))
        return store_squares<Config>(destination, tile, shape, at, across);
    }
    store_columns<Config, true>(destination, tile, shape, at, across);
  } else {
    store_columns<Config, false>(destination, tile, shape, at, across);
  }
}

}  // namespace colex::gpu
