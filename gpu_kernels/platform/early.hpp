// SPDX-License-Identifier: MIT
// Launches that may begin before those before them on the stream are over, where a platform has them; on AMD's they begin after.
//
//   begin_early();    before a thread touches global memory, in a kernel whose LaunchShape is `early`
#pragma once

#include "platform/platform.hpp"

#if defined(__CUDACC__)
#include "platform/nvidia/mbarrier.hpp"
#elif defined(COLEX_HOST_PLATFORM)
#include "platform/host/mbarrier.hpp"
#endif

namespace colex::gpu {

/// Lets the next launch begin, and waits for the launches before this one.
inline __device__ void begin_early() {
#if defined(__CUDACC__) || defined(COLEX_HOST_PLATFORM)
  allow_next_launch();
  await_earlier_launch();
#endif
}

}  // namespace colex::gpu
