// SPDX-License-Identifier: MIT
// How the threads that multiply come by the factors of parts of K (scales.hpp) where a tile has one piece: they load them
// themselves, before products are started, and use them behind that. Tiles of two pieces are told (told_factors.hpp).
//
//   factors.begin(row, rows, block, 0, thread);             before an item
//   factors.load_next(scales, group);  ...  factors.renew(scales);  factors.take(thread);   each part, then factors.of_sums(0, half)
#pragma once

#include "hopper/accumulator.hpp"
#include "hopper/scales.hpp"

namespace colex::gpu::hopper {

/// What a thread multiplies its sums of each part by: factors of its two rows of A, and of the tile's columns of B. The four
/// lanes that hold the same rows load those of four parts, one each, and tell each other. A warp waits longest where it
/// starts products, until the tensor core takes the last of them, so that they are loaded before and used behind that.
/// Where there is no factor it is 1.
struct PartFactors {
  static constexpr int lanes = 4;
  float held[2];                ///< products of those of the lane's part of four
  float taken[2];               ///< the thread's
  float loaded_a[2], loaded_b;  ///< the lane's, of the next four, from load_next() to renew()
  int row, rows, block;         ///< the thread's first, where they end, the block of columns
  int part;                     ///< the lane's of the next four
  int turn;                     ///< of the four: whose part is the next

  __device__ float of_sums(int, int half) const { return taken[half]; }

  /// Before an item, whose first part is number `first` of K.
  __device__ void begin(int first_row, int rows_end, int first_block, int first, int thread) {
    row = first_row, rows = rows_end, block = first_block;
    part = first + thread % lanes, turn = 0;
  }
  /// Before the products of a part are started; the item is of this group.
  __device__ void load_next(ScalesView const& scales, int group) {
    if (turn != 0) return;
    bool const in_k = part < scales.parts;
    auto const factor_of = [](bool is_there, GlobalView<float const> const& from, Index offset) -> float {
      return is_there ? load<1>(from, offset).value[0] : 1;
    };
    COLEX_UNROLL
    for (int half = 0; half < 2; ++half) {
      int const own = row + half * stored_row_step;
      loaded_a[half] = factor_of(in_k && scales.has_a && own < rows, scales.a,
                                 scale_offset(Index{own}, scales.a_row, Index{part}, scales.a_part));
    }
    loaded_b = factor_of(
        in_k && scales.has_b && block < scales.blocks, scales.b,
        scale_offset(Index{block}, scales.b_block, Index{part}, scales.b_part, Index{group}, scales.b_group));
  }
  /// Behind that.
  __device__ void renew() {
    if (turn != 0) return;
    held[0] = loaded_a[0] * loaded_b, held[1] = loaded_a[1] * loaded_b;
    part += lanes;
  }
  /// Takes those of the part. All lanes of a warp come here.
  __device__ void take(int thread) {
    COLEX_UNROLL
    for (int half = 0; half < 2; ++half)
      taken[half] = shuffle(held[half], thread % 32 / lanes * lanes + turn);
    turn = (turn + 1) % lanes;
  }
};

}  // namespace colex::gpu::hopper
