// SPDX-License-Identifier: MIT
// The few functions of HIP's runtime that a launch needs, declared as its ABI has them: the host's side compiles without
// HIP's headers, of which any version may then be loaded. Clang makes kernel<<<...>>>(...) of these.
//
//   libamdhip64.so defines them; tests/kernel/hip_stub.cpp does where there is no device.
#pragma once

#include <cstddef>

struct ihipStream_t;
using hipStream_t = ihipStream_t*;

/// Of its many values only success is named here; hipGetErrorString names the others.
enum hipError_t { hipSuccess = 0, hipErrorUnknown = 999 };

struct dim3 {
  unsigned x = 1, y = 1, z = 1;
};

extern "C" {
hipError_t hipLaunchKernel(void const* kernel, dim3 grid, dim3 block, void** arguments,
                           std::size_t shared_bytes, hipStream_t stream);
hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared_bytes, hipStream_t stream);
hipError_t __hipPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared_bytes, hipStream_t* stream);
hipError_t hipGetLastError();
char const* hipGetErrorString(hipError_t error);
}
