// SPDX-License-Identifier: MIT
// Which tile and how many splits of K the Hopper GEMM takes for a product: those that a cost model says take
// least. The model counts rounds of items on the device's processors, the steps of an item, the lines that all
// blocks' boxes ask of the L2 cache, what must come from memory, and the second launch that adds up splits. Its
// constants were fitted to measured times: docs/06_performance.md. No H100 has timed the tiles from 64x64c2 on: these are an
// H200's, by the mean of the others' quotients; those of the last six are from an H200's in hopper_costs.inc.
//
//   choose({.M = 64, .N = 64, .K = 131072}, 132, h200_costs).splits == 128
#pragma once

#include <algorithm>
#include <string_view>

#include "hopper/gemm_plan.hpp"

namespace colex::gpu::hopper {

/// Microseconds on one device: a tile of tile_shapes for each round, and each of its steps of 128 bytes of K,
/// where one processor is at work and where all are.
struct TileCost {
  double tile, step_alone, step;
};
struct DeviceCosts {
  char const* device;                  ///< how its name begins
  double launch, second_launch;        ///< microseconds
  double memory_bytes, partial_bytes;  ///< per microsecond, from memory; of sums of splits, there and back
  double cache_lines;  ///< of 128 bytes, per microsecond, that the L2 cache gives to all processors
  double first_bytes;  ///< microseconds until the first come from memory, beside a launch
  double idle_part;    ///< of the time from memory, what idle processors take of theirs
  double meeting;  ///< what products and copies that take equally long add to each other's time, as a part
  TileCost tiles[tile_shape_count];
};
inline constexpr DeviceCosts h200_costs = {
    "NVIDIA H200",
    2.24,
    2.29,
    4.32e6,
    1.7e6,
    1.1e5,
    0.25,
    0.35,
    0.23,
    {{1.77, 0.59, 0.632},   {1.8, 0.324, 0.338},    {0.869, 0.163, 0.144}, {2.45, 0.282, 0.486},
     {0.31, 0.131, 0.166},  {0.232, 0.0806, 0.158}, {1.52, 0.266, 0.34},   {2.39, 0.585, 0.564},
     {0.744, 0.119, 0.159}, {0.666, 0.159, 0.135},  {0.215, 0.138, 0.137}, {0.521, 0.158, 0.159},
     {1.39, 0.458, 0.561},  {0.179, 0.137, 0.182},  {0.787, 0.134, 0.452}, {0.561, 0.166, 0.165},
     {0.986, 0.134, 0.165}, {1.65, 0.126, 0.282},   {1.34, 0.133, 0.19},   {2.27, 0.355, 0.454},
     {3.29, 0.491, 0.807}}};
inline constexpr DeviceCosts h100_costs = {
    "NVIDIA H100",
    2.21,
    2.29,
    2.9e6,
    1.34e6,
    8.8e4,
    1.15,
    0.35,
    0.152,
    {{2.68, 0.543, 0.616},  {1.65, 0.248, 0.317},  {0.93, 0.156, 0.147},  {2.69, 0.395, 0.486},
     {0.629, 0.13, 0.183},  {0.359, 0.139, 0.109}, {1.8, 0.269, 0.326},   {1.88, 0.47, 0.57},
     {0.591, 0.154, 0.144}, {0.978, 0.153, 0.157}, {0.256, 0.145, 0.132}, {0.618, 0.166, 0.154},
     {1.65, 0.481, 0.543},  {0.212, 0.143, 0.176}, {0.934, 0.141, 0.438}, {0.561, 0.166, 0.165},
     {0.986, 0.134, 0.165}, {1.65, 0.126, 0.282},  {1.34, 0.133, 0.19},   {2.27, 0.355, 0.454},
     {3.29, 0.491, 0.807}}};
inline constexpr DeviceCosts const* device_costs[] = {&h200_costs, &h100_costs};

/// The costs of a device by the beginning of its name; those of the first where none are known.
constexpr DeviceCosts const& costs_of(std::string_view device) {
  for (DeviceCosts const* costs : device_costs)
    if (device.starts_with(costs->device)) return *costs;
  return *device_costs[0];
}

/// What is to be chosen for. `splits`: how many, or 0 where the choice is free; then `workspace_elements`
/// limits it.
struct ProductSize {
  Index M, N, K, batches = 1;
  Element element = Element::bf16;
  Index splits = 1, workspace_elements = 0;
  Major b = Major::k;  ///< the order of B, which not every tile takes
  /// Lines of 128 bytes that the L2 cache gives for a row of a box, which has as many bytes, as lines_of_a_row() says.
  int a_lines = 1, b_lines = 1;
  Index groups = 0;  ///< M is the mean of as many as there are batches, of which `rows` are the rows together
  bool gated = false;  ///< N counts the columns of both operands
  Index rows = 0;      ///< of groups
};

inline constexpr int sector_bytes = 32;
/// Of an operand's pitch in elements: 2 where rows begin anywhere in lines, counted as 3 where they begin inside of sectors.
constexpr int lines_of_a_row(Index pitch, Element element) {
  Index const bytes = pitch * bytes_of(element);
  return bytes % swizzle_bytes == 0 ? 1 : bytes % sector_bytes == 0 ? 2 : 3;
}

/// Of a problem with K > 0. Of rows in groups it is that of as many batches as have rows, each with the mean number.
constexpr ProductSize product_size(GemmProblem const& p, Element element) {
  Index const batches = p.ends != nullptr && p.M < p.batches ? p.M : p.batches;
  return {p.ends == nullptr ? p.M : tiles_over(p.M, batches),
          p.is_gated() ? 2 * p.N : p.N,
          p.K,
          batches,
          element,
          p.splits,
          p.workspace_elements,
          p.b.major,
          lines_of_a_row(p.a.pitch, element),
          lines_of_a_row(p.b.pitch, element),
          p.ends == nullptr ? 0 : p.batches,
          p.is_gated(),
          p.M};
}

using Choice = ChoiceOf<int, Index, double>;

/// What a plan by tile_shapes[shape] with so many splits needs.
constexpr TileNeeds<Index> needs_of(ProductSize const& p, int shape, Index splits) {
  TileShape const& t = tile_shapes[shape];
  Index const lines = Index{t.M} * t.cluster, of_each = p.gated ? 2 : 1, columns = t.N / of_each;
  return needs_of(tiles_of(p.groups == 0 ? p.M : p.rows, p.N / of_each, p.batches, p.groups, lines, columns),
                  lines, columns, splits);
}

/// Whether a plan by tile_shapes[shape] with so many splits would be refused, and for what.
constexpr Lacking lacking(ProductSize const& p, int shape, Index splits, int processors) {
  TileShape const& t = tile_shapes[shape];
  if (processors < t.cluster || !takes(t, p.element, p.b, p.gated)) return Lacking::tile;
  return lacking(needs_of(p, shape, splits), splits, p.workspace_elements);
}

/// The rows of tiles of all batches, `lines` rows each. Of groups, whose ends the call does not know, it is the mean where
/// rows are dealt out at random: 1 / (1 - e^-x) of a group with lines / x rows in the mean, by its series.
constexpr Index rows_of_tiles(ProductSize const& p, Index lines) {
  if (p.groups == 0) return tiles_over(p.M, lines) * p.batches;
  double const x = static_cast<double>(lines) / static_cast<double>(p.M),
               each = x < 4 ? 1 / x + 0.5 + x / 12 : 1;
  return static_cast<Index>(each * static_cast<double>(p.batches) + 0.5);
}

/// What a tile and a number of splits take, by the model. Sizes are at least 1.
constexpr double predicted(ProductSize const& p, int shape, Index splits, int processors,
                           DeviceCosts const& costs) {
  TileShape const& t = tile_shapes[shape];
  int const bytes_each = bytes_of(p.element), result_bytes = bytes_of(result_of(p.element));
  auto const number = [](Index i) { return static_cast<double>(i); };
  Index const clusters = t.clusters_on(processors),
              parts = tiles_over(p.K, Index{swizzle_bytes / bytes_each});
  Index const row_tiles = rows_of_tiles(p, Index{t.M} * t.cluster),
              items = row_tiles * tiles_over(p.N, Index{t.N}) * splits;
  double const rounds = number(tiles_over(items, clusters));
  double const at_work = items < clusters ? number(items) / number(clusters) : 1;
  TileCost const& cost = costs.tiles[shape];
  double const rows = number((p.M < t.M ? p.M : Index{t.M}) * std::min(p.a_lines, 2) +
                             (p.N < t.N ? p.N : Index{t.N}) * std::min(p.b_lines, 2) / t.cluster);
  double const products = cost.step_alone + at_work * (cost.step - cost.step_alone),
               lines = at_work * number(clusters * t.cluster) * rows / costs.cache_lines;
  double const step = products > lines ? products : lines;
  double const busy = rounds * (cost.tile + number(tiles_over(parts, splits)) * step);
  // Where a group has several rows of tiles, every other one reads B from memory again: blocks of one lap drift apart.
  double const b_times = p.groups > 0 ? (1 + number(row_tiles) / number(p.batches)) / 2 : 1;
  double const bytes = number(p.batches) * (bytes_each * number(p.K) * (number(p.M) + b_times * number(p.N)) +
                                            result_bytes * number(p.M) * number(p.gated ? p.N / 2 : p.N));
  // Processors without an item take no part in reading; of few items it is their steps that count.
  double const unused = rounds * number(clusters) / number(items),
               idle = items < clusters ? std::clamp(unused / t.blocks - 1, 0.0, 0.5) : unused - 1;
  double const moving = costs.first_bytes + bytes / costs.memory_bytes * (1 + costs.idle_part * idle);
  double const longer = busy > moving ? busy : moving, shorter = busy > moving ? moving : busy,
               alike = shorter / longer;
  double const whole = costs.launch + longer + costs.meeting * alike * alike * alike * shorter;
  if (splits == 1) return whole;
  Index const kept = tiles_over(p.M, Index{16}) * 16 * (tiles_over(p.N, Index{8}) * 8);
  return whole + costs.second_launch + number(p.batches * splits) * number(kept) * 4 / costs.partial_bytes;
}

/// The tile and the splits that take least, among those whose plan is not refused and of which no split is idle. Sizes
/// are at least 1. Where every plan would be, the first tile that takes the operands, and it is not `found`.
constexpr Choice choose(ProductSize const& p, int processors, DeviceCosts const& costs = h200_costs) {
  Choice best;
  while (best.shape + 1 < tile_shape_count && !takes(tile_shapes[best.shape], p.element, p.b, p.gated))
    ++best.shape;
  Index const parts = tiles_over(p.K, Index{swizzle_bytes / bytes_of(p.element)});
  for (int shape = 0; shape < tile_shape_count; ++shape) {
    TileShape const& t = tile_shapes[shape];
    if (processors < t.cluster) continue;
    auto const consider = [&](Index splits) {
      best = better(best, {shape, splits, predicted(p, shape, splits, processors, costs)},
                    lacking(p, shape, splits, processors));
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
      Index const splits = t.clusters_on(processors) * rounds / tiles;
      if (splits > 8) consider(splits < most ? splits : most);
    }
  }
  return best;
}

}  // namespace colex::gpu::hopper
