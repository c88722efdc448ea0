// SPDX-License-Identifier: MIT
// Tiled copies, made by the algebra.
#include <fmt/format.h>

#include <set>

#include "colex/colex.hpp"
#include "operations/call.hpp"
#include "questions/atoms.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

constexpr Int kMaxTile = Int{1} << 20;

Layout<Int> line(Int extent, Int stride) { return leaf(Mode<Int>{extent, stride}); }

}  // namespace

TiledCopy tiled_copy(Layout<Int> const& threads, Layout<Int> const& values) {
  if (size(threads) > kMaxTile || size(values) > kMaxTile / size(threads))
    throw InputError(fmt::format("tiled_copy: a tile has at most {} elements", kMaxTile));
  auto const raked = accept(raked_product(threads, values));
  if (rank(raked) == 0) throw InputError("tiled_copy: neither the threads nor the values have a mode");
  auto const back = accept(right_inverse(raked));
  TiledCopy r;
  r.threads = size(threads), r.values = size(values);
  r.rows = size(entry(raked, 0)), r.columns = size(raked) / r.rows;
  if (auto const why = bijective(raked, size(raked)); why.condition != Condition::none)
    throw Failure("bijective", "bijective: the threads and values do not cover a tile once: " +
                                   std::string(sentence(why)));
  r.tv = accept(composition(back, join(line(r.threads, 1), line(r.values, r.threads))));
  return r;
}

namespace {

/// Whether an access that goes from place `first` of a tile to place `at` along one mode does so alike in every
/// tile: whole inside or outside the tensor, the same step, and as aligned to `width` elements as in the first.
bool alike(Layout<Int> const& mode, Int tile, Int first, Int at, Int width) {
  Int const extent = size(mode);
  for (Int start = 0; start < extent; start += tile) {
    if ((start + first < extent) != (start + at < extent)) return false;
    if (start + first >= extent) continue;
    Int const from = evaluate(mode, start + first), was = evaluate(mode, first);
    if ((from - was) % width != 0 || evaluate(mode, start + at) - from != evaluate(mode, at) - was)
      return false;
  }
  return true;
}

/// Whether every thread can move its values in pieces of `width` elements.
bool moves(TiledCopy const& copy, Layout<Int> const (&modes)[2], Int width) {
  Int const tile[] = {copy.rows, copy.columns};
  std::set<std::pair<Int, Int>> steps[2];
  for (Int t = 0; t < copy.threads; ++t)
    for (Int v = 0; v < copy.values; ++v) {
      Int const first = evaluate(copy.tv, t + copy.threads * (v / width * width)),
                last = evaluate(copy.tv, t + copy.threads * v);
      Int const from[] = {first % copy.rows, first / copy.rows}, at[] = {last % copy.rows, last / copy.rows};
      Int begin = 0, end = 0;
      bool inside = true;
      for (int k = 0; k < 2; ++k) {
        steps[k].emplace(from[k], at[k]);
        inside = inside && from[k] < size(modes[k]) && at[k] < size(modes[k]);
        if (inside) begin += evaluate(modes[k], from[k]), end += evaluate(modes[k], at[k]);
      }
      if (inside && (begin % width != 0 || end - begin != v % width)) return false;
    }
  for (int k = 0; k < 2; ++k)
    for (auto const& [first, at] : steps[k])
      if (!alike(modes[k], tile[k], first, at, width)) return false;
  return true;
}

}  // namespace

CopyPartition partition(TiledCopy const& copy, Layout<Int> const& tensor, int element) {
  if (rank(tensor) != 2) throw InputError("tiled_copy: the tensor has two modes");
  Layout<Int> const modes[] = {entry(tensor, 0), entry(tensor, 1)};
  Int const tile[] = {copy.rows, copy.columns};
  CopyPartition r;
  for (int k = 0; k < 2; ++k) {
    Int const extent = size(modes[k]);
    if (extent > kMaxTile)
      throw InputError(fmt::format("tiled_copy: a mode of the tensor has at most {} points", kMaxTile));
    r.tiles[k] = (extent + tile[k] - 1) / tile[k];
    r.inside[k] = extent - (r.tiles[k] - 1) * tile[k];
  }
  for (Int width = 2; width * element <= 16 && copy.values % width == 0 && moves(copy, modes, width);
       width *= 2)
    r.width = width;
  return r;
}

}  // namespace colex::cli
