// SPDX-License-Identifier: MIT
// Which configs the device of a call has code for: a library carries code for several targets, and not every target has every config.
//
//   missing_here<GemmMfmaBf16Direct>()      "", or "gemm_mfma_bf16_bf16_direct has code for gfx950, and the device is gfx942"
//   missing_here<GemmMmaSyncE4M3>()         "", or "gemm_mma_sync_e4m3_f32 has code from compute capability 8.9 on, and the device has 8.0"
#pragma once

#include <string>

#include "atoms/mma_sync.hpp"
#include "gemm/gemm_index.hpp"

namespace colex::gpu::c {

#if defined(__CUDACC__)
/// The compute capability of the thread's current device, times ten; 0 where there is no device.
int device_capability();

/// The first compute capability that has a config's instructions, times ten.
template <class Config>
constexpr int first_capability_of() {
  if constexpr (requires { typename Config::atom; }) {
    if constexpr (requires { MmaSyncFormOf<typename Config::atom>::ptx; })
      return first_capability<typename Config::atom>();
  }
  return 80;
}
#elif !defined(COLEX_HOST_PLATFORM)
/// The target of the thread's current device, as HIP's runtime names it, without features: "gfx942"; words where it names none. Fails
/// where there is no device.
std::string device_target();
#endif

/// Why the device cannot run the config; empty where it can. The host platform runs all.
template <class Config>
std::string missing_here() {
#if defined(__CUDACC__)
  constexpr int first = first_capability_of<Config>();
  auto const text = [](int capability) {
    return std::to_string(capability / 10) + "." + std::to_string(capability % 10);
  };
  if (int const here = device_capability(); here != 0 && here < first)
    return std::string(Config::name) + " has code from compute capability " + text(first) +
           " on, and the device has " + text(here);
#elif !defined(COLEX_HOST_PLATFORM)
  if constexpr (is_direct<Config>) {
    auto const target = device_target();
    if (target != "gfx950")
      return std::string(Config::name) + " has code for gfx950, and the device is " + target;
  }
#endif
  return {};
}

}  // namespace colex::gpu::c
