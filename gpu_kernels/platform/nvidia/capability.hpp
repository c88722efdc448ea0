// SPDX-License-Identifier: MIT
// What device code is compiled for.
//
//   if constexpr (compiled_capability >= 90) asm volatile("griddepcontrol.wait;" ::: "memory");
#pragma once

namespace colex::gpu {

/// The compute capability that device code is compiled for, times ten; in the host's, 0.
#if defined(__CUDA_ARCH__)
inline constexpr int compiled_capability = __CUDA_ARCH__ / 10;
#else
inline constexpr int compiled_capability = 0;
#endif

}  // namespace colex::gpu
