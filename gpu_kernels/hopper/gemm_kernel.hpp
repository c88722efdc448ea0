// SPDX-License-Identifier: MIT
// The Hopper GEMM kernel: C[m,n] = sum over k of A[m,k] * B[n,k], one persistent block an SM. One thread of
// the first warpgroup loads with TMA, the other warpgroups multiply with wgmma, 64 rows each; ring.hpp has
// what they do, in which order. The blocks of a cluster take tiles one below the other and load B for each
// other.
//
//   gemm.hpp checks the arguments, makes the maps and launches it.
#pragma once

#include "hopper/gemm_config.hpp"
#include "hopper/gemm_index.hpp"
#include "hopper/mbarrier.hpp"
#include "hopper/tma.hpp"
#include "hopper/wgmma.hpp"
#include "tiles/tile_layout.hpp"

namespace colex::gpu::hopper {

/// The result: rows x columns of a 16-bit type, `pitch` elements from row to row. `wide`: 16-byte stores are
/// aligned.
struct ResultView {
  GlobalView<std::uint16_t> data;
  Index pitch;
  int rows, columns;
  bool wide;
};

/// What both roles know: where stages and barriers lie, and which block of the cluster this is.
template <class Config>
struct BlockOps {
  Address memory;
  int rank;

  __device__ Address a_tile(int stage) const { return memory + stage * Config::stage_bytes; }
  __device__ Address b_tile(int stage) const { return a_tile(stage) + Config::A::bytes; }
  __device__ Address full(int stage) const {
    return memory + Config::stages * Config::stage_bytes + 8 * stage;
  }
  __device__ Address empty(int stage) const { return full(Config::stages + stage); }

  /// The first row of the result that this block computes of a tile.
  __device__ int row_of(TileIndex at) const {
    return first_row(at.row, int{Config::cluster}, rank, int{Config::M});
  }

  __device__ bool leads() const { return threadIdx.x == 0; }
  __device__ void init_barriers() {
    for (int stage = 0; stage < Config::stages; ++stage) {
      mbarrier::init(full(stage), full_arrivals);
      mbarrier::init(empty(stage), empty_arrivals(Config::cluster, Config::consumer_warps));
    }
  }
  __device__ void fence_barriers() { mbarrier::fence_init(); }
  __device__ void sync_cluster() { gpu::sync_cluster(); }
};

/// The loading role, for one thread.
template <class Config>
struct Loader : BlockOps<Config> {
  TensorMap const& a;
  TensorMap const& b;
  TileGrid grid;

  __device__ void wait_empty(int stage, int parity) { mbarrier::wait(this->empty(stage), parity); }
  __device__ void expect_bytes(int stage) { mbarrier::expect_bytes(this->full(stage), Config::stage_bytes); }
  __device__ void start_copies(int stage, int tile, int k_block) {
    using A = typename Config::A;
    using B = typename Config::B;
    TileIndex const at = tile_at(grid, tile);
    int const row = this->row_of(at), column = at.column * Config::N;
    int const k = k_block * Config::K;
    auto const load = [&]<class Tile>(Tile, TensorMap const& map, Address to, int line, int box,
                                      std::uint16_t blocks) {
      line += box * Tile::box_lines;
      int const x = Tile::major == Major::k ? k : line, y = Tile::major == Major::k ? line : k;
      to += box * Tile::box_bytes;
      if (blocks == 1)
        copy_box(to, map, x, y, this->full(stage));
      else
        copy_box_to(blocks, to, map, x, y, this->full(stage));
    };
    constexpr int share = B::boxes / Config::cluster;
    constexpr std::uint16_t all = (1 << Config::cluster) - 1;
    COLEX_UNROLL
    for (int box = 0; box < A::boxes; ++box) load(A{}, a, this->a_tile(stage), row, box, 1);
    COLEX_UNROLL
    for (int i = 0; i < share; ++i)
      load(B{}, b, this->b_tile(stage), column, shared_box<Config>(this->rank, i), all);
  }
};

/// The multiplying role, for the threads of one warpgroup.
template <class Config, Element to>
struct Multiplier : BlockOps<Config> {
  ResultView c;
  TileGrid grid;
  int warpgroup, thread;
  wgmma::Accumulators<Config::N / 2> sum;

  __device__ void wait_full(int stage, int parity) { mbarrier::wait(this->full(stage), parity); }
  __device__ void start_products(int stage, int, int k_block) {
    using A = typename Config::WarpgroupA;
    using B = typename Config::B;
    wgmma::fence_accumulators();
    COLEX_UNROLL
    for (int step = 0; step < steps; ++step)
      wgmma::multiply<A, B>(sum, descriptor<A>(this->a_tile(stage) + warpgroup * A::bytes, step),
                            descriptor<B>(this->b_tile(stage), step), k_block > 0 || step > 0);
    wgmma::commit();
  }
  template <int pending>
  __device__ void wait_products() {
    wgmma::wait<pending>();
  }
  __device__ void release(int stage) {
    int const lane = thread % 32;
    if (lane < Config::cluster) mbarrier::arrive_at(this->empty(stage), lane);
  }

  __device__ void store_tile(int tile) {
    TileIndex const at = tile_at(grid, tile);
    int const first = first_stored(thread);
    int const row = this->row_of(at) + warpgroup * wgmma_rows + first % wgmma_rows;
    int const column = at.column * Config::N + first / wgmma_rows;
    Index const offset = result_offset(Index{row}, c.pitch, Index{column});
    COLEX_UNROLL
    for (int half = 0; half < 2; ++half) {
      COLEX_UNROLL
      for (int group = 0; group < Config::N / stored_column_step; ++group) {
        std::uint32_t words[4];  // of four 8-column blocks, this thread's pair of columns
        COLEX_UNROLL
        for (int block = 0; block < 4; ++block) {
          int const value = first_held_value(half, group, block);
          words[block] = rounded_pair<to>(sum[value], sum[value + 1]);
        }
        transpose_in_quad(words, thread,
                          [](std::uint32_t word, int mask) { return shuffle_xor(word, mask); });
        store_run(offset + half * stored_row_step * c.pitch + group * stored_column_step,
                  row + half * stored_row_step, column + group * stored_column_step, words);
      }
    }
  }

  /// Stores what of 8 elements of one row lies inside the result.
  __device__ void store_run(Index offset, int row, int column, std::uint32_t const (&words)[4]) {
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
};

template <class Config, Element to>
__global__ void __cluster_dims__(Config::cluster, 1, 1) __launch_bounds__(Config::threads, 1)
    gemm_kernel(__grid_constant__ TensorMap const a, __grid_constant__ TensorMap const b, ResultView c,
                TileGrid grid, int k_blocks) {
  Address const memory = (dynamic_shared_address() + swizzle_period - 1) / swizzle_period * swizzle_period;
  BlockOps<Config> block{memory, Config::cluster == 1 ? 0 : cluster_rank()};
  prepare(block);

  int const first = static_cast<int>(first_tile<unsigned>(blockIdx.x, Config::cluster)),
            step = static_cast<int>(gridDim.x / Config::cluster), count = tile_count(grid);
  int const role = shuffle(static_cast<int>(threadIdx.x / warpgroup_threads), 0);  // uniform in a warp
  if (role == 0) {
    release_registers<Config::loader_registers>();
    if (threadIdx.x == 0) {
      Loader<Config> loader{block, a, b, grid};
      load_tiles<Config::stages>(loader, first, step, count, k_blocks);
    }
    finish(block);
  } else {
    claim_registers<Config::consumer_registers>();
    Multiplier<Config, to> multiplier{
        block, c, grid, role - 1, static_cast<int>(threadIdx.x % warpgroup_threads), {}};
    multiply_tiles<Config::stages>(multiplier, first, step, count, k_blocks);
    finish(block);
  }
}

}  // namespace colex::gpu::hopper
