// SPDX-License-Identifier: MIT
// The name of a config of the Hopper GEMM, which certificates and the gate know it by.
//
//   config_name<GemmConfig<Element::bf16, Major::k, Major::line, tile_64x128>>() == "hopper_bf16_kn_64x128"
//   config_name<GemmConfig<Element::f16, Major::k, Major::k, tile_128x256c2, true>>() == "hopper_f16_kk_gated_128x256c2"
#pragma once

#include <string>

#include "hopper/gemm_config.hpp"

namespace colex::gpu::hopper {

/// Element, contiguous index of A (k or m) and of B (k or n), whether it is gated, tile.
template <class Config>
struct ConfigName {
  char text[40]{};
  constexpr ConfigName() {
    int at = 0;
    TileName const tile(Config::tile);
    for (char const* part :
         {"hopper_", name_of(Config::element), Config::A::major == Major::k ? "_k" : "_m",
          Config::B::major == Major::k ? "k_" : "n_", Config::gated ? "gated_" : "", tile.text})
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
