// SPDX-License-Identifier: MIT
// ldmatrix and stmatrix: a warp moves 8 x 8 matrices between shared memory and registers. AMD has no such
// instruction, and no such function here.
//
//   Fragment<Bf16, 8> a = ldmatrix<4>(tile, pitch * (lane_id() % 16) + lane_id() / 16 * 8);      A of
//   m16n8k16
#pragma once

#include "atoms/ldmatrix_layouts.hpp"

#if defined(__CUDACC__)
#include "atoms/nvidia_ldmatrix.hpp"
#elif !defined(__HIP__) && !defined(__HIPCC__)
#include "atoms/host_ldmatrix.hpp"
#endif
