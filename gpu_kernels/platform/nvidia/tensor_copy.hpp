// SPDX-License-Identifier: MIT
// The tensor memory accelerator on NVIDIA: a map of a matrix, made by the driver, and the copy of one box of
// it, as PTX: see hopper/tma.hpp.
#pragma once

#include <cuda.h>
#include <cuda_runtime.h>

#include "platform/nvidia/mbarrier.hpp"

namespace colex::gpu {

using TensorMap = CUtensorMap;

/// Has the copy engine fetch a map, which is an argument of the launch: the first copy then need not wait for it.
inline __device__ void prefetch_map(TensorMap const& map) {
  asm volatile("prefetch.tensormap [%0];" ::"l"(&map) : "memory");
}

/// Starts the copy of a box; its bytes are counted at `barrier`.
inline __device__ void copy_box(Address to, TensorMap const& map, int x, int y, int z, Address barrier) {
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, "
      "%3, %4}], [%5];" ::"r"(to),
      "l"(&map), "r"(x), "r"(y), "r"(z), "r"(barrier)
      : "memory");
}

/// The same to the same place of every block of the cluster whose bit is set, and counted at its own barrier.
inline __device__ void copy_box_to(std::uint16_t blocks, Address to, TensorMap const& map, int x, int y,
                                   int z, Address barrier) {
  asm volatile(
      "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster "
      "[%0], [%1, {%2, %3, %4}], [%5], %6;" ::"r"(to),
      "l"(&map), "r"(x), "r"(y), "r"(z), "r"(barrier), "h"(blocks)
      : "memory");
}

/// What the driver is told of matrices, one after the other, and of the boxes that are copied from one; the
/// contiguous index first.
struct TensorMapShape {
  int element_bytes;
  std::uint64_t extents[2], pitch_bytes;  ///< from row to row
  std::uint32_t box[2];
  std::uint64_t matrices, step_bytes;  ///< from matrix to matrix
};

/// Makes a map of matrices whose boxes are swizzled over 128 bytes. False: the driver refuses it. The
/// driver's function is looked up at run time: nothing links against it.
inline bool encode_tensor_map(TensorMap& map, void const* data, TensorMapShape const& shape,
                              CUtensorMapDataType type) {
  static void* const found = [] {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult status;
    bool const there = cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000,
                                                        cudaEnableDefault, &status) == cudaSuccess &&
                       status == cudaDriverEntryPointSuccess;
    return there ? function : nullptr;
  }();
  if (found == nullptr) return false;
  cuuint64_t const extents[3] = {shape.extents[0], shape.extents[1], shape.matrices},
                   strides[2] = {shape.pitch_bytes, shape.step_bytes};
  cuuint32_t const box[3] = {shape.box[0], shape.box[1], 1}, every[3] = {1, 1, 1};
  auto const encodes = [&] {
    return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(found)(
               &map, type, 3, const_cast<void*>(data), extents, strides, box, every,
               CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
               CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS;
  };
  if (encodes()) return true;
  // The driver needs a current context, and a thread has none before its first call that takes one of the runtime's.
  int device = 0;
  return cudaGetDevice(&device) == cudaSuccess && cudaSetDevice(device) == cudaSuccess && encodes();
}

}  // namespace colex::gpu
