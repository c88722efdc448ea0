// SPDX-License-Identifier: MIT
// The tensor memory accelerator: a map of a matrix in global memory, made before the launch, and the copy of
// one box of it to shared memory. What lies outside the matrix arrives as zeros, and counts as bytes all the
// same.
//
//   make_tensor_map<Tile>(map, data, lines, depth, pitch, matrices, step)   matrices cut into Tile's boxes
//   make_operand_maps<Tile>(maps, ...)                 of operands that lie alike, of whose lines a tile is made
//   prefetch_maps(a, b)                                while barriers are made
//   copy_box(shared, map, x, y, z, barrier)            the box at contiguous index x, row y, of matrix z
//   make_result_map<Element::bf16>(map, data, M, N, pitch, batches, step)   a result that is stored box by box
//   copy_box_to(0b11, shared, map, x, y, z, barrier)   to the same place of blocks 0 and 1 of the cluster
//   store_box(map, shared, x, y, z)                    the way back; then commit_stores(), wait_stored_but<1>()
#pragma once

#include "hopper/mbarrier.hpp"
#include "hopper/operand.hpp"
#include "hopper/result_box.hpp"

#if defined(__CUDACC__)
#include "platform/nvidia/box_store.hpp"
#else
#include "platform/host/box_store.hpp"
#endif

namespace colex::gpu::hopper {

#if defined(__CUDACC__)
using MatrixMemory = void const*;
constexpr CUtensorMapDataType data_type_of(Element e) {
  return e == Element::bf16   ? CU_TENSOR_MAP_DATA_TYPE_BFLOAT16
         : e == Element::f16  ? CU_TENSOR_MAP_DATA_TYPE_FLOAT16
         : e == Element::tf32 ? CU_TENSOR_MAP_DATA_TYPE_FLOAT32
                              : CU_TENSOR_MAP_DATA_TYPE_UINT8;
}
#else
using MatrixMemory = GlobalView<unsigned char const>;
#endif

/// The map of an operand of `lines` x `depth` elements, both at least 1; `pitch` elements lie between
/// consecutive indices of the one that is not contiguous. There are `matrices` such, at least 1, `step`
/// elements apart; a step of 0 makes one of them that has number 0. Boxes are as high as rows_of_box() says.
/// False: it is refused.
template <class Tile>
inline bool make_tensor_map(TensorMap& map, MatrixMemory const& data, Index lines, Index depth, Index pitch,
                            Index matrices, Index step) {
  bool const k_major = Tile::major == Major::k;
  auto const extent = [](Index n) { return static_cast<std::uint64_t>(n); };
  TensorMapShape const shape{Tile::element_bytes,
                             {extent(k_major ? depth : lines), extent(k_major ? lines : depth)},
                             extent(pitch * Tile::element_bytes),
                             {Tile::box_width, Tile::rows_of_box(lines)},
                             extent(step == 0 ? 1 : matrices),
                             extent((step == 0 ? pitch : step) * Tile::element_bytes)};
#if defined(__CUDACC__)
  return encode_tensor_map(map, data, shape, data_type_of(Tile::element));
#else
  return encode_tensor_map(map, data, shape);
#endif
}

/// A map for each of `operands` operands.
template <int operands>
struct TensorMaps {
  TensorMap of[operands];
};
template <class Tile, int operands>
inline bool make_operand_maps(TensorMaps<operands>& maps, MatrixMemory const (&data)[operands], Index lines,
                              Index depth, Index pitch, Index matrices, Index step) {
  for (int i = 0; i < operands; ++i)
    if (!make_tensor_map<Tile>(maps.of[i], data[i], lines, depth, pitch, matrices, step)) return false;
  return true;
}

template <int operands>
__device__ inline void prefetch_maps(TensorMap const& a, TensorMaps<operands> const& b) {
  prefetch_map(a);
  COLEX_UNROLL
  for (int i = 0; i < operands; ++i) prefetch_map(b.of[i]);
}

/// The map of a result whose config has buffers for its boxes.
template <int buffers>
struct ResultMap {
  TensorMap of[1];
};
template <>
struct ResultMap<0> {};

/// Makes the map of M x N results, `pitch` elements from row to row and `step` from one to the next. False: there is none,
/// or it is refused.
template <Element to, int buffers>
inline bool make_result_map([[maybe_unused]] ResultMap<buffers>& map, MatrixMemory const& data, Index M,
                            Index N, Index pitch, Index batches, Index step) {
  if constexpr (buffers == 0) return false;
  auto const extent = [](Index n) { return static_cast<std::uint64_t>(n); };
  [[maybe_unused]] TensorMapShape const shape{bytes_of(to),
                                              {extent(N), extent(M)},
                                              extent(pitch * bytes_of(to)),
                                              {result_box_columns, result_box_rows},
                                              extent(batches),
                                              extent((batches == 1 ? pitch : step) * bytes_of(to))};
  if constexpr (buffers > 0) {
#if defined(__CUDACC__)
    return encode_tensor_map(map.of[0], data, shape, data_type_of(to));
#else
    return encode_tensor_map(map.of[0], data, shape);
#endif
  }
}

}  // namespace colex::gpu::hopper
