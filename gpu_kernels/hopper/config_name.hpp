// SPDX-License-Identifier: MIT
// The name of a config of the Hopper GEMM, which certificates and the gate know it by.
//
//   config_name<GemmConfig<Element::bf16, Major::k, Major::line, small>>() == "hopper_bf16_kn_small"
//   config_name<GemmConfig<Element::f16, Major::k, Major::k, large, true>>() == "hopper_f16_kk_gated_large"
#pragma once

#include <string>

#include "hopper/gemm_config.hpp"

namespace colex::gpu::hopper {

/// The tile of so many rows and columns, by clusters of so many blocks; those of a config that is not shipped may be any.
constexpr char const* name_of_tile(int M, int N, int cluster) {
  for (int i = 0; i < tile_shape_count; ++i)
    if (tile_shapes[i].M == M && tile_shapes[i].N == N && tile_shapes[i].cluster == cluster)
      return tile_names[i];
  return "other";
}

/// Element, contiguous index of A (k or m) and of B (k or n), whether it is gated, tile.
template <class Config>
struct ConfigName {
  char text[32]{};
  constexpr ConfigName() {
    int at = 0;
    for (char const* part : {"hopper_", name_of(Config::element), Config::A::major == Major::k ? "_k" : "_m",
                             Config::B::major == Major::k ? "k_" : "n_", Config::gated ? "gated_" : "",
                             name_of_tile(Config::M, Config::N, Config::cluster)})
      while (*part != 0) text[at++] = *part++;
  }
};
template <class Config>
inline constexpr ConfigName<Config> config_label{};
/// The same as text.
template <class Config>
std::string config_name() {
  return config_label<Config>.text;
}

}  // namespace colex::gpu::hopper
