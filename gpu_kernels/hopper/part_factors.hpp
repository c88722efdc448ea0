// SPDX-License-Identifier: MIT
// How the threads that multiply come by the factors of parts of K (scales.hpp): loaded before products are started, used
// behind that.
//
//   factors.begin(row, rows, block, 0, thread);             before an item
//   factors.load_next(scales);  ...  factors.renew(scales);  factors.take<0>(thread);   each part, then factors.taken
#pragma once

#include "hopper/accumulator.hpp"
#include "hopper/scales.hpp"

namespace colex::gpu::hopper {

/// What a thread multiplies its sums of each part by: factors of its two rows of A, and of each piece of the tile's
/// columns of B. The four lanes that hold the same rows load those of four parts, one each, and tell each other. A warp
/// waits longest where it starts products, until the tensor core takes the last of them, so that they are loaded before
/// and used behind that; as they come from memory as late as the operands do, those of the next four are asked for then.
/// Where there is no factor it is 1.
template <int pieces>
struct PartFactors {
  static constexpr int lanes = 4;
  float held[pieces][2];                ///< products of those of the lane's part of four
  float taken[2];                       ///< the thread's, of the next piece
  float loaded_a[2], loaded_b[pieces];  ///< the lane's, of the next four, from load_next() to renew()
  int row, rows, block;                 ///< the thread's first, where they end, the first piece's
  int part;                             ///< the lane's of the next four
  int turn;                             ///< of the four: whose part is the next

  /// Before an item, whose first part is number `first` of K.
  __device__ void begin(int first_row, int rows_end, int first_block, int first, int thread) {
    row = first_row, rows = rows_end, block = first_block;
    part = first + thread % lanes, turn = 0;
  }
  /// Before the products of a part are started.
  __device__ void load_next(ScalesView const& scales) {
    if (turn != 0) return;
    visit(scales, [&](bool is_there, GlobalView<float const> const& from, Index offset, float& to) {
      to = is_there ? load<1>(from, offset).value[0] : 1;
    });
  }
  /// Behind that.
  __device__ void renew(ScalesView const& scales) {
    if (turn != 0) return;
    COLEX_UNROLL
    for (int i = 0; i < pieces; ++i)
      held[i][0] = loaded_a[0] * loaded_b[i], held[i][1] = loaded_a[1] * loaded_b[i];
    part += lanes;
    if constexpr (pieces > 1)  // a step of one piece is too short for more instructions
      visit(scales, [&](bool is_there, GlobalView<float const> const& from, Index offset, float&) {
        if (is_there) prefetch(from, offset);
      });
  }
  /// Takes those of a piece of the part, of all pieces in turn. All lanes of a warp come here.
  template <int piece>
  __device__ void take(int thread) {
    COLEX_UNROLL
    for (int half = 0; half < 2; ++half)
      taken[half] = shuffle(held[piece][half], thread % 32 / lanes * lanes + turn);
    if (piece == pieces - 1) turn = (turn + 1) % lanes;
  }
  /// Calls use(whether there is such a factor, array, offset, where it is loaded to) for those of the lane's part.
  template <class Use>
  __device__ void visit(ScalesView const& scales, Use use) {
    bool const in_k = part < scales.parts;
    COLEX_UNROLL
    for (int half = 0; half < 2; ++half) {
      int const own = row + half * stored_row_step;
      use(in_k && scales.has_a && own < rows, scales.a,
          scale_offset(Index{own}, scales.a_row, Index{part}, scales.a_part), loaded_a[half]);
    }
    COLEX_UNROLL
    for (int i = 0; i < pieces; ++i)
      use(in_k && scales.has_b && block + i < scales.blocks, scales.b,
          scale_offset(Index{block + i}, scales.b_block, Index{part}, scales.b_part), loaded_b[i]);
  }
};

}  // namespace colex::gpu::hopper
