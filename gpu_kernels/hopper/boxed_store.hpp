// SPDX-License-Identifier: MIT
// How the threads of a warpgroup store a tile of a 16-bit result by TMA, box by box (result_box.hpp), with every
// epilogue. For results that begin at 16 bytes, with pitches that are multiples of them, whose rows are all of one list.
//
//   store_by_boxes(multiplier, work, places, first);      of the elements that the thread would store itself
#pragma once

#include "hopper/result.hpp"
#include "hopper/result_box.hpp"
#include "hopper/tma.hpp"
#include "hopper/work_list.hpp"

namespace colex::gpu::hopper {

/// What store_through() does on a device and on the host platform: `fill(box, half, group, words)` finishes four words.
template <class Config, class Fill>
struct BoxOps {
  TensorMap const& map;
  Address first;  ///< of the warpgroup's buffers
  int warpgroup, thread, row, column, batch;
  Fill fill;

  __device__ bool leads() const { return thread == 0; }
  template <int pending>
  __device__ void wait_read() {
    wait_stored_but<pending>();
  }
  __device__ void sync() { sync_warpgroup(1 + warpgroup); }
  __device__ void fence() { fence_stores(); }
  __device__ void write(int buffer, int box) {
    COLEX_UNROLL
    for (int i = 0; i < 2 * groups_in_box; ++i) {
      std::uint32_t words[4];
      fill(i % 2, box * groups_in_box + i / 2, words);
      store_matrices(first + buffer * result_box_bytes + box_place(thread, i % 2, i / 2), words);
    }
  }
  __device__ void store(int buffer, int box) {
    store_box(map, first + buffer * result_box_bytes, column + box * result_box_columns, row, batch);
    commit_stores();
  }
};

/// `places` are those of the elements that the thread would store itself, the first at offset `first`.
template <Finish finish, bool scaled, class Multiplier, class Places>
__device__ inline void store_boxes(Multiplier& m, Item const& work, Places const& places, Index first) {
  using Config = typename Multiplier::Numbers;
  constexpr Element to = Multiplier::result;
  constexpr int groups = Config::columns / stored_column_step;
  int const tile_column = places.tile_column;
  struct OfColumns {
    HeldBias bias;
    HeldFactors<scaled> factors;
  };
  auto const of_group = [&](int group) {
    OfColumns own{};
    if (group == groups) return own;
    int const group_column = tile_column + group * stored_column_step;
    if constexpr (finish != Finish::plain && !Config::gated) own.bias = bias_of(m.c, group_column, m.thread);
    if constexpr (scaled) own.factors = factors_of(m.c, m.scales, m.list.group(), group_column, m.thread);
    return own;
  };
  OfColumns own = of_group(0), next{};  // which are on their way while the group before is finished
  HeldRowBias of_rows{};
  if constexpr (finish != Finish::plain && !Config::gated) of_rows = row_bias_of(m.c, places.row(0));
  HeldRowFactors<Config::pieces> row_factors{};
  if constexpr (scaled)
    row_factors =
        row_factors_of<Config::pieces>(m.c, m.scales, m.list.group(), m.has_factors(), places.row(0),
                                       scaled_block_of(Index{tile_column}, Index{1}));
  auto const fill = [&](int half, int group, std::uint32_t(&words)[4]) {
    if (half == 0) next = of_group(group + 1);
    SumOf<to> x[4][2];
    if constexpr (Config::gated) {
      m.template gated_sums<finish>(half, group, x);
    } else {
      finish_sums<to, finish, scaled>(
          m.c.epilogue, own.bias, of_rows.value[half], own.factors,
          row_factors.value[Config::piece_of(group)][half],
          [&](int block, int i) { return m.held_sum(first_held_value(half, group, block) + i); },
          [&](auto& sums) {
            add_old(m.c, later_place(m.c, first, places, half, group), places.row(half), places.column(group),
                    m.thread, sums);
          },
          x);
    }
    COLEX_UNROLL
    for (int block = 0; block < 4; ++block) words[block] = rounded_pair<to>(x[block][0], x[block][1]);
    if (half == 1) own = next;
  };
  BoxOps<Config, decltype(fill)> ops{
      m.c_map.of[0], m.buffers(m.warpgroup), m.warpgroup, m.thread, places.tile_row, tile_column, work.batch,
      fill};
  COLEX_UNROLL
  for (int box = 0; box < Config::columns / result_box_columns; ++box)
    store_through<Config::buffers>(ops, m.buffer, box);
}

template <class Multiplier, class Places>
__device__ inline void store_by_boxes(Multiplier& m, Item const& work, Places const& places, Index first) {
  constexpr bool gated = Multiplier::Numbers::gated, promoting = Multiplier::promoting;
  with_finish<Multiplier::result>(!gated && m.c.plain, m.c.epilogue.activation, [&](auto finish) {
    constexpr bool scaled = promoting && finish() != Finish::plain;
    if constexpr (promoting && !scaled)
      if (m.scales.of_result) return store_boxes<finish(), true>(m, work, places, first);
    store_boxes<finish(), scaled>(m, work, places, first);
  });
}

}  // namespace colex::gpu::hopper
