// SPDX-License-Identifier: MIT
// Which tile and how many splits of K the Hopper GEMM takes for a product: those that a cost model says take
// least. The model counts rounds of items on the device's processors, the steps of an item, what must come
// from memory, and the second launch that adds up splits. Its constants were measured: docs/06_performance.md.
//
//   choose({.M = 64, .N = 64, .K = 131072}, 132, h200_costs).splits == 128
#pragma once

#include "hopper/gemm_plan.hpp"

namespace colex::gpu::hopper {

/// Microseconds on one device: a tile of tile_shapes for each round, and each of its steps of 128 bytes of K,
/// where one processor is at work and where all are.
struct TileCost {
  double tile, step_alone, step;
};
struct DeviceCosts {
  char const* device;
  double launch, second_launch;        ///< microseconds
  double memory_bytes, partial_bytes;  ///< per microsecond, from memory; of sums of splits, there and back
  /// Boxes of whose elements this part or more is inside the operands read at that rate; others slower.
  double useful_part;
  TileCost tiles[tile_shape_count];
};
inline constexpr DeviceCosts h200_costs = {"NVIDIA H200",
                                           1.9,
                                           3.5,
                                           4.0e6,
                                           1.5e6,
                                           0.77,
                                           {{3.2, 0.57, 0.64},
                                            {1.8, 0.29, 0.37},
                                            {1.0, 0.19, 0.31},
                                            {3.0, 0.43, 0.5},
                                            {0.9, 0.18, 0.21},
                                            {0.9, 0.15, 0.17}}};

/// What is to be chosen for. `splits`: how many, or 0 where the choice is free; then `workspace_elements`
/// limits it.
struct ProductSize {
  Index M, N, K, batches = 1;
  int element_bytes = 2;
  Index splits = 1, workspace_elements = 0;
  Major b = Major::k;  ///< the order of B, which not every tile takes
};

/// Of a problem with K > 0.
constexpr ProductSize product_size(GemmProblem const& p, int element_bytes) {
  return {p.M, p.N, p.K, p.batches, element_bytes, p.splits, p.workspace_elements, p.b.major};
}

struct Choice {
  int shape = 0;  ///< of tile_shapes
  Index splits = 1;
  double microseconds = 0;  ///< predicted
};

/// What a tile and a number of splits take, by the model. Sizes are at least 1.
constexpr double predicted(ProductSize const& p, int shape, Index splits, int processors,
                           DeviceCosts const& costs) {
  TileShape const& t = tile_shapes[shape];
  auto const number = [](Index i) { return static_cast<double>(i); };
  Index const tiles = tiles_over(p.M, Index{t.M} * t.cluster) * tiles_over(p.N, Index{t.N});
  Index const clusters = processors / t.cluster,
              parts = tiles_over(p.K, Index{swizzle_bytes / p.element_bytes});
  Index const items = tiles * p.batches * splits;
  double const rounds = number(tiles_over(items, clusters));
  double const at_work = items < clusters ? number(items) / number(clusters) : 1;
  TileCost const& cost = costs.tiles[shape];
  double const step = cost.step_alone + at_work * (cost.step - cost.step_alone);
  double const busy = rounds * (cost.tile + number(tiles_over(parts, splits)) * step);
  double const bytes =
      number(p.batches) *
      (number(p.element_bytes) * number(p.K) * (number(p.M) + number(p.N)) + 2 * number(p.M) * number(p.N));
  Index const lines = p.M < t.M * t.cluster ? tiles_over(p.M, Index{t.cluster}) : t.M;
  double const useful = number(lines + (p.N < t.N ? p.N : t.N)) / number(t.M + t.N) / costs.useful_part;
  // With few processors at work, fewer boxes are on their way at a time.
  double const moving = bytes / costs.memory_bytes / (useful < 1 ? useful : 1) / (0.55 + 0.45 * at_work);
  double const whole = costs.launch + (busy > moving ? busy : moving);
  if (splits == 1) return whole;
  Index const rows = tiles_over(p.M, Index{16}) * 16, columns = tiles_over(p.N, Index{8}) * 8;
  return whole + costs.second_launch +
         number(p.batches * splits) * number(rows) * number(columns) * 4 / costs.partial_bytes;
}

/// The tile and the splits that take least, among those whose preconditions hold: sums of splits fit the
/// workspace, no split is idle. Sizes are at least 1.
constexpr Choice choose(ProductSize const& p, int processors, DeviceCosts const& costs = h200_costs) {
  Choice best;
  bool found = false;
  Index const parts = tiles_over(p.K, Index{swizzle_bytes / p.element_bytes});
  for (int shape = 0; shape < tile_shape_count; ++shape) {
    TileShape const& t = tile_shapes[shape];
    if (processors < t.cluster || !takes(t, p.b)) continue;
    auto const consider = [&](Index splits) {
      if (workspace_elements(t, p.M, p.N, p.batches, splits) > p.workspace_elements) return;
      double const microseconds = predicted(p, shape, splits, processors, costs);
      if (found && microseconds >= best.microseconds) return;
      found = true;
      best = {shape, splits, microseconds};
    };
    if (p.splits != 0) {
      consider(p.splits);
      continue;
    }
    Index const tiles = tiles_over(p.M, Index{t.M} * t.cluster) * tiles_over(p.N, Index{t.N}) * p.batches;
    Index const most = parts < detail::most_splits ? parts : detail::most_splits;
    // Numbers that fill 1, 2, 3 or 4 rounds, and small ones.
    for (Index splits = 1; splits <= (most < 8 ? most : 8); ++splits) consider(splits);
    for (Index rounds = 1; rounds <= 4; ++rounds) {
      Index const splits = processors / t.cluster * rounds / tiles;
      if (splits > 8) consider(splits < most ? splits : most);
    }
  }
  return best;
}

}  // namespace colex::gpu::hopper
