// SPDX-License-Identifier: MIT
// The HIP names that kernels use, spelt with clang's builtins: no HIP header and no device library is needed,
// a kernel compiles several times faster, and a target newer than the installed HIP works.
//
//   unsigned thread = threadIdx.x;      // reads the work-item id register
#pragma once

// Clang wraps <new> for HIP and expects malloc and free to be declared by then.
#include <cstdlib>

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
// Threads per block, so that the compiler may use every register such a block leaves.
#define __launch_bounds__(threads) __attribute__((amdgpu_flat_work_group_size(1, threads)))

namespace colex::gpu::amd {

/// One coordinate: converts to the value that `read` fetches.
template <class Source, int axis>
struct Coordinate {
  __device__ operator unsigned() const { return Source::template read<axis>(); }
};

template <class Source>
struct Coordinates {
  Coordinate<Source, 0> x;
  Coordinate<Source, 1> y;
  Coordinate<Source, 2> z;
};

struct WorkItem {
  template <int axis>
  static __device__ unsigned read() {
    if constexpr (axis == 0) return __builtin_amdgcn_workitem_id_x();
    if constexpr (axis == 1) return __builtin_amdgcn_workitem_id_y();
    if constexpr (axis == 2) return __builtin_amdgcn_workitem_id_z();
  }
};

struct WorkGroup {
  template <int axis>
  static __device__ unsigned read() {
    if constexpr (axis == 0) return __builtin_amdgcn_workgroup_id_x();
    if constexpr (axis == 1) return __builtin_amdgcn_workgroup_id_y();
    if constexpr (axis == 2) return __builtin_amdgcn_workgroup_id_z();
  }
};

struct WorkGroupSize {
  template <int axis>
  static __device__ unsigned read() {
    if constexpr (axis == 0) return __builtin_amdgcn_workgroup_size_x();
    if constexpr (axis == 1) return __builtin_amdgcn_workgroup_size_y();
    if constexpr (axis == 2) return __builtin_amdgcn_workgroup_size_z();
  }
};

}  // namespace colex::gpu::amd

static constexpr colex::gpu::amd::Coordinates<colex::gpu::amd::WorkItem> threadIdx{};
static constexpr colex::gpu::amd::Coordinates<colex::gpu::amd::WorkGroup> blockIdx{};
static constexpr colex::gpu::amd::Coordinates<colex::gpu::amd::WorkGroupSize> blockDim{};

/// Waits for every thread of the block; their writes to LDS and global memory are then visible to each other. Clang 19 and 22 leave
/// out the fence's own wait for LDS at the head of some loops (tests/kernel/wait_counts.py finds it missing), so that it is written out.
static inline __device__ void __syncthreads() {
  constexpr int lgkmcnt_0_of_gfx9 = 0xC07F;
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_waitcnt(lgkmcnt_0_of_gfx9);
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
