// SPDX-License-Identifier: MIT
// The index arithmetic of the GEMM kernel, templated on the number type: which block works on which tile, on
// which part of K, and where an element lies.
//
//   tiles_over(65, 32) == 3                              the last tile is ragged
//   split_begin(1, 7, 3) == 2, split_begin(2, 7, 3) == 4   7 tiles of K in parts of 2, 2 and 3
//   block_work(11, 4, 2) == (3, 0, 1)                    tile 3, split 0, batch 1
#pragma once

#include "gemm/tile_order.hpp"

namespace colex::gpu {

/// Tiles that cover `extent` elements. Requires extent >= 0, tile > 0.
template <Number Int>
constexpr Int tiles_over(Int const& extent, Int const& tile) {
  return (extent + tile - Int(1)) / tile;
}

/// The first of the `tiles` tiles of K that belongs to this split; those up to split_begin(split + 1) do.
/// Requires 0 <= split <= splits, splits > 0.
template <Number Int>
constexpr Int split_begin(Int const& split, Int const& tiles, Int const& splits) {
  return split * tiles / splits;
}

/// The stage of shared memory that holds a block's step number `step` of K, counted from 0.
template <Number Int>
constexpr Int stage_of(Int const& step) {
  return step % Int(2);
}

/// What a block works on: tile, split and batch, the tile running fastest. Any integer: Hopper's kernel has int.
template <class Int>
struct BlockWork {
  Int tile{}, split{}, batch{};
};

template <class Int>
constexpr BlockWork<Int> block_work(Int const& block, Int const& tiles, Int const& splits) {
  Int const rest = block / tiles;
  return {block % tiles, rest % splits, rest / splits};
}

/// Offset of element (i, j) of matrix `batch`. Strides of any sign.
template <Number Int>
constexpr Int matrix_offset(Int const& origin, Int const& i, Int const& i_stride, Int const& j,
                            Int const& j_stride, Int const& batch, Int const& batch_stride) {
  return origin + i * i_stride + j * j_stride + batch * batch_stride;
}

/// Offset in the workspace of element (m, n) of one split of one batch: M runs fastest, then N, the splits
/// and the batches.
template <Number Int>
constexpr Int partial_offset(Int const& m, Int const& n, Int const& M, Int const& N, Int const& split,
                             Int const& splits, Int const& batch) {
  return ((batch * splits + split) * N + n) * M + m;
}

/// The elements that a bounded load may read of a tile: from the first of its `rows` rows, `pitch` apart, to the end of the last one's
/// `columns`. Requires rows > 0, pitch >= columns: element (row, k) of k < columns is among them exactly if row < rows.
template <Number Int>
constexpr Int bounded_elements(Int const& rows, Int const& pitch, Int const& columns) {
  return (rows - Int(1)) * pitch + columns;
}

/// The number, in preshuffled B (shuffled.hpp), of the tile that is tile_n-th along N and tile_k-th along K.
template <Number Int>
constexpr Int shuffled_tile(Int const& tile_n, Int const& tile_k, Int const& tiles_k) {
  return tile_n * tiles_k + tile_k;
}

/// The tile that the block writes which preshuffles number `block`, counted through all batches.
template <Number Int>
struct ShuffledWork {
  Int tile_n{}, tile_k{}, batch{};
};

template <Number Int>
constexpr ShuffledWork<Int> shuffled_work(Int const& block, Int const& tiles_n, Int const& tiles_k) {
  Int const row = block / tiles_k;
  return {row % tiles_n, block % tiles_k, row / tiles_n};
}

/// Problems of a list, low, ..., high - 1, among which the one is that a block works on.
template <Number Int>
struct GroupRange {
  Int low{}, high{};
};

template <Number Int>
constexpr Int group_middle(GroupRange<Int> const& range) {
  return range.low + (range.high - range.low) / Int(2);
}

/// Halves the range, given the first block of its middle problem. Requires high - low > 1.
template <Number Int>
constexpr GroupRange<Int> group_step(GroupRange<Int> const& range, Int const& block,
                                     Int const& first_of_middle) {
  Int const middle = group_middle(range);
  if (block < first_of_middle) return {range.low, middle};
  return {middle, range.high};
}

/// Whether the config's blocks are those of pipelined.hpp: it then has `static constexpr bool pipelined = true`.
template <class Config>
inline constexpr bool is_pipelined = requires {
  requires Config::pipelined;
};

/// Of these, whether they are those of direct.hpp: it then has `static constexpr bool direct = true`, too.
template <class Config>
inline constexpr bool is_direct = requires {
  requires Config::direct;
};
/// Their steps that are written out: each has a stage of its own.
inline constexpr int direct_stages = 4;

/// The stage that a step of the direct kernel (direct.hpp) is in; step s + stages is loaded to it once s is in registers.
template <Number Int>
constexpr Int ring_stage(Int const& step, Int const& stages) {
  return step % stages;
}

/// How many of a thread's loads may be under way before step s, of `loads` a step and those of s + stages - 1 started: all but those of
/// s + 1 and before.
template <Number Int>
constexpr Int ring_under_way(Int const& loads, Int const& stages) {
  return (stages - Int(2)) * loads;
}

/// Of direct configs, whether A and B have scales (direct_scales.hpp): its atom then takes them.
template <class Config>
inline constexpr bool is_scaled = requires {
  Config::atom::scale_layout;
};

/// The scales that a row takes in memory, of blocks of `block` elements of K: those of whole turns of the loop, `turn` elements long.
template <Number Int>
constexpr Int scale_columns(Int const& K, Int const& turn, Int const& block) {
  return tiles_over(K, turn) * (turn / block);
}

/// Where the scales of a step begin in a row, `columns` to a step. Any integer: the kernel has int.
template <class Int>
constexpr Int scale_column(Int const& step, Int const& columns) {
  return step * columns;
}

/// The scales that are loaded while step s, the first of a turn, is multiplied: those of the next turn, or of this one if it is the last,
/// of the steps before `last`. Any integer.
template <class Int>
constexpr Int scales_ahead(Int const& step, Int const& stages, Int const& last) {
  if (step + stages < last) return step + stages;
  return step;
}

/// How many of a thread's `scales` loads of scales may be under way before step s, beside those of ring_under_way: they are loaded with
/// the first step of each turn, ahead of its other loads, and those of s + 1 and before have arrived.
template <Number Int>
constexpr Int scales_under_way(Int const& step, Int const& scales, Int const& stages) {
  Int const started = (step + stages + stages - Int(1)) / stages;
  Int const arrived = (step + Int(2) + stages - Int(1)) / stages;
  return (started - arrived) * scales;
}

}  // namespace colex::gpu
