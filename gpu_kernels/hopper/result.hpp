// SPDX-License-Identifier: MIT
// The result of the Hopper GEMM, and how four neighbouring lanes store 8 elements each: they exchange what
// they hold, so that each has 8 in a row, and every lane stores its own. The GEMM's kernel and the one that
// adds up splits both store so.
//
//   store_columns<Element::bf16>(c, offset, row, column, thread, [&](int block, int i) { return sum; });
#pragma once

#include "hopper/accumulator.hpp"
#include "hopper/finish.hpp"
#include "hopper/gemm_index.hpp"
#include "hopper/scales.hpp"
#include "hopper/wgmma.hpp"
#include "tiles/tile_layout.hpp"

namespace colex::gpu::hopper {

/// What an element of the result is in memory.
template <Element to>
using ResultBits = std::conditional_t<bytes_of(to) == 1, std::uint8_t,
                                      std::conditional_t<bytes_of(to) == 2, std::uint16_t, std::uint32_t>>;

/// The result: matrices of rows x columns, `pitch` elements from row to row and `step` from one to the next.
/// `wide`: 16-byte stores are aligned. `plain`: there is no epilogue beside factors of columns.
template <Element to>
struct ResultView {
  GlobalView<ResultBits<to>> data;
  Index pitch, step;
  int rows, columns;
  bool wide, plain;
  bool has_bias, has_row_bias;  ///< of columns; of rows
  bool boxed;                   ///< TMA stores it, box by box
  Epilogue<float> epilogue;
  GlobalView<float const> bias;
};

/// The result up to the columns of a tile, whose threads store whole groups of columns.
template <int columns, Element to>
__device__ inline decltype(auto) own_columns(ResultView<to> const& c, int tile) {
  if constexpr (columns % stored_column_step == 0) {
    return (c);
  } else {
    ResultView<to> own = c;
    int const end = (tile + 1) * columns;
    if (end < own.columns) own.columns = end;
    return own;
  }
}

/// An element of the result as a float.
template <Element to>
__device__ inline float widened(ResultBits<to> bits) {
  if constexpr (to == Element::f32)
    return __builtin_bit_cast(float, bits);
  else if constexpr (to == Element::bf16)
    return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits) << 16);
  else if constexpr (to == Element::e4m3)
    return convert<float>(E4M3{bits});
  else
    return convert<float>(F16{bits});
}

/// The in-bounds part of 8 elements of a row, of a type of 8 or 16 bits, and zeros: two in each word, in its lowest
/// bits.
template <Element to>
__device__ inline void load_run(ResultView<to> const& c, Index offset, int row, int column,
                                std::uint32_t (&words)[4]) {
  bool const whole = c.wide && row < c.rows && column + stored_run <= c.columns;
  Vec<ResultBits<to>, stored_run> run{};
  if (whole) run = load<stored_run>(c.data, offset);
  COLEX_UNROLL
  for (int i = 0; i < stored_run; ++i)
    if (!whole && row < c.rows && column + i < c.columns) run.value[i] = load<1>(c.data, offset + i).value[0];
  COLEX_UNROLL
  for (int i = 0; i < 4; ++i)
    words[i] = run.value[2 * i] | static_cast<std::uint32_t>(run.value[2 * i + 1]) << (8 * bytes_of(to));
}

/// The bias of the columns that a thread holds sums of, in a group of 32 columns; 0 where there is none.
template <Element to>
__device__ inline HeldBias bias_of(ResultView<to> const& c, int group_column, int thread) {
  HeldBias bias{};
  if (c.has_bias) {
    COLEX_UNROLL
    for (int i = 0; i < 8; ++i) {
      int const column = held_column(group_column, thread, i);
      if (column < c.columns) bias.value[i / 2][i % 2] = load<1>(c.bias, column).value[0];
    }
  }
  return bias;
}

/// The bias of a thread's two rows, the same in a whole tile; 0 where there is none.
struct HeldRowBias {
  float value[2];
};
template <Element to>
__device__ inline HeldRowBias row_bias_of(ResultView<to> const& c, int row) {
  HeldRowBias bias{};
  if (c.has_row_bias) {
    COLEX_UNROLL
    for (int half = 0; half < 2; ++half)
      if (row + half * stored_row_step < c.rows)
        bias.value[half] = load<1>(c.bias, row + half * stored_row_step).value[0];
  }
  return bias;
}

/// What a thread multiplies those sums by, row by row and column by column.
template <int pieces>
struct HeldRowFactors {
  float value[pieces][2];
};
template <Element to>
__device__ inline HeldFactors<true> factors_of(ResultView<to> const& c, ScalesView const& scales, int group,
                                               int group_column, int thread) {
  HeldFactors<true> factors;
  COLEX_UNROLL
  for (int i = 0; i < 8; ++i) {
    int const column = held_column(group_column, thread, i);
    factors.value[i / 2][i % 2] = 1;
    if (scales.has_columns && column < c.columns)
      factors.value[i / 2][i % 2] =
          load<1>(scales.columns, scale_offset(Index{column}, Index{1}, Index{0}, Index{0}, Index{group},
                                               scales.columns_group))
              .value[0];
  }
  return factors;
}

/// What a thread multiplies the finished sums of its two rows by, the same in a whole piece of a tile: 1 where each
/// part's sums have been multiplied by such factors, `of_parts`. `block` is that of the first piece's columns, of which
/// the result has some.
template <int pieces, Element to>
__device__ inline HeldRowFactors<pieces> row_factors_of(ResultView<to> const& c, ScalesView const& scales,
                                                        int group, bool of_parts, int row, Index block) {
  bool const has_a = scales.has_a && !of_parts, has_b = scales.has_b && !of_parts;
  float of_a[2] = {1, 1};
  HeldRowFactors<pieces> factors;
  COLEX_UNROLL
  for (int half = 0; half < 2; ++half) {
    Index const line = row + half * stored_row_step;
    if (has_a && line < c.rows)
      of_a[half] = load<1>(scales.a, scale_offset(line, scales.a_row, Index{0}, Index{0})).value[0];
  }
  COLEX_UNROLL
  for (int piece = 0; piece < pieces; ++piece) {
    float of_b = 1;
    if (has_b && block + piece < scales.blocks)
      of_b = load<1>(scales.b, scale_offset(block + piece, scales.b_block, Index{0}, Index{0}, Index{group},
                                            scales.b_group))
                 .value[0];
    COLEX_UNROLL
    for (int half = 0; half < 2; ++half) factors.value[piece][half] = of_a[half] * of_b;
  }
  return factors;
}

/// Stores 8 elements of a row, those that are in columns of the result.
template <Element to>
__device__ inline void store_run(ResultView<to> const& c, Index offset, int column,
                                 std::uint32_t const (&words)[4]) {
  if (c.wide && column + stored_run <= c.columns) {
    if constexpr (bytes_of(to) == 2) {
      store_words(c.data, offset, words);
    } else {
      Vec<ResultBits<to>, stored_run> run;
      COLEX_UNROLL
      for (int i = 0; i < stored_run; ++i)
        run.value[i] = static_cast<ResultBits<to>>(words[i / 2] >> (8 * (i % 2)));
      store(c.data, offset, run);
    }
    return;
  }
  COLEX_UNROLL
  for (int i = 0; i < stored_run; ++i)
    if (column + i < c.columns)
      store_element(c.data, offset + i,
                    static_cast<ResultBits<to>>(words[i / 2] >> (8 * bytes_of(to) * (i % 2))));
}

/// The same of two elements of a 32-bit type.
template <Element to>
__device__ inline void store_pair(ResultView<to> const& c, Index offset, int column, std::uint32_t first,
                                  std::uint32_t second) {
  if (c.wide && column + held_run <= c.columns) {
    store(c.data, offset, Vec<std::uint32_t, held_run>{{first, second}});
    return;
  }
  if (column < c.columns) store_element(c.data, offset, first);
  if (column + 1 < c.columns) store_element(c.data, offset + 1, second);
}

/// Adds beta times the old elements where a thread holds the new ones.
template <Element to>
__device__ inline void add_old(ResultView<to> const& c, Index offset, int row, int column, int thread,
                               float (&x)[4][2]) {
  std::uint32_t words[4]{};
  if constexpr (bytes_of(to) < 4) {
    load_run<to>(c, offset, row, column, words);
    transpose_in_quad(words, thread, [](std::uint32_t word, int mask) { return shuffle_xor(word, mask); });
  }
  COLEX_UNROLL
  for (int i = 0; i < 8; ++i) {
    if constexpr (bytes_of(to) < 4) {
      x[i / 2][i % 2] +=
          c.epilogue.beta *
          widened<to>(static_cast<ResultBits<to>>(words[i / 2] >> (8 * bytes_of(to) * (i % 2))));
    } else {
      int const further = i / 2 * 8 + i % 2;
      if (row < c.rows && column + further < c.columns)
        x[i / 2][i % 2] += c.epilogue.beta * widened<to>(load<1>(c.data, offset + further).value[0]);
    }
  }
}

/// Of 32 columns and one row a lane, this thread holds, as held(block, i), column i of a pair of each of four
/// 8-column blocks. Of elements of 8 and 16 bits it stores 8 in a row, from `column` on, at `offset`, after an exchange
/// among four lanes; of 32-bit ones the pairs that it holds, the first at `column`: four lanes fill 32 bytes either way.
/// What the epilogue needs of the old result comes the same way back. Integers have no epilogue.
template <Element to, Finish finish, bool scaled, class Held>
__device__ inline void store_columns(ResultView<to> const& c, Index offset, int row, int column, int thread,
                                     HeldBias const& bias, float row_bias,
                                     [[maybe_unused]] HeldFactors<scaled> const& factors, float row_factor,
                                     Held held) {
  SumOf<to> x[4][2];
  finish_sums<to, finish, scaled>(
      c.epilogue, bias, row_bias, factors, row_factor, held,
      [&](auto& sums) { add_old(c, offset, row, column, thread, sums); }, x);
  [[maybe_unused]] std::uint32_t words[4];
  if constexpr (bytes_of(to) < 4) {
    COLEX_UNROLL
    for (int block = 0; block < 4; ++block) words[block] = rounded_pair<to>(x[block][0], x[block][1]);
    transpose_in_quad(words, thread, [](std::uint32_t word, int mask) { return shuffle_xor(word, mask); });
  }
  if (row >= c.rows) return;
  if constexpr (bytes_of(to) < 4) {
    store_run(c, offset, column, words);
  } else {
    COLEX_UNROLL
    for (int block = 0; block < 4; ++block)
      store_pair(c, offset + 8 * block, column + 8 * block, bits_of(x[block][0]), bits_of(x[block][1]));
  }
}

/// Where the first element that a thread stores lies, of a batch; and from there the first of one of its rows and groups.
template <Element to, class Places>
__device__ inline Index first_offset(ResultView<to> const& c, Index batch, Places const& places) {
  return batch * c.step + result_offset(Index{places.first_row}, c.pitch, Index{places.first_column});
}
template <Element to, class Places>
__device__ inline Index later_place(ResultView<to> const& c, Index first, Places const& places, int half,
                                    int group) {
  return first + result_offset(Index{places.row(half) - places.first_row}, c.pitch,
                               Index{places.column(group) - places.first_column});
}

}  // namespace colex::gpu::hopper
