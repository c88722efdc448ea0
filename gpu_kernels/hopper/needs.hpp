// SPDX-License-Identifier: MIT
// What a tile needs to compute a product in splits of K: numbers of items and pieces that fit 32 bits, and a place for
// the sums. The plan of a config refuses what lacks one of these, and the choice takes nothing that does: both by
// lacking(). Templated on the integer.
//
//   counted(1 << 20, 1 << 20) == 1 << 31         more than 2^31 - 1: how much more does not matter
//   needs_of(6, 128, 256, 4).sums == 786432     6 tiles in 4 splits: 24 items
//   better(best, other, Lacking::workspace)      is best, whatever was predicted
#pragma once

#include <cstdint>

#include "gemm/gemm_index.hpp"
#include "hopper/accumulator.hpp"
#include "hopper/group_index.hpp"

namespace colex::gpu::hopper {

/// The most that is counted in 32 bits.
inline constexpr std::int64_t most_counted = 0x7FFFFFFF;

/// a * b where that is at most 2^31, else 2^31. For a and b from 0 on.
template <Number Int>
constexpr Int counted(Int const& a, Int const& b) {
  Int const beyond(most_counted + 1);
  if (b == Int(0)) return Int(0);
  if (beyond / b < a) return beyond;
  return a * b;
}

/// The tiles of a result, `lines` by `columns` each; of M rows in so many groups no fewer than these have, and of one
/// result or of batches where there are no groups.
template <Number Int>
constexpr Int tiles_of(Int const& M, Int const& N, Int const& batches, Int const& groups, Int const& lines,
                       Int const& columns) {
  Int const across = tiles_over(N, columns);
  if (Int(0) < groups) return most_items(M, groups, lines, across);
  return counted(counted(tiles_over(M, lines), across), batches);
}

/// The rows of a piece of the result, which one warp adds up of the splits, of a group of columns.
inline constexpr int piece_rows = 16;

template <class Int>
struct TileNeeds {
  Int items, pieces, sums;  ///< how many of each; the sums are elements of the workspace
};
/// Of so many tiles, `lines` by `columns` each, with K in so many splits, from 1 on.
template <Number Int>
constexpr TileNeeds<Int> needs_of(Int const& tiles, Int const& lines, Int const& columns, Int const& splits) {
  Int const items = counted(tiles, splits), pieces = lines / Int(piece_rows) * column_groups(columns);
  return {items, counted(tiles, pieces), Int(1) < splits ? items * (lines * columns) : Int(0)};
}

enum class Lacking { nothing, counters, workspace, tile };
/// What is missing for a plan with so many splits, where the workspace has so many elements. 0 splits are those of K = 0.
/// Pieces are those of a second launch, which there is but with one split.
template <Number Int>
constexpr Lacking lacking(TileNeeds<Int> const& needs, Int const& splits, Int const& workspace) {
  if (Int(most_counted) < needs.items) return Lacking::counters;
  if (splits != Int(1) && Int(most_counted) < needs.pieces) return Lacking::counters;
  if (Int(1) < splits && workspace < needs.sums) return Lacking::workspace;
  return Lacking::nothing;
}

/// A tile by its number in tile_shapes, the splits of K, and what they are predicted to take.
template <class Number, class Int, class Time>
struct ChoiceOf {
  Number shape{};
  Int splits{1};
  Time microseconds{};
  bool found = false;
};

/// One step of a choice: what is best so far, or another candidate that lacks nothing and is predicted to take less.
template <class Choice>
constexpr Choice better(Choice const& best, Choice const& candidate, Lacking lacks) {
  if (lacks != Lacking::nothing) return best;
  if (best.found && !(candidate.microseconds < best.microseconds)) return best;
  return {candidate.shape, candidate.splits, candidate.microseconds, true};
}

}  // namespace colex::gpu::hopper
