// SPDX-License-Identifier: MIT
// Adds up what the splits of K left in the workspace, and finishes the result: the second launch of the Hopper
// GEMM, and the only one where K is 0. A block has one piece (gemm_index.hpp), 16 rows and 32 columns, and as
// many warps as there are splits, but at least 1 and at most 16. Of W warps, warp w adds splits w, w + W, ... in
// order, and the first warp adds up the warps, in order. So the bits depend on the number of splits alone.
#pragma once

#include "hopper/mbarrier.hpp"
#include "hopper/result.hpp"
#include "hopper/tile_order.hpp"

namespace colex::gpu::hopper {

inline constexpr int most_sum_warps = 16;
constexpr int sum_threads(int splits) {
  return 32 * (splits < 1 ? 1 : splits > most_sum_warps ? most_sum_warps : splits);
}
/// What a thread adds up; the first warp needs the others' in shared memory.
inline constexpr int sums_of_thread = 16;
constexpr int sum_shared_bytes(int splits) { return 4 * sums_of_thread * (sum_threads(splits) - 32); }

/// Where the sums of the splits are.
struct SplitSums {
  GlobalView<float const> sums;
  TileGrid grid;  ///< of one batch
  int splits;
};

template <int M, int N, int cluster, Element to, bool scaled>
__global__ void __launch_bounds__(32 * most_sum_warps)
    sum_kernel(SplitSums s, ResultView<to> whole, ScalesView scales) {
  constexpr int groups = column_groups(N), warpgroups = M / wgmma_rows, quads = N / 8,
                held_here = sums_of_thread;
  allow_next_launch();
  await_earlier_launch();
  int const warps = static_cast<int>(blockDim.x / 32);
  auto const parts = dynamic_shared<SumOf<to>>(0, (warps - 1) * held_here * 32);
  int const warp = static_cast<int>(threadIdx.x / 32), lane = static_cast<int>(threadIdx.x % 32);
  int const tiles = tile_count(s.grid);
  auto const piece =
      piece_at<unsigned>(blockIdx.x, groups, warpgroups, cluster, static_cast<unsigned>(tiles));
  TileIndex const at = tile_at(s.grid, static_cast<int>(piece.tile));
  auto const& c = own_columns<N>(whole, at.column);
  // The thread of the warpgroup that held what this lane adds up.
  int const thread = static_cast<int>(piece.warp) * 32 + lane;
  StoredPlaces<stored_column_step, bytes_of(to)> const places(
      first_row<int>(at.row, cluster, static_cast<int>(piece.rank), M) +
          static_cast<int>(piece.warpgroup) * wgmma_rows,
      at.column * N + static_cast<int>(piece.group) * stored_column_step, thread);
  int const row = places.row(0), group_column = places.tile_column;
  SumOf<to> sum[held_here];
  COLEX_UNROLL
  for (int i = 0; i < held_here; ++i) sum[i] = SumOf<to>(-0.0f);  // -0 + x is x, whatever x is
  // Adds those of `count` splits, which are on their way together.
  auto const add_up = [&]<int count>(std::integral_constant<int, count>, int first_split) {
    Vec<float, 4> held[count][4];
    auto const each = [&](auto const& use) {
      COLEX_UNROLL
      for (int i = 0; i < count; ++i) {
        COLEX_UNROLL
        for (int block = 0; block < 4; ++block)
          if (row < c.rows && group_column + 8 * block < c.columns)
            use(held[i][block], first_split + i * warps, block);
      }
    };
    each([&](Vec<float, 4>& four, int split, int block) {
      Index const item = item_of<Index>(piece.tile, tiles, split, s.splits, piece.batch);
      four = load<4>(s.sums, held_offset<Index>(item, piece.rank, cluster, piece.warpgroup, warpgroups,
                                                4 * piece.group + block, quads, thread));
    });
    each([&](Vec<float, 4> const& four, int, int block) {
      COLEX_UNROLL
      for (int i = 0; i < 4; ++i) sum[4 * block + i] += __builtin_bit_cast(SumOf<to>, four.value[i]);
    });
  };
  constexpr int at_once = 4;
  int split = warp;
  for (; split + (at_once - 1) * warps < s.splits; split += at_once * warps)
    add_up(std::integral_constant<int, at_once>{}, split);
  for (; split < s.splits; split += warps) add_up(std::integral_constant<int, 1>{}, split);
  if (warp > 0) {
    COLEX_UNROLL
    for (int i = 0; i < held_here; ++i)
      store(parts, ((warp - 1) * held_here + i) * 32 + lane, Vec<SumOf<to>, 1>{{sum[i]}});
  }
  __syncthreads();
  if (warp != 0) return;
  for (int other = 1; other < warps; ++other) {
    COLEX_UNROLL
    for (int i = 0; i < held_here; ++i)
      sum[i] += load<1>(parts, ((other - 1) * held_here + i) * 32 + lane).value[0];
  }
  HeldBias const bias = bias_of(c, group_column, thread);
  HeldRowBias const of_rows = row_bias_of(c, row);
  HeldFactors<scaled> factors;
  HeldRowFactors<1> row_factors{};
  if constexpr (scaled) {
    factors = factors_of(c, scales, 0, group_column, thread);
    row_factors =
        row_factors_of<1>(c, scales, 0, scales.of_parts, row, scaled_block_of(Index{group_column}, Index{1}));
  }
  Index const first = first_offset(c, piece.batch, places);
  with_finish<to>(false, c.epilogue.activation, [&](auto finish) {
    COLEX_UNROLL
    for (int half = 0; half < 2; ++half)
      store_columns<to, finish()>(
          c, later_place(c, first, places, half, 0), places.row(half), places.column(0), thread, bias,
          of_rows.value[half], factors, row_factors.value[0][half],
          [&](int block, int i) { return sum[first_held_value(half, 0, block) + i]; });
  });
}

}  // namespace colex::gpu::hopper
