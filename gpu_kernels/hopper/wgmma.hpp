// SPDX-License-Identifier: MIT
// The warpgroup's matrix instruction: D[64 x N] += A[64 x 32 bytes] * B[N x 32 bytes], both in shared memory,
// told by descriptors. It runs behind the threads: between start and wait nobody may touch the accumulators
// or the tiles.
//
//   Accumulators<N / 2> sum;  fence_accumulators();  multiply<A, B>(sum, a, b, true);  commit();  wait<0>();
#pragma once

#if defined(__CUDACC__)
#include "hopper/nvidia_wgmma.hpp"
#else
#include "hopper/host_wgmma.hpp"
#endif
