// SPDX-License-Identifier: MIT
// What a tile and a number of splits of K of the Hopper GEMM take, predicted, and the choice by it. The costs are a card's, in
// hopper_costs.inc, which bench/gpu_choice.py fits to times that it measures there. docs/06_performance.md says how far from the
// fastest the choice is.
//
//   choose(size, 132, costs_of("NVIDIA H100 80GB HBM3"))     {tile, splits, microseconds, whether there is a plan}
#pragma once

#include <algorithm>
#include <cmath>

#include "hopper/choose.hpp"

namespace colex::gpu::c {

/// Microseconds of a tile of tile_shapes: of a block's first, of one more, and of a step of 128 bytes of K where one processor is at
/// work and where all are.
struct TileCosts {
  double first, later, step_alone, step;
};
struct Costs {
  char const* device;  ///< how its name begins
  double launch, crowded,
      cluster;  ///< microseconds; the second where all processors are at work, the third of tiles in clusters
  double second_launch, split;         ///< microseconds of the launch that adds up splits, and for each
  double partial_bytes, memory_bytes;  ///< per microsecond: of sums of splits, there and back; from memory
  double first_bytes;                  ///< microseconds until the first come from memory
  double idle;                         ///< of the time from memory, what idle processors take of theirs
  double cache_bytes;                  ///< what the L2 cache keeps
  double again_a,
      again_b;  ///< of an operand that tiles share and the cache does not keep, what is read again
  double cache_lines,
      processor_lines;  ///< of 128 bytes, per microsecond: what the cache gives to all, and to one processor
  double odd_row,
      split_sector;  ///< lines that a row of a box counts as where rows begin inside of lines, and of sectors
  double empty, empty_later;  ///< of a tile's costs, what a tile without results takes
  TileCosts tiles[hopper::tile_shape_count];
};
inline constexpr Costs all_costs[] = {
#include "c/hopper_costs.inc"
};

/// The costs of a device by the beginning of its name; those of the first where none are known.
constexpr Costs const& costs_of(std::string_view device) {
  for (Costs const& costs : all_costs)
    if (device.starts_with(costs.device)) return costs;
  return all_costs[0];
}

/// What costs were fitted for. What else there is goes by the model of the headers, by which it was measured.
constexpr bool is_fitted(hopper::ProductSize const& p) {
  return is_half(p.element) && !p.gated && p.groups == 0;
}

/// Microseconds; sizes are at least 1.
inline double predicted(hopper::ProductSize const& p, int shape, Index splits, int processors,
                        Costs const& costs) {
  if (!is_fitted(p)) return hopper::predicted(p, shape, splits, processors, hopper::costs_of(costs.device));
  hopper::TileShape const& t = hopper::tile_shapes[shape];
  TileCosts const& cost = costs.tiles[shape];
  auto const number = [](Index i) { return static_cast<double>(i); };
  auto const kept = [&](double bytes) { return bytes / (bytes + costs.cache_bytes); };
  double const bytes_each = bytes_of(p.element), M = number(p.M), N = number(p.N), K = number(p.K),
               batches = number(p.batches), lines = t.M * t.cluster;
  Index const parts = tiles_over(p.K, Index{hopper::swizzle_bytes} / bytes_of(p.element));
  double const high = number(tiles_over(p.M, Index{t.M} * t.cluster)),
               columns = number(tiles_over(p.N, Index{t.N})),
               items = high * columns * batches * number(splits), clusters = t.clusters_on(processors),
               steps = number(tiles_over(parts, splits));

  // Each round but the last has work for all processors.
  double const full = std::floor(items / clusters), last = (items - full * clusters) / clusters,
               rounds = full + (last > 0);
  double const counted[] = {1, costs.odd_row, costs.split_sector};
  double const rows =
      (std::min(M, lines) * counted[p.a_lines - 1] + std::min(N, double(t.N)) * counted[p.b_lines - 1]) /
      t.cluster;
  auto const step = [&](double at_work) {
    return std::max({cost.step_alone + at_work * (cost.step - cost.step_alone),
                     at_work * clusters * t.cluster * rows / costs.cache_lines,
                     std::max(1.0, at_work * t.blocks) * rows / costs.processor_lines});
  };
  double const filled = std::min(1.0, M / lines) * std::min(1.0, N / t.N);
  double const busy = cost.first * (costs.empty + (1 - costs.empty) * filled) +
                      cost.later * (costs.empty_later + (1 - costs.empty_later) * filled) * (rounds - 1) +
                      steps * (full * step(1) + (last > 0 ? step(last) : 0));

  // Operands that several tiles read come from memory more than once, as far as the cache does not keep them.
  double const a = bytes_each * M * K, b = bytes_each * N * K, lost = kept(a + b),
               band = std::min(high, double(t.band)),
               abreast = std::min(columns, std::max(1.0, clusters / band));
  double const a_again =
      std::min(columns - 1, 1.0) * costs.again_a * lost + (std::ceil(columns / abreast) - 1) * kept(a);
  double const b_again =
      std::min(high - 1, 1.0) * costs.again_b * lost + (std::ceil(high / t.band) - 1) * kept(b);
  double const bytes =
      batches * (a * (1 + a_again) + b * (1 + b_again) + bytes_of(result_of(p.element)) * M * N);
  double const unused = rounds * clusters / items,
               idle = items < clusters ? std::clamp(unused / t.blocks - 1, 0.0, 0.5) : unused - 1;
  double const moving = costs.first_bytes + bytes / costs.memory_bytes * (1 + costs.idle * idle);

  double const at_work = std::min(1.0, items / clusters);
  double const whole = costs.launch + costs.crowded * at_work * at_work +
                       (t.cluster > 1 ? costs.cluster : 0) + std::sqrt(busy * busy + moving * moving);
  if (splits == 1) return whole;
  double const sums = batches * number(tiles_over(p.M, Index{16}) * 16 * (tiles_over(p.N, Index{8}) * 8));
  return whole + costs.second_launch + number(splits) * (costs.split + sums * 4 / costs.partial_bytes);
}

/// The tile and the splits that take least, among those whose plan is not refused and of which no split is idle. Sizes
/// are at least 1. Where every plan would be, the first tile that takes the operands, and it is not `found`.
inline hopper::Choice choose(hopper::ProductSize const& p, int processors, Costs const& costs) {
  hopper::Choice best;
  while (best.shape + 1 < hopper::tile_shape_count &&
         !takes(hopper::tile_shapes[best.shape], p.element, p.b, p.gated))
    ++best.shape;
  Index const parts = tiles_over(p.K, Index{hopper::swizzle_bytes / bytes_of(p.element)}),
              most = std::min(parts, hopper::detail::most_splits);
  for (int shape = 0; shape < hopper::tile_shape_count; ++shape) {
    hopper::TileShape const& t = hopper::tile_shapes[shape];
    if (processors < t.cluster) continue;
    auto const consider = [&](Index splits) {
      auto const lacks = lacking(p, shape, splits, processors);
      if (lacks == hopper::Lacking::nothing)
        best = better(best, {shape, splits, predicted(p, shape, splits, processors, costs)}, lacks);
    };
    if (p.splits != 0) {
      consider(p.splits);
      continue;
    }
    // Numbers that fill 1, 2, 3 or 4 rounds, and small ones.
    for (Index splits = 1; splits <= std::min(most, Index{8}); ++splits) consider(splits);
    Index const tiles = tiles_over(p.M, Index{t.M} * t.cluster) * tiles_over(p.N, Index{t.N}) * p.batches;
    for (Index rounds = 1; rounds <= 4; ++rounds) {
      Index const splits = t.clusters_on(processors) * rounds / tiles;
      if (splits > 8) consider(std::min(splits, most));
    }
  }
  return best;
}

}  // namespace colex::gpu::c
