// SPDX-License-Identifier: MIT
// The loading role of the Hopper GEMM: one thread has boxes of both operands copied to the stages of the ring.
#pragma once

#include "hopper/block_ops.hpp"
#include "hopper/gemm_index.hpp"
#include "hopper/tma.hpp"

namespace colex::gpu::hopper {

/// The loading role, for one thread.
template <class Config, class List>
struct Loader : BlockOps<Config> {
  TensorMap const& a;
  TensorMaps<Config::operands> const& b;
  List list;
  bool a_steps, b_steps;                                     ///< whether each batch has an operand of its own
  int row = 0, column = 0, k = 0, a_batch = 0, b_batch = 0;  ///< of the item: where its boxes begin

  /// The divisions are here, once for an item: a step of a small tile takes no longer than one of them.
  __device__ void begin_tile(int item) {
    Item const work = list.find(item);
    row = this->row_of(work), column = work.tile.column * Config::columns;
    k = first_part(work.split, list.parts) * Config::K;
    a_batch = a_steps ? work.batch : 0, b_batch = b_steps ? work.batch : 0;
  }
  __device__ void wait_empty(int stage, int parity) {
    mbarrier::wait<Config::scope>(this->empty(stage), parity);
  }
  __device__ void expect_bytes(int stage) { mbarrier::expect_bytes(this->full(stage), list.stage_bytes); }
  __device__ void start_copies(int stage, int part) {
    using A = typename Config::A;
    using B = typename Config::B;
    int const first_k = k + part * Config::K;
    auto const load = [&]<class Tile>(Tile, TensorMap const& map, Address to, int line, int own_box,
                                      int batch, int box, std::uint16_t blocks) {
      line += own_box * Tile::box_lines;
      int const x = Tile::major == Major::k ? first_k : line, y = Tile::major == Major::k ? line : first_k;
      to += box * Tile::box_bytes;
      if (blocks == 1)
        copy_box(to, map, x, y, batch, this->full(stage));
      else
        copy_box_to(blocks, to, map, x, y, batch, this->full(stage));
    };
    constexpr int share = B::boxes / Config::cluster;
    constexpr std::uint16_t all = (1 << Config::cluster) - 1;
    COLEX_UNROLL
    for (int box = 0; box < A::boxes; ++box) load(A{}, a, this->a_tile(stage), row, box, a_batch, box, 1);
    COLEX_UNROLL
    for (int i = 0; i < share; ++i) {
      int const box = shared_box<Config>(this->rank, i);
      load(B{}, b.of[box_operand<Config>(box)], this->b_tile(stage), column, box_in_operand<Config>(box),
           b_batch, box, all);
    }
  }
};

}  // namespace colex::gpu::hopper
