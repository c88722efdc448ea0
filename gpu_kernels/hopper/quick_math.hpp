// SPDX-License-Identifier: MIT
// Instructions of NVIDIA's that compute less exactly than a library, and what stands for them on the host platform.
#pragma once

#include <cmath>

#include "platform/platform.hpp"

namespace colex::gpu::hopper {

/// 2^x with an error of at most 2^-22 of it, 1 / x with one of 2^-23; on a device what is less than 2^-126 is 0. Infinity
/// and NaN as ever.
__device__ inline float quick_exp2(float x) {
#if defined(__CUDACC__)
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
#else
  return std::exp2(x);
#endif
}
__device__ inline float quick_reciprocal(float x) {
#if defined(__CUDACC__)
  float y;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
#else
  return 1 / x;
#endif
}

/// x, but at least `least`; NaN of NaN.
__device__ inline float at_least(float x, float least) {
#if defined(__CUDACC__)
  float y;
  asm("max.NaN.f32 %0, %1, %2;" : "=f"(y) : "f"(x), "f"(least));
  return y;
#else
  return x < least ? least : x;
#endif
}
/// |x|, but at most `most`, which it is of NaN, too.
__device__ inline float size_at_most(float x, float most) {
  float const size = x < 0 ? -x : x;
  return size <= most ? size : most;
}
/// `below` where x < 0, else `other`.
__device__ inline float by_sign(float x, float below, float other) { return x < 0 ? below : other; }

}  // namespace colex::gpu::hopper
