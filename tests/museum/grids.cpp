// SPDX-License-Identifier: MIT
// Maps from blocks to tiles (O1), and an epilogue that forgets one (O9).
#include <algorithm>

#include "judges.hpp"

namespace colex::gpu::museum {
namespace {

struct Tile {
  int x, y;
};

/// Groups of `width` tile rows; the last group may have fewer.
Tile grouped(int block, int gx, int gy, int width, bool clipped) {
  int const per_group = width * gx, group = block / per_group, first = group * width;
  int const rows = clipped ? std::min(gy - first, width) : width;
  return {block % per_group / rows, first + block % per_group % rows};
}

/// Blocks go round robin to 8 chiplets; each chiplet shall take neighbours.
int chiplet(int block, int blocks, bool repaired) {
  int const x = block % 8, i = block / 8, q = blocks / 8, r = blocks % 8;
  return repaired ? x * q + std::min(x, r) + i : x * q + i;
}

/// HipKittens' order in windows of 4 tile rows; `rows` should be the number of tile rows.
Tile windowed(int block, int gx, int rows) {
  int const per_group = 4 * gx, group = block / per_group, first = group * 4,
            height = std::min(rows - first, 4);
  if (height <= 0) return {-1, block};
  return {block % per_group / height, first + block % per_group % height};
}

/// Blocks compute a tile by the remapped number and store it where an epilogue says. Tile t holds the value
/// t.
Verdict judge_epilogue(bool repaired) {
  constexpr int tiles = 24;
  Buffer<int> out("C", tiles);
  auto const kernel = +[](GlobalView<int> c, bool maps) {
    int const block = static_cast<int>(blockIdx.x), tile = block % 8 * 3 + block / 8;
    store(c, Index{maps ? tile : block}, Vec<int, 1>{{tile}});
  };
  auto const report = launch({.grid = {tiles}, .block = {1}}, kernel, out.view(), repaired);
  if (auto const found = judge_run(report)) return found;
  for (Index t = 0; t < tiles; ++t)
    if (out.at(t) != t)
      return Violation{"O9", fmt::format("tile {} of C receives the product of tile {}", t, out.at(t))};
  return {};
}

}  // namespace

std::vector<Exhibit> grid_exhibits() {
  return {
      {"group_width_divides",
       "a grid swizzle takes its groups to be 8 tiles high; wrong C or a page fault at 1152, "
       "1280, 1536, ...",
       "FlyDSL#979", "the map, all grids to 24 x 24", "O1",
       [](bool repaired) {
         return judge_grid(24, [=](int b, int gx, int gy) { return grouped(b, gx, gy, 8, repaired); });
       }},
      {"chiplets_divide", "the remap for 8 chiplets drops the remainder of blocks / 8", "FlyDSL#782",
       "the map, all grids to 24 x 24", "O1",
       [](bool repaired) {
         return judge_grid(24, [=](int b, int gx, int gy) {
           int const tile = chiplet(b, gx * gy, repaired);
           return Tile{tile % gx, tile / gx};
         });
       }},
      {"rows_for_columns", "the M tile count is used for both dimensions of the grid",
       "HipKittens, mi325x 256_256_64_16", "the map, all grids to 40 x 40", "O1",
       [](bool repaired) {
         return judge_grid(40, [=](int b, int gx, int gy) { return windowed(b, repaired ? gx : gy, gy); });
       }},
      {"epilogue_without_remap", "blocks compute the remapped tile and store to the tile of their own number",
       "FlyDSL#782", "a kernel of 24 blocks on the host platform", "O9", judge_epilogue},
  };
}

}  // namespace colex::gpu::museum
