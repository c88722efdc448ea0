// SPDX-License-Identifier: MIT
// Preshuffled B: the matrix in the order in which the lanes of a GEMM's matrix instructions read it, so that
// a wave reads its fragments from global memory by consecutive accesses of 16 bytes, and shared memory is
// left to A. B is cut into the GEMM's tiles, ragged ones padded with zeros; a tile is a run of memory, tiles
// along K follow each other. preshuffle.hpp writes it, gemm_kernel.hpp reads it.
//
// ShuffledTile<GemmMfmaBf16Shuffled>, 128 x 32: lane 0 of wave 0 holds column 0, k = 0..7 first: places 0..7;
// lane 1 column 1: places 8..15; lane 16 column 0, k = 8..15: places 128..135.
#pragma once

#include "colex/equal.hpp"
#include "colex/filter.hpp"
#include "colex/inverse.hpp"
#include "gemm/gemm_index.hpp"
#include "tiles/tiled_copy.hpp"
#include "tiles/tiled_mma.hpp"

namespace colex::gpu {

/// Whether the config's B is preshuffled: it then has `static constexpr bool b_shuffled = true`.
template <class Config>
inline constexpr bool b_is_shuffled = requires {
  requires Config::b_shuffled;
};

namespace detail {

/// The values of a thread in runs of `run`, and the runs.
constexpr Layout<Index> in_runs(Layout<Index> const& values, Index run) {
  return *composition(values, join(line(run, 1), line(size(values) / run, run)));
}

/// The order of a tile: place in memory -> row + rows * column, from the thread-value layout of those who
/// read. A run of each thread is followed by the same run of the next thread, and these by the next run of
/// all; threads that hold the same elements count once.
constexpr Layout<Index> reading_order(Layout<Index> const& tv, Index run) {
  auto const runs = in_runs(entry(tv, 1), run);
  auto const threads = filter(entry(tv, 0));
  if (rank(tv) == 2) return join(entry(runs, 0), threads, entry(runs, 1));
  return join(entry(runs, 0), threads, entry(runs, 1), entry(tv, 2));
}

}  // namespace detail

/// A tile of preshuffled B. `shared` is what tiled copies call a tile's layout in memory.
template <class Config>
struct ShuffledTile {
  using element = typename Config::atom::B;
  using Tv = typename TiledMma<Config>::B;
  static constexpr int rows = TiledMma<Config>::tile_n, columns = TiledMma<Config>::tile_k;
  static constexpr Index elements = Index{rows} * columns;
  static constexpr int values = static_cast<int>(size(entry(Tv::layout, 1)));
  static constexpr int most = widest_access_bytes / static_cast<int>(sizeof(element));
  static constexpr int run = values < most ? values : most;

  struct Order {
    static constexpr Layout<Index> layout = detail::reading_order(Tv::layout, run);
  };
  static constexpr Layout<Index> shared = *right_inverse_of_modes(Order::layout);
  static constexpr Swizzle swizzle{};
};

/// The elements of one preshuffled matrix.
template <class Config>
constexpr Index shuffled_elements(Index N, Index K) {
  using Tile = ShuffledTile<Config>;
  return tiles_over(N, Index{Tile::rows}) * tiles_over(K, Index{Tile::columns}) * Tile::elements;
}

/// What must hold of a preshuffled tile: each element has one place, the places are those of the order, and
/// what a thread reads there is its fragment, by whole accesses.
template <class Config>
constexpr bool check_shuffled() {
  using Tile = ShuffledTile<Config>;
  using Tv = typename Tile::Tv;
  static_assert(bijective(Tile::Order::layout, Tile::elements).condition == Condition::none,
                "the order does not have each element of the tile once");
  static_assert(size(Tile::shared) == Tile::elements, "an element of the tile has no place");
  constexpr auto back = *composition(Tile::Order::layout, Tile::shared);
  static_assert(equal(back, line(Tile::elements, 1)).equal, "the places are not those of the order");
  constexpr auto read = *composition(Tile::Order::layout, *composition(Tile::shared, Tv::layout));
  static_assert(equal(read, Tv::layout).equal, "a thread does not read its fragment");
  static_assert(SharedPart<Tile, Tv>::width == Tile::run, "a thread does not read by whole accesses");
  return true;
}

}  // namespace colex::gpu
