// SPDX-License-Identifier: MIT
// The result of the Hopper GEMM, and how four neighbouring lanes store 8 elements each: they exchange what
// they hold, so that each has 8 in a row, and every lane stores its own. The GEMM's kernel and the one that
// adds up splits both store so.
//
//   store_columns<Element::bf16>(c, offset, row, column, thread, [&](int block, int i) { return sum; });
#pragma once

#include "gemm/epilogue.hpp"
#include "hopper/accumulator.hpp"
#include "hopper/gemm_index.hpp"
#include "hopper/wgmma.hpp"
#include "tiles/tile_layout.hpp"

namespace colex::gpu::hopper {

/// The result: matrices of rows x columns of a 16-bit type, `pitch` elements from row to row and `step` from
/// one to the next. `wide`: 16-byte stores are aligned. `plain`: there is no epilogue.
struct ResultView {
  GlobalView<std::uint16_t> data;
  Index pitch, step;
  int rows, columns;
  bool wide, plain, has_bias;
  Epilogue<float> epilogue;
  GlobalView<float const> bias;
};

/// An element of a 16-bit type as a float.
template <Element to>
__device__ inline float widened(std::uint16_t bits) {
  if constexpr (to == Element::bf16)
    return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits) << 16);
  else
    return convert<float>(F16{bits});
}

/// The new element at `offset`, in column `column`, before it is rounded. It must be inside the result.
template <Element to>
__device__ inline float finished(ResultView const& c, float sum, Index offset, int column) {
  float old = 0, bias = 0;
  if (c.has_bias) bias = load<1>(c.bias, column).value[0];
  if (c.epilogue.beta != 0) old = widened<to>(load<1>(c.data, offset).value[0]);
  return activate(c.epilogue.activation, c.epilogue.alpha * sum + c.epilogue.beta * old + bias);
}

/// Stores the in-bounds part of 8 elements of a row.
__device__ inline void store_run(ResultView const& c, Index offset, int row, int column,
                                 std::uint32_t const (&words)[4]) {
  if (row >= c.rows) return;
  if (c.wide && column + stored_run <= c.columns) {
    store_words(c.data, offset, words);
    return;
  }
  COLEX_UNROLL
  for (int i = 0; i < stored_run; ++i)
    if (column + i < c.columns)
      store_element(c.data, offset + i, static_cast<std::uint16_t>(words[i / 2] >> (16 * (i % 2))));
}

/// Of 32 columns and one row a lane, this thread holds, as held(block, i), column i of a pair of each of four
/// 8-column blocks. It stores 8 columns in a row, from `column` on, at `offset`.
template <Element to, bool plain, class Held>
__device__ inline void store_columns(ResultView const& c, Index offset, int row, int column, int thread,
                                     Held held) {
  auto const exchange = [](std::uint32_t word, int mask) { return shuffle_xor(word, mask); };
  std::uint32_t words[4];
  if constexpr (plain) {
    COLEX_UNROLL
    for (int block = 0; block < 4; ++block) words[block] = rounded_pair<to>(held(block, 0), held(block, 1));
    transpose_in_quad(words, thread, exchange);
  } else {
    std::uint32_t seconds[4];
    COLEX_UNROLL
    for (int block = 0; block < 4; ++block) {
      words[block] = bits_of(held(block, 0));
      seconds[block] = bits_of(held(block, 1));
    }
    transpose_in_quad(words, thread, exchange);
    transpose_in_quad(seconds, thread, exchange);
    COLEX_UNROLL
    for (int word = 0; word < 4; ++word) {
      float pair[2] = {__builtin_bit_cast(float, words[word]), __builtin_bit_cast(float, seconds[word])};
      COLEX_UNROLL
      for (int i = 0; i < 2; ++i)
        if (row < c.rows && column + 2 * word + i < c.columns)
          pair[i] = finished<to>(c, pair[i], offset + 2 * word + i, column + 2 * word + i);
      words[word] = rounded_pair<to>(pair[0], pair[1]);
    }
  }
  store_run(c, offset, row, column, words);
}

}  // namespace colex::gpu::hopper
