// SPDX-License-Identifier: MIT
// Which configs the device of a call has code for: AMD's library carries code for several targets, and not every target has
// every config.
//
//   missing_here<GemmMfmaBf16Direct>()      "", or "gemm_mfma_bf16_bf16_direct has code for gfx950, and the device is gfx942"
#pragma once

#include <string>

#include "gemm/gemm_index.hpp"

namespace colex::gpu::c {

#if !defined(COLEX_HOST_PLATFORM) && !defined(__CUDACC__)
/// The target of the thread's current device, as HIP's runtime names it, without features: "gfx942"; words where it names none. Fails
/// where there is no device.
std::string device_target();
#endif

/// Why the device cannot run the config; empty where it can. The host platform runs all.
template <class Config>
std::string missing_here() {
#if !defined(COLEX_HOST_PLATFORM) && !defined(__CUDACC__)
  if constexpr (is_direct<Config>) {
    auto const target = device_target();
    if (target != "gfx950")
      return std::string(Config::name) + " has code for gfx950, and the device is " + target;
  }
#endif
  return {};
}

}  // namespace colex::gpu::c
