// SPDX-License-Identifier: MIT
// How a tiled copy goes over a tensor: tiles, what of the last one lies inside, and how wide an access of a thread may be.
#include <fmt/format.h>

#include <set>

#include "colex/colex.hpp"
#include "maps/by_value.hpp"
#include "maps/index_map.hpp"
#include "questions/movers.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

constexpr Int kMaxMode = Int{1} << 20, kMaxSearch = Int{1} << 18;

/// Where element (i,j) of a tensor lies. One mode is a column.
struct TensorPlaces {
  Int extent[2]{1, 1};
  bool by_mode = false;  ///< the offset is a sum over the modes
  Layout<Int> modes[2]{};
  std::vector<Int> offsets{};  ///< otherwise, column-major

  TensorPlaces(TiledCopy const& copy, Value const& tensor) {
    auto const* const map = std::get_if<Mapped>(&tensor);
    if (map == nullptr && !fits(Kind::swizzled, tensor))
      throw InputError("tensor: expected layout, not " + what_is(tensor));
    AnyLayout const layout = map == nullptr
                                 ? as_any(tensor)
                                 : any(make_layout((*map)->shape, compact_col_major((*map)->shape)).value);
    int const modes_there = layout.inner.profile.is_leaf({}) ? 1 : rank(layout.inner);
    if (modes_there > 2 || (modes_there == 1 && copy.columns > 1))
      throw InputError("tiled_copy: the tensor has two modes, or one where the tile is a column");
    for (int k = 0; k < modes_there; ++k) {
      modes[k] = modes_there == 1 && layout.inner.profile.is_leaf({}) ? layout.inner : entry(layout.inner, k);
      extent[k] = size(modes[k]);
      if (extent[k] > kMaxMode)
        throw InputError(fmt::format("tiled_copy: a mode of the tensor has at most {} points", kMaxMode));
    }
    if (modes_there == 1) modes[1] = leaf(Mode<Int>{1, 0});
    by_mode = map == nullptr && layout.outer.is_identity() && layout.offset == 0;
    if (by_mode) return;
    if (extent[0] > kMaxMode / extent[1])
      throw InputError(
          fmt::format("tiled_copy: a tensor that is no plain layout has at most {} points", kMaxMode));
    offsets = offsets_of(tensor).values;
  }
  Int operator()(Int i, Int j) const {
    return by_mode ? evaluate(modes[0], i) + evaluate(modes[1], j)
                   : offsets[static_cast<std::size_t>(i + extent[0] * j)];
  }
};

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

/// The first value of a tile that an access of `width` elements would take from elsewhere; `steps` counts the values that were looked at.
std::optional<Misfit> misfit_in_tile(TiledCopy const& copy, TensorPlaces const& at, Int row, Int column,
                                     Int width, Int& steps) {
  for (Int t = 0; t < copy.threads; ++t) {
    Int begin = -1;
    bool inside = true;
    for (Int v = 0; v < copy.values; ++v, ++steps) {
      Int const element = evaluate(copy.tv, t + copy.threads * v), i = row + element % copy.rows,
                j = column + element / copy.rows;
      bool const here = i < at.extent[0] && j < at.extent[1];
      Int const offset = here ? at(i, j) : -1;
      if (v % width == 0) {
        begin = offset, inside = here;
        if (here && begin % width != 0)
          return Misfit{"aligned",
                        fmt::format("{} elements are taken from a multiple of {} on", width, width), t, v,
                        offset};
      } else if (here != inside) {
        return Misfit{"outside",
                      fmt::format("({},{}) lies {} the tensor, and the first of its {} elements does not", i,
                                  j, here ? "inside" : "outside", width),
                      t, v, offset};
      } else if (here && offset != begin + v % width) {
        return Misfit{"contiguous",
                      fmt::format("{} consecutive elements are taken from {} on, and this one is not at {}",
                                  width, begin, begin + v % width),
                      t, v, offset};
      }
    }
  }
  return std::nullopt;
}

/// The first misfit of all tiles, or where the modes add up of those along either mode: others are like them.
std::optional<Misfit> misfit(TiledCopy const& copy, TensorPlaces const& at, Int width) {
  Int steps = 0;
  for (Int column = 0; column < at.extent[1]; column += copy.columns)
    for (Int row = 0; row < at.extent[0]; row += copy.rows) {
      if (at.by_mode && row > 0 && column > 0) break;
      if (auto found = misfit_in_tile(copy, at, row, column, width, steps)) return found;
      if (at.by_mode && steps > kMaxSearch) return Misfit{"apart", "in a later tile", -1, -1, -1};
    }
  return std::nullopt;
}

bool can_move(TiledCopy const& copy, TensorPlaces const& at, Int width) {
  return copy.values % width == 0 && (at.by_mode ? moves(copy, at.modes, width) : !misfit(copy, at, width));
}

}  // namespace

CopyPartition partition(TiledCopy const& copy, Value const& tensor, int element) {
  if (element != 1 && element != 2 && element != 4 && element != 8 && element != 16)
    throw InputError("element: 1, 2, 4, 8 or 16 bytes");
  TensorPlaces const at(copy, tensor);
  Int const tile[] = {copy.rows, copy.columns};
  CopyPartition r;
  for (int k = 0; k < 2; ++k) {
    r.tiles[k] = (at.extent[k] + tile[k] - 1) / tile[k];
    r.inside[k] = at.extent[k] - (r.tiles[k] - 1) * tile[k];
  }
  while (2 * r.width * element <= 16 && can_move(copy, at, 2 * r.width)) r.width *= 2;
  Int const next = 2 * r.width;
  if (next * element > 16) return r;
  auto const why =
      copy.values % next == 0
          ? misfit(copy, at, next)
          : Misfit{"width", fmt::format("a thread has {} values, no multiple of {}", copy.values, next), -1,
                   -1, -1};
  r.narrow = fmt::format("not {} elements ({} bytes): {}", next, next * element,
                         why ? sentence(*why) : "in a later tile");
  return r;
}

}  // namespace colex::cli
