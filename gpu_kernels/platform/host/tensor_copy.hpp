// SPDX-License-Identifier: MIT
// The tensor memory accelerator on the host platform: see hopper/tma.hpp. A box lands as a whole, at a time
// and in an order that the seed chooses, mostly when no thread can go on without it; until then its bytes are
// neither old nor new. Each row of it is 128 bytes, swizzled by the address in shared memory.
#pragma once

#include "platform/host/mbarrier.hpp"
#include "platform/host/view.hpp"

namespace colex::gpu {

/// What the driver is told of matrices, one after the other, and of the boxes that are copied from one; the
/// contiguous index first.
struct TensorMapShape {
  int element_bytes = 0;
  std::uint64_t extents[2] = {}, pitch_bytes = 0;  ///< from row to row
  std::uint32_t box[2] = {};
  std::uint64_t matrices = 1, step_bytes = 0;  ///< from matrix to matrix
};

struct TensorMap {
  TensorMapShape shape;
  Target memory;  ///< the first byte
  Index bytes = 0;
};

/// Makes a map of matrices whose boxes are swizzled over 128 bytes. False: what the driver would refuse.
bool encode_tensor_map(TensorMap& map, GlobalView<unsigned char const> const& memory,
                       TensorMapShape const& shape);

/// Nothing here: a hint to the copy engine.
inline void prefetch_map(TensorMap const&) {}

/// Starts the copy of a box; its bytes are counted at `barrier`.
void copy_box(Address to, TensorMap const& map, int x, int y, int z, Address barrier);

/// The same to the same place of every block of the cluster whose bit is set, and counted at its own barrier.
void copy_box_to(std::uint16_t blocks, Address to, TensorMap const& map, int x, int y, int z,
                 Address barrier);

}  // namespace colex::gpu
