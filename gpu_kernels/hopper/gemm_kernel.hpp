// SPDX-License-Identifier: MIT
// The Hopper GEMM kernel: C[m,n] = sum over k of A[m,k] * B[n,k], one persistent block an SM. One thread of
// the first warpgroup loads with TMA, the other warpgroups multiply with wgmma, 64 rows each; ring.hpp has
// what they do, in which order. The blocks of a cluster take tiles one below the other and load B for each
// other.
//
//   gemm.hpp checks the arguments, makes the maps and launches it.
#pragma once

#include "hopper/gemm_config.hpp"
#include "hopper/mbarrier.hpp"
#include "hopper/tma.hpp"
#include "hopper/wgmma.hpp"

namespace colex::gpu::hopper {

/// The result: rows x columns of a 16-bit type, `pitch` elements from row to row. `wide`: 16-byte stores are
/// aligned.
struct ResultView {
  std::uint16_t* data;
  Index pitch;
  int rows, columns;
  bool wide;
};

/// Two floats rounded to nearest, the first in the low half.
template <Element to>
__device__ inline std::uint32_t rounded_pair(float low, float high) {
  std::uint32_t word;
  if constexpr (to == Element::bf16) asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(word) : "f"(high), "f"(low));
  if constexpr (to == Element::f16) asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(word) : "f"(high), "f"(low));
  return word;
}

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

  __device__ bool leads() const { return threadIdx.x == 0; }
  __device__ void init_barriers() {
    for (int stage = 0; stage < Config::stages; ++stage) {
      mbarrier::init(full(stage), full_arrivals);
      mbarrier::init(empty(stage), empty_arrivals(Config::cluster, Config::consumer_warps));
    }
  }
  __device__ void fence_barriers() { mbarrier::fence_init(); }
  __device__ void sync_cluster() { hopper::sync_cluster(); }
};

/// The loading role, for one thread.
template <class Config>
struct Loader : BlockOps<Config> {
  CUtensorMap const& a;
  CUtensorMap const& b;
  TileGrid grid;

  __device__ void wait_empty(int stage, int parity) { mbarrier::wait(this->empty(stage), parity); }
  __device__ void expect_bytes(int stage) { mbarrier::expect_bytes(this->full(stage), Config::stage_bytes); }
  __device__ void start_copies(int stage, int tile, int k_block) {
    using A = typename Config::A;
    using B = typename Config::B;
    TileIndex const at = tile_at(grid, tile);
    int const row = (at.row * Config::cluster + this->rank) * Config::M, column = at.column * Config::N;
    int const k = k_block * Config::K;
    auto const load = [&]<class Tile>(Tile, CUtensorMap const& map, Address to, int line, int box,
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
#pragma unroll
    for (int box = 0; box < A::boxes; ++box) load(A{}, a, this->a_tile(stage), row, box, 1);
#pragma unroll
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
  float sum[Config::N / 2];

  __device__ void wait_full(int stage, int parity) { mbarrier::wait(this->full(stage), parity); }
  __device__ void start_products(int stage, int, int k_block) {
    using A = typename Config::WarpgroupA;
    using B = typename Config::B;
    wgmma::fence_accumulators();
#pragma unroll
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
    int const row =
        (at.row * Config::cluster + this->rank) * Config::M + warpgroup * wgmma_rows + first % wgmma_rows;
    int const column = at.column * Config::N + first / wgmma_rows;
    std::uint16_t* const data = c.data + row * c.pitch + column;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
#pragma unroll
      for (int group = 0; group < Config::N / stored_column_step; ++group) {
        std::uint32_t words[4];  // of four 8-column blocks, this thread's pair of columns
#pragma unroll
        for (int block = 0; block < 4; ++block) {
          int const value = first_held_value(half, group, block);
          words[block] = rounded_pair<to>(sum[value], sum[value + 1]);
        }
        transpose_in_quad(words, thread,
                          [](std::uint32_t word, int mask) { return __shfl_xor_sync(~0u, word, mask); });
        store_run(data + half * stored_row_step * c.pitch + group * stored_column_step,
                  row + half * stored_row_step, column + group * stored_column_step, words);
      }
    }
  }

  /// Stores what of 8 elements of one row lies inside the result.
  __device__ void store_run(std::uint16_t* data, int row, int column, std::uint32_t const (&words)[4]) {
    if (row >= c.rows) return;
    if (c.wide && column + stored_run <= c.columns) {
      *reinterpret_cast<uint4*>(data) = {words[0], words[1], words[2], words[3]};
      return;
    }
#pragma unroll
    for (int i = 0; i < stored_run; ++i)
      if (column + i < c.columns) data[i] = static_cast<std::uint16_t>(words[i / 2] >> (16 * (i % 2)));
  }
};

template <class Config, Element to>
__global__ void __cluster_dims__(Config::cluster, 1, 1) __launch_bounds__(Config::threads, 1)
    gemm_kernel(__grid_constant__ CUtensorMap const a, __grid_constant__ CUtensorMap const b, ResultView c,
                TileGrid grid, int k_blocks) {
  extern __shared__ unsigned char shared[];
  Address const memory = (shared_address(shared) + swizzle_period - 1) / swizzle_period * swizzle_period;
  BlockOps<Config> block{memory, Config::cluster == 1 ? 0 : cluster_rank()};
  prepare(block);

  int const first = blockIdx.x / Config::cluster, step = gridDim.x / Config::cluster,
            count = tile_count(grid);
  int const role =
      __shfl_sync(~0u, threadIdx.x / warpgroup_threads, 0);  // uniform in a warp, and known to be
  if (role == 0) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(Config::loader_registers));
    if (threadIdx.x == 0) {
      Loader<Config> loader{block, a, b, grid};
      load_tiles<Config::stages>(loader, first, step, count, k_blocks);
    }
    finish(block);
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(Config::consumer_registers));
    Multiplier<Config, to> multiplier{
        block, c, grid, role - 1, static_cast<int>(threadIdx.x % warpgroup_threads), {}};
    multiply_tiles<Config::stages>(multiplier, first, step, count, k_blocks);
    finish(block);
  }
}

}  // namespace colex::gpu::hopper
