// SPDX-License-Identifier: MIT
// What a certificate of the permute kernel claims. What speaks of extents and strides is proved on the index
// functions that the kernel runs, with all of them symbolic. What speaks of one tile is a finite matter of
// the config: it is decided by going over every thread, lane and element, which is exact.
//
// The numbers O1 to O9 are those of docs/04_kernels.md.
#pragma once

#include "certificate/obligation.hpp"
#include "permute/permute_configs.hpp"

namespace colex::gpu {

/// All of a config that enters what is proved.
struct PermuteTile {
  int rank, x, y, vector;
};
std::vector<Obligation> permute_obligations(PermuteTile const& tile);

/// What the kernel's functions say of a config, wide or narrow: asked at run time, for compilers would spend
/// minutes on the constants.
struct PermutePath {
  bool (*threads_cover_the_tile)();
  bool (*tile_is_sound)();
  int (*store_degree)(BankModel const& model);
  int (*load_degree)(BankModel const& model);
};
template <class Config>
constexpr PermutePath permute_path() {
  return {&threads_cover_the_tile<Config>, &tile_is_sound<Config>, &store_degree<Config>,
          &load_degree<Config>};
}

template <class Config>
bool runs_start_at_multiples() {
  for (int i = 0; i < squares_per_thread<Config> * Config::threads; ++i) {
    Spot const s = square_place<Config::tile_x, Config::vector>(i);
    if (s.x % Config::vector != 0 || s.y % Config::vector != 0) return false;
  }
  for (int i = 0; i < runs_per_thread<Config> * Config::threads; ++i)
    if (run_place<Config::tile_y, Config::vector>(i).y % Config::vector != 0) return false;
  return true;
}

/// All of a config that enters what is enumerated.
struct PermutePlaces {
  PermutePath wide, narrow;
  bool (*runs_start_at_multiples)();
};
template <class Config>
constexpr PermutePlaces permute_places() {
  return {permute_path<Config>(), permute_path<Narrow<Config>>(), &runs_start_at_multiples<Config>};
}
std::vector<FiniteObligation> permute_finite_obligations(PermutePlaces const& places);

}  // namespace colex::gpu
