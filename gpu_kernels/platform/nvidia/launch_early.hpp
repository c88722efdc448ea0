// SPDX-License-Identifier: MIT
// Launches that may begin before the one before them has ended, and whose shared memory is more than 48 KB.
//
//   static AllowedDevices allowed;
//   if (auto const error = allowed.allow(kernel, shared_bytes, false)) return error;
//   return launch_early(kernel, blocks, threads, shared_bytes, stream, arguments...);
#pragma once

#include <cuda_runtime.h>

#include <atomic>
#include <cstdint>

namespace colex::gpu {

/// The devices, of the first 64, on which the driver was told how much shared memory a kernel may have: it is told once, for
/// telling it takes time in each call.
class AllowedDevices {
  std::atomic<std::uint64_t> devices{0};

 public:
  /// Tells it of the current device. `again`: even if it was told, for cudaDeviceReset() makes it forget.
  template <class Kernel>
  cudaError_t allow(Kernel kernel, int shared_bytes, bool again) {
    int device = 0;
    if (auto const error = cudaGetDevice(&device); error != cudaSuccess) return error;
    std::uint64_t const own = device < 64 ? std::uint64_t{1} << device : 0;
    if (!again && (devices.load(std::memory_order_relaxed) & own) != 0) return cudaSuccess;
    auto const error =
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes);
    if (error == cudaSuccess) devices.fetch_or(own, std::memory_order_relaxed);
    return error;
  }
};

/// Whether the thread's current device has launches that may begin early: from compute capability 9.0 on.
inline bool launches_early() {
  thread_local int known = -1, major = 0;
  int device = 0;
  if (cudaGetDevice(&device) != cudaSuccess) return false;
  if (device != known &&
      cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) == cudaSuccess)
    known = device;
  return device == known && major >= 9;
}

/// Launches a kernel whose blocks may begin while the last ones of the launch before it end, where the device does that.
template <class... Parameters, class... Arguments>
cudaError_t launch_early(void (*kernel)(Parameters...), int blocks, int threads, int shared_bytes,
                         cudaStream_t stream, Arguments const&... arguments) {
  cudaLaunchAttribute early{};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t shape{};
  shape.gridDim = dim3(static_cast<unsigned>(blocks));
  shape.blockDim = dim3(static_cast<unsigned>(threads));
  shape.dynamicSmemBytes = static_cast<std::size_t>(shared_bytes);
  shape.stream = stream, shape.attrs = &early, shape.numAttrs = launches_early() ? 1 : 0;
  return cudaLaunchKernelEx(&shape, kernel, Parameters(arguments)...);
}

}  // namespace colex::gpu
