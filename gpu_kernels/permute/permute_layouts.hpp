// SPDX-License-Identifier: MIT
// The layouts of a permute: which thread loads which squares of a tile, where shared memory keeps an element, and which
// thread stores which runs. The kernel evaluates them, and certificates are about them.
//
//   permute_layouts({64, 64, 4, 256}).squares == ((16,16),(1,1)):((4,256),(0,0))      (thread, step)
//   permute_layouts({64, 64, 4, 256}).runs == ((16,16),(1,4)):((256,1),(0,16))
#pragma once

#include "colex/static/swizzle.hpp"
#include "tiles/dealt.hpp"

namespace colex::gpu {

/// The numbers of a config, wide or narrow, that its layouts are made of.
struct PermuteTileNumbers {
  int x, y, vector, threads;
};

struct PermuteLayouts {
  /// (thread, step) -> the first element x + X y of a square of V x V elements, consecutive threads along x; of a run of V
  /// elements along y, consecutive threads along y.
  Layout<Index> squares, runs;
  /// Element of the tile -> where shared memory keeps it, before the swizzle: y contiguous.
  Layout<Index> kept, x_of, y_of;
};

constexpr PermuteLayouts permute_layouts(PermuteTileNumbers const& t) {
  Index const X = t.x, Y = t.y, V = t.vector;
  auto const lanes = [&](Index pieces) { return pieces < t.threads ? pieces : Index{t.threads}; };
  Index const of_row = lanes(X / V), of_column = lanes(Y / V);
  return {deal(by_rows(X, Y), V, V, of_row, t.threads / of_row),
          deal(by_columns(X, Y), V, 1, of_column, t.threads / of_column), join(line(X, Y), line(Y, 1)),
          x_of(X, Y), y_of(X, Y)};
}

/// A config, wide or narrow, as numbers: all that enters what is decided of a tile.
struct PermutePath {
  PermuteTileNumbers tile;
  PermuteLayouts layouts;
  Swizzle swizzle;
  int element_bytes;

  constexpr int elements() const { return tile.x * tile.y; }
  /// Element x + X y of the tile -> where shared memory keeps it.
  constexpr ComposedLayout kept() const { return {swizzle, 0, layouts.kept}; }
};
template <class Path>
inline constexpr PermuteTileNumbers permute_tile = {Path::tile_x, Path::tile_y, Path::vector, Path::threads};
template <class Path>
inline constexpr PermutePath permute_path = {permute_tile<Path>, permute_layouts(permute_tile<Path>),
                                             Path::swizzle, sizeof(typename Path::element)};

/// The layouts of a config as its kernel asks for them.
template <class Path>
struct PermutePlaces {
  static constexpr PermuteLayouts layouts = permute_layouts(permute_tile<Path>);
  using Squares = Dealt<PermutePlaces, &PermuteLayouts::squares>;
  using Runs = Dealt<PermutePlaces, &PermuteLayouts::runs>;
  struct Kept {
    static constexpr Layout<Index> value = layouts.kept;
  };
  /// Where shared memory keeps element (x, y).
  static COLEX_HOST_DEVICE constexpr int at(int x, int y) {
    return swizzle<Path::swizzle.bits, Path::swizzle.base, Path::swizzle.shift>(StaticOf<Kept>{})(x, y);
  }
};

}  // namespace colex::gpu
