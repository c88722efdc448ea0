// SPDX-License-Identifier: MIT
// The tensor memory accelerator: a map of a matrix in global memory, made on the host, and the copy of one
// box of it to shared memory. What lies outside the matrix arrives as zeros, and counts as bytes all the
// same.
//
//   auto map = make_tensor_map<Tile>(data, lines, depth, pitch, error)    a matrix that is cut into Tile's
//   boxes copy_box(shared, map, x, y, barrier)                                  the box at contiguous index
//   x, row y
#pragma once

#include <cuda.h>
#include <cuda_runtime.h>

#include "hopper/mbarrier.hpp"
#include "hopper/operand.hpp"

namespace colex::gpu::hopper {

/// Starts the copy of a box; its bytes are counted at `barrier`.
inline __device__ void copy_box(Address to, CUtensorMap const& map, int x, int y, Address barrier) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, "
      "%3}], [%4];" ::"r"(to),
      "l"(&map), "r"(x), "r"(y), "r"(barrier)
      : "memory");
}

/// The same to the same place of every block of the cluster whose bit is set, and counted at its own barrier.
inline __device__ void copy_box_to(std::uint16_t blocks, Address to, CUtensorMap const& map, int x, int y,
                                   Address barrier) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster "
      "[%0], [%1, {%2, %3}], [%4], %5;" ::"r"(to),
      "l"(&map), "r"(x), "r"(y), "r"(barrier), "h"(blocks)
      : "memory");
}

inline __device__ void prefetch_map(CUtensorMap const& map) {
  asm volatile("prefetch.tensormap [%0];" ::"l"(&map) : "memory");
}

constexpr CUtensorMapDataType data_type_of(Element e) {
  return e == Element::bf16  ? CU_TENSOR_MAP_DATA_TYPE_BFLOAT16
         : e == Element::f16 ? CU_TENSOR_MAP_DATA_TYPE_FLOAT16
                             : CU_TENSOR_MAP_DATA_TYPE_UINT8;
}

/// The map of an operand of `lines` x `depth` elements, both at least 1; `pitch` elements lie between
/// consecutive indices of the one that is not contiguous. The driver's function is looked up at run time:
/// nothing links against it.
template <class Tile>
inline CUresult make_tensor_map(CUtensorMap& map, void const* data, std::uint64_t lines, std::uint64_t depth,
                                std::uint64_t pitch) {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult status;
  if (cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000, cudaEnableDefault, &status) !=
          cudaSuccess ||
      status != cudaDriverEntryPointSuccess)
    return CUDA_ERROR_NOT_FOUND;
  bool const k_major = Tile::major == Major::k;
  cuuint64_t const extents[2] = {k_major ? depth : lines, k_major ? lines : depth};
  cuuint64_t const strides[1] = {pitch * Tile::element_bytes};
  cuuint32_t const box[2] = {Tile::box_width, Tile::box_height};
  cuuint32_t const every[2] = {1, 1};
  return reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(found)(
      &map, data_type_of(Tile::element), 2, const_cast<void*>(data), extents, strides, box, every,
      CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

}  // namespace colex::gpu::hopper
