// SPDX-License-Identifier: MIT
// How factors of parts of K (scales.hpp) come to the threads that multiply where a tile has two pieces: one warp copies those
// of a tile's rows and columns to the stage that has the part's operands, and each thread reads there what it needs.
//
//   factors.load(block, stage, row);   before the part's products are started
//   factors.multiply();                behind that; then factors.of_sums(piece, half)
//
// A thread that loads its factors from global memory itself waits for them: a warp spends most of a part where it
// starts products, and what is done behind that is not hidden (docs/06_performance.md).
#pragma once

#include "hopper/accumulator.hpp"
#include "hopper/block_ops.hpp"
#include "hopper/scales.hpp"
#include "hopper/word_copy.hpp"

namespace colex::gpu::hopper {

/// Before the roles: all threads of a block write 1 where nobody will copy a factor.
template <class Config>
__device__ void write_ones(BlockOps<Config> const& block) {
  for (int i = static_cast<int>(threadIdx.x); i < block.stages * Config::factors; i += Config::threads)
    store_word(block.factor(0, i), 1);
}

/// The telling role, for a lane of the warp. It copies nothing where a factor is outside of what there is: a zero comes.
template <class Config, class List>
struct Teller : BlockOps<Config> {
  ScalesView const& scales;
  List list;
  int rows;  ///< of the result
  int lane;
  int left = 0, part = 0;    ///< of the item: rows of the result from the lane's first on, the first part
  Index a_at = 0, b_at = 0;  ///< where their factors are, and those of the lane's piece
  bool has_piece = false;    ///< of which the result has columns
  static constexpr int turns = Config::M / telling_lanes;
  static_assert(Config::M % telling_lanes == 0 && Config::pieces <= telling_lanes);

  __device__ void begin_tile(int item) {
    Item const work = list.find(item);
    int const row = this->row_of(work) + lane;
    Index const block = scaled_block_of(work.tile.column * Config::pieces + lane, int{Config::piece_columns});
    left = rows - row, part = first_part(work.split, list.parts);
    a_at = scale_offset(Index{row}, scales.a_row, Index{part}, scales.a_part);
    b_at =
        scale_offset(block, scales.b_block, Index{part}, scales.b_part, Index{list.group()}, scales.b_group);
    has_piece = lane < Config::pieces && block < scales.blocks;
  }
  /// Those who read the stage's factors are of this block.
  __device__ void wait_empty(int stage, int parity) {
    mbarrier::wait<Scope::block>(this->empty(stage), parity);
  }
  /// Multiplies little: the warp has as long as the others multiply a part.
  __device__ void start_factors(int stage, int k) {
    bool const in_k = part + k < scales.parts;
    Address const full = this->full(stage);
    if (scales.has_a) {
      Index const first = later_offset(a_at, Index{0}, scales.a_row, Index{k}, scales.a_part);
      COLEX_UNROLL
      for (int turn = 0; turn < turns; ++turn) {
        int const below = turn * telling_lanes;
        copy_word(this->factor(stage, factor_of_row(below + lane)), scales.a,
                  later_offset(first, Index{below}, scales.a_row, Index{0}, scales.a_part),
                  in_k && below < left, full);
      }
    }
    if (scales.has_b && lane < Config::pieces)
      copy_word(this->factor(stage, factor_of_piece(int{Config::M}, lane)), scales.b,
                later_offset(b_at, Index{0}, scales.b_block, Index{k}, scales.b_part), in_k && has_piece,
                full);
    arrive_when_copied(full);
  }
};

/// What a thread multiplies its sums of each part by: factors of its two rows of A times that of a piece of the tile's
/// columns of B.
template <int pieces>
struct ToldFactors {
  float of_rows[2], of_pieces[pieces];
  float products[pieces][2];

  __device__ float of_sums(int piece, int half) const { return products[piece][half]; }

  /// `row` is the thread's first of the tile.
  template <class Config>
  __device__ void load(BlockOps<Config> const& block, int stage, int row) {
    COLEX_UNROLL
    for (int half = 0; half < 2; ++half)
      of_rows[half] = load_word(block.factor(stage, factor_of_row(row + half * stored_row_step)));
    COLEX_UNROLL
    for (int piece = 0; piece < pieces; ++piece)
      of_pieces[piece] = load_word(block.factor(stage, factor_of_piece(int{Config::M}, piece)));
  }
  __device__ void multiply() {
    COLEX_UNROLL
    for (int i = 0; i < 2 * pieces; ++i) products[i / 2][i % 2] = of_rows[i % 2] * of_pieces[i / 2];
  }
};

}  // namespace colex::gpu::hopper
