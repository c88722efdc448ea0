// SPDX-License-Identifier: MIT
// CUDA's runtime for a test without a device: what Hopper's call asks of it, for clang's `-x cuda --cuda-host-only`. Two devices of
// nine multiprocessors; a launch is counted and runs nothing. It models what CUDA documents of contexts: each thread has its own
// current one, none at first; cudaSetDevice and cudaMalloc make the device's current, cudaGetDevice and cudaGetDeviceProperties
// ask for none, and the driver's functions refuse a thread without one. With COLEX_CUDA_EXECUTES memory, maps and launches are those of
// tests/code/cuda_execute.cpp, which executes the kernels' PTX.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "cuda.h"
#if defined(COLEX_CUDA_EXECUTES)
#include "cuda_execute.h"
#endif

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __cluster_dims__(...)
#define __grid_constant__
#define __align__(n) __attribute__((aligned(n)))

struct uint2 {
  unsigned x, y;
};
struct alignas(16) uint4 {
  unsigned x, y, z, w;
};
struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1)
      : x(x_), y(y_), z(z_) {}
};

enum cudaError_t { cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorInvalidDevice = 101 };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize };
enum cudaDeviceAttr { cudaDevAttrComputeCapabilityMajor };
enum cudaLaunchAttributeID { cudaLaunchAttributeProgrammaticStreamSerialization };
enum cudaDriverEntryPointQueryResult { cudaDriverEntryPointSuccess, cudaDriverEntryPointSymbolNotFound };
inline constexpr unsigned long long cudaEnableDefault = 0;
using cudaStream_t = struct CUstream_st*;

struct cudaDeviceProp {
  char name[256];
  int major, minor, multiProcessorCount;
};
struct cudaLaunchAttribute {
  cudaLaunchAttributeID id;
  struct {
    int programmaticStreamSerializationAllowed;
  } val;
};
struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  std::size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute* attrs;
  unsigned numAttrs;
};

namespace cuda_stub {
inline constexpr int devices = 2, no_context = -1;
inline thread_local int device = 0;            // that the thread has chosen
inline thread_local int context = no_context;  // that is current: the number of its device
inline std::atomic<int> maps[devices], launches[devices];
inline int major = 9;            // of the compute capability that launches see
inline unsigned attributes = 0;  // of the last launch
}  // namespace cuda_stub

inline CUresult cuTensorMapEncodeTiled(CUtensorMap* map, [[maybe_unused]] CUtensorMapDataType type,
                                       [[maybe_unused]] cuuint32_t rank, void* data,
                                       [[maybe_unused]] cuuint64_t const* extents,
                                       [[maybe_unused]] cuuint64_t const* strides,
                                       [[maybe_unused]] cuuint32_t const* box, cuuint32_t const*,
                                       CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion,
                                       CUtensorMapFloatOOBfill) {
  if (cuda_stub::context == cuda_stub::no_context) return CUDA_ERROR_INVALID_CONTEXT;
  if (reinterpret_cast<std::uintptr_t>(data) % 16 != 0) return CUDA_ERROR_INVALID_VALUE;
  *map = {};
#if defined(COLEX_CUDA_EXECUTES)
  unsigned const bytes = type == CU_TENSOR_MAP_DATA_TYPE_UINT8     ? 1
                         : type == CU_TENSOR_MAP_DATA_TYPE_FLOAT32 ? 4
                                                                   : 2;
  if (cuda_execute_encode(map, bytes, rank, data, extents, strides, box, 128) != 0)
    return CUDA_ERROR_INVALID_VALUE;
#endif
  ++cuda_stub::maps[cuda_stub::context];
  return CUDA_SUCCESS;
}

inline cudaError_t cudaGetDevice(int* number) {
  *number = cuda_stub::device;
  return cudaSuccess;
}
inline cudaError_t cudaSetDevice(int number) {
  if (number < 0 || number >= cuda_stub::devices) return cudaErrorInvalidDevice;
  cuda_stub::device = cuda_stub::context = number;
  return cudaSuccess;
}
inline cudaError_t cudaMalloc(void** memory, std::size_t bytes) {
  cuda_stub::context = cuda_stub::device;
  *memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  return *memory == nullptr ? cudaErrorInvalidValue : cudaSuccess;
}
inline cudaError_t cudaFree(void* memory) {
  std::free(memory);
  return cudaSuccess;
}
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
  *properties = {"NVIDIA H200", 9, 0, 9};
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr, int) {
  *value = cuda_stub::major;
  return cudaSuccess;
}
inline cudaError_t cudaGetLastError() { return cudaSuccess; }
inline char const* cudaGetErrorString(cudaError_t) { return "an error of the stub of CUDA"; }
inline cudaError_t cudaGetDriverEntryPointByVersion(char const* name, void** function, unsigned,
                                                    unsigned long long,
                                                    cudaDriverEntryPointQueryResult* found) {
  bool const known = std::strcmp(name, "cuTensorMapEncodeTiled") == 0;
  *function = known ? reinterpret_cast<void*>(&cuTensorMapEncodeTiled) : nullptr;
  *found = known ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
  return cudaSuccess;
}
template <class Kernel>
cudaError_t cudaFuncSetAttribute(Kernel*, cudaFuncAttribute, int) {
  cuda_stub::context = cuda_stub::device;
  return cudaSuccess;
}
template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx([[maybe_unused]] cudaLaunchConfig_t const* shape,
                               [[maybe_unused]] void (*kernel)(Parameters...),
                               [[maybe_unused]] Arguments&&... arguments) {
  cuda_stub::context = cuda_stub::device;
  ++cuda_stub::launches[cuda_stub::device];
  cuda_stub::attributes = shape->numAttrs;
#if defined(COLEX_CUDA_EXECUTES)
  void const* const all[] = {&arguments...};
  std::size_t const sizes[] = {sizeof(Parameters)...};
  int const failed =
      cuda_execute_launch(reinterpret_cast<void const*>(kernel), &shape->gridDim.x, &shape->blockDim.x,
                          shape->dynamicSmemBytes, all, sizes, sizeof...(Parameters));
  return failed == 0 ? cudaSuccess : cudaErrorInvalidDevice;
#else
  return cudaSuccess;
#endif
}

// What kernels say, of which the host's compiler sees the names only, and what it calls itself for a kernel.
struct Place {
  unsigned x, y, z;
};
extern __device__ Place const threadIdx, blockIdx, blockDim, gridDim;
__device__ void __syncthreads();
__device__ void __syncwarp();
__device__ std::size_t __cvta_generic_to_shared(void const*);
template <class T>
__device__ T __shfl_sync(unsigned, T, int);
template <class T>
__device__ T __shfl_xor_sync(unsigned, T, int);
template <class T>
__device__ T __shfl_down_sync(unsigned, T, unsigned);
template <class T>
__device__ T __ldca(T const*);
template <class T>
__device__ void __stwb(T*, T);
extern "C" inline unsigned __cudaPushCallConfiguration(dim3, dim3, std::size_t = 0, void* = nullptr) {
  return 0;
}
extern "C" inline unsigned __cudaPopCallConfiguration(dim3*, dim3*, std::size_t*, void*) { return 0; }
extern "C" inline cudaError_t cudaLaunchKernel(void const*, dim3, dim3, void**, std::size_t, cudaStream_t) {
  return cudaSuccess;
}
