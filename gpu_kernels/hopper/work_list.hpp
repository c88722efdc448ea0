// SPDX-License-Identifier: MIT
// The items of a launch of the Hopper GEMM, which its blocks take in turns, as both roles of a block find them: the
// tiles of every split of K of every batch, whose number the call knows; or the tiles of groups of rows, whose ends
// are read on the device.
//
//   list.count()        how many there are
//   list.find(item)     an item; of groups no number may be smaller than the one before
//   list.own_rows(c)    the result up to the last row that the item found last may store
//   list.group()        whose B that item is of, and the factors of it
#pragma once

#include "hopper/gemm_index.hpp"
#include "hopper/group_index.hpp"
#include "hopper/result.hpp"

namespace colex::gpu::hopper {

/// A tile of a split of K of a batch; its rows count from `origin` on.
struct Item {
  TileIndex tile;
  int split, batch, origin;
};

/// The tiles of every split of K of every batch, which have `parts` parts of K each.
struct WorkList {
  TileGrid grid;
  int splits, batches, parts;
  static constexpr bool has_all_rows = true;  ///< below a tile are rows of the same batch, or none
  bool keeps;                                 ///< the sums go to the workspace, for the second launch
  int stage_bytes;                            ///< that come to a stage

  __device__ int count() const { return tile_count(grid) * splits * batches; }
  __device__ Item find(int item) const {
    auto const work = block_work(item, tile_count(grid), splits);
    return {tile_at(grid, work.tile), work.split, work.batch, 0};
  }
  __device__ static constexpr int group() { return 0; }
  template <Element to>
  __device__ ResultView<to> const& own_rows(ResultView<to> const& c) const {
    return c;
  }
};

/// The tiles of groups of rows, where `lines` rows are those of a cluster. A group's number is that of its B.
template <int lines>
struct GroupedList {
  GlobalView<std::int32_t const> ends;
  int groups, rows, columns, band, parts, stage_bytes;
  GroupAt<int> at = before_groups<int>();  ///< of the item found last
  static constexpr bool keeps = false, has_all_rows = false;

  __device__ void step() { at = next_group(at, load<1>(ends, at.number + 1).value[0], rows, lines, columns); }
  __device__ int count() const {
    GroupedList walk = *this;
    for (int group = 0; group < groups; ++group) walk.step();
    return items_end(walk.at, lines, columns);
  }
  __device__ Item find(int item) {
    while (item >= items_end(at, lines, columns)) step();
    TileGrid const grid{tile_rows(at, lines), columns, band};
    return {tile_at(grid, item - at.first), 0, at.number, at.start};
  }
  __device__ int group() const { return at.number; }
  template <Element to>
  __device__ ResultView<to> own_rows(ResultView<to> const& c) const {
    ResultView<to> own = c;
    own.rows = at.end;
    return own;
  }
};

}  // namespace colex::gpu::hopper
