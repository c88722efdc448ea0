// SPDX-License-Identifier: MIT
// The one header that a kernel includes: it selects host, amd or nvidia from the compiler in use.
//
//   template <class Config>
//   __global__ void twice(GlobalView<float const> in, GlobalView<float> out) {
//     Vec<float, 4> v = load<4>(in, 4 * threadIdx.x);   // offset counts elements, not bytes
//     for (int i = 0; i < 4; ++i) v.value[i] *= 2;
//     store(out, 4 * threadIdx.x, v);
//   }
//
// Every platform provides, in namespace colex::gpu:
//   Index                     the signed 64-bit integer of element offsets
//   Vec<T, V>                 V elements moved by one access, V a power of two, V * sizeof(T) <= 16 bytes
//   GlobalView<T>             an array in global memory, passed to kernels by value
//   Shared<T, N>              N elements shared by a block; declare as `__shared__ Shared<T, N> name;`
//   load<V>(view, offset)     the V elements at [offset, offset + V)
//   store(view, offset, vec)  writes them; offset must be a multiple of V from a base aligned to the access
//   Fragment<T, N>            N elements in a thread's registers; atoms/ computes with them
//   SharedView<T>             an array in shared memory: shared.view(), or dynamic_shared<T>(byte, size), a
//                             part of the launch's shared_bytes
//   copy_async<V>(to, offset, from, offset, inside), copy_async_commit(), copy_async_wait<n>()
//                             global to shared memory, complete after the wait
//   lane_id(), wave_id(), wave_width(), shuffle(x, lane), shuffle_xor(x, mask), shuffle_down(x, delta)
//                             waves of 64 threads on amd, 32 on nvidia, either on the host
//   store_words(view, offset, words), store_element(view, offset, x)   16 bytes in four registers, and one
//                             element; on nvidia and the host, as are clusters, mbarriers and tensor copies:
//                             hopper/mbarrier.hpp, hopper/tma.hpp
//   launch(shape, kernel, arguments...)  runs or starts a kernel; returns a LaunchResult
// and the HIP names __global__, __device__, __shared__, __launch_bounds__, __syncthreads(), threadIdx,
// blockIdx, blockDim. A kernel touches memory through load and store only; on the host platform every access
// is checked.
#pragma once

#if defined(__CUDACC__)
#include "platform/nvidia/platform.hpp"
#elif defined(__HIP__) || defined(__HIPCC__)
#include "platform/amd/platform.hpp"
#else
#define COLEX_HOST_PLATFORM 1
#include "platform/host/platform.hpp"
#endif

/// Of a function whose registers would go through memory if it were called, or its arguments.
#define COLEX_INLINED __attribute__((always_inline))
