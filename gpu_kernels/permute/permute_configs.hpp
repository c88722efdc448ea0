// SPDX-License-Identifier: MIT
// The shipped configs of the permute kernel. A config names the element, the rank, the tile, the run that one
// wide access moves, the threads of a block, and two swizzles (of element offsets) of the tile in shared
// memory: one for wide accesses, one for single elements.
//
//   TransposeF32: tiles of 64 x 64 floats; a thread loads 4 rows of 4, turns them, stores 4 columns of 4.
//
// A tile that the threads do not cover, or that has a bank conflict under a model, does not compile.
#pragma once

#include <tuple>

#include "permute/permute_index.hpp"
#include "permute/permute_layouts.hpp"
#include "tiles/bank_model.hpp"

namespace colex::gpu {

struct TransposeF32 {
  static constexpr char const* name = "transpose_f32";
  using element = float;
  static constexpr int rank = 2, tile_x = 64, tile_y = 64, vector = 4, threads = 256;
  static constexpr Swizzle swizzle{3, 2, 6}, narrow_swizzle{5, 0, 6};
};

struct TransposeBf16 {
  static constexpr char const* name = "transpose_bf16";
  using element = Bf16;
  static constexpr int rank = 2, tile_x = 128, tile_y = 128, vector = 8, threads = 256;
  static constexpr Swizzle swizzle{3, 3, 7}, narrow_swizzle{5, 1, 6};
};

/// Accesses of 8 bytes: a square of 16 x 16 bytes would take hundreds of registers.
struct TransposeI8 {
  static constexpr char const* name = "transpose_i8";
  using element = std::int8_t;
  static constexpr int rank = 2, tile_x = 128, tile_y = 128, vector = 8, threads = 256;
  static constexpr Swizzle swizzle{4, 3, 7}, narrow_swizzle{5, 2, 5};
};

/// Any order of three modes, or a batch of transposes.
struct Permute3F32 : TransposeF32 {
  static constexpr char const* name = "permute3_f32";
  static constexpr int rank = 3;
};

using PermuteConfigs = std::tuple<TransposeF32, TransposeBf16, TransposeI8, Permute3F32>;

/// How a config moves tiles at the edge of an array, or with strides that forbid wide accesses: single
/// elements. Consecutive lanes take consecutive ones, on both sides.
template <class Config>
struct Narrow : Config {
  static constexpr int vector = 1;
  static constexpr Swizzle swizzle = Config::narrow_swizzle;
};

template <class Config>
inline constexpr int tile_elements = Config::tile_x* Config::tile_y;
/// Squares that a thread loads, and runs that it stores.
template <class Config>
inline constexpr int squares_per_thread = tile_elements<Config> /
                                          (Config::vector * Config::vector * Config::threads);
template <class Config>
inline constexpr int runs_per_thread = tile_elements<Config> / (Config::vector * Config::threads);

/// The worst conflict degree of the stores of squares to the tile, over all waves and steps of a block.
constexpr int store_degree(PermutePath const& path, BankModel const& model) {
  int const V = path.tile.vector, bytes = path.element_bytes;
  auto const kept = path.kept();
  int worst = 1;
  for (Index first = 0; first < path.elements() / (V * V); first += model.wave)
    for (int i = 0; i < V; ++i) {
      auto const cost = conflicts(model, Direction::store, V * bytes, [&](int lane) {
        return evaluate(kept, evaluate(path.layouts.squares, first + lane) + i) * bytes;
      });
      if (cost.degree > worst) worst = cost.degree;
    }
  return worst;
}

/// Likewise, the loads of runs from it.
constexpr int load_degree(PermutePath const& path, BankModel const& model) {
  int const V = path.tile.vector, bytes = path.element_bytes;
  auto const kept = path.kept();
  int worst = 1;
  for (Index first = 0; first < path.elements() / V; first += model.wave) {
    auto const cost = conflicts(model, Direction::load, V * bytes, [&](int lane) {
      return evaluate(kept, evaluate(path.layouts.runs, first + lane)) * bytes;
    });
    if (cost.degree > worst) worst = cost.degree;
  }
  return worst;
}

/// The conditions that a config decides alone; one that fails does not compile. `exhaustively`, also those
/// that go over all lanes and elements, which a certificate has decided (O5, O7) and which take a
/// compiler seconds. Threads that do not share a tile evenly have no layouts: that does not compile.
template <class Config, bool exhaustively>
constexpr bool check_permute_path() {
  constexpr int V = Config::vector;
  static_assert(Config::tile_x % V == 0 && Config::tile_y % V == 0, "runs divide the tile");
  static_assert(tile_elements<Config> % (V * V * Config::threads) == 0,
                "the threads share the squares evenly");
  static_assert(admissible(Config::swizzle).condition == Condition::none, "no swizzle");
#if !defined(__clang__) && !defined(__CUDACC__)  // these limit constant evaluation to fewer steps
  if constexpr (exhaustively) {
    constexpr PermutePath path = permute_path<Config>;
    static_assert((Index{1} << path.swizzle.base) % V == 0, "the swizzle takes a run apart");
    static_assert(*extent(path.kept()) == path.elements(), "the swizzle leaves the tile");
    static_assert(store_degree(path, gfx942) == 1 && load_degree(path, gfx942) == 1, "bank conflict, gfx942");
    static_assert(store_degree(path, gfx950) == 1 && load_degree(path, gfx950) == 1, "bank conflict, gfx950");
    static_assert(store_degree(path, sm90) == 1 && load_degree(path, sm90) == 1, "bank conflict, sm90");
  }
#endif
  return true;
}
template <class Config, bool exhaustively = true>
constexpr bool check_permute_config() {
  static_assert(Config::rank >= 2 && Config::threads <= 1024 && Config::threads % most_lanes == 0);
  return check_permute_path<Config, exhaustively>() && check_permute_path<Narrow<Config>, exhaustively>();
}

}  // namespace colex::gpu
