// SPDX-License-Identifier: MIT
// Copies of boxes: maps are checked as the driver checks them, and a copy is started. cluster.cpp lands it.
#include "platform/host/tensor_copy.hpp"

#include <fmt/format.h>

#include "platform/host/cluster.hpp"

namespace colex::gpu {

bool encode_tensor_map(TensorMap& map, GlobalView<unsigned char const> const& memory,
                       TensorMapShape const& shape) {
  map = {shape, memory.begin(), memory.size()};
  auto const bytes = static_cast<std::uint64_t>(shape.element_bytes);
  for (int i = 0; i < 2; ++i)
    if (shape.extents[i] < 1 || shape.extents[i] > std::uint64_t{1} << 32 || shape.box[i] < 1 ||
        shape.box[i] > 256)
      return false;
  if (shape.matrices < 1 || shape.matrices > std::uint64_t{1} << 32 || shape.step_bytes % 16 != 0 ||
      shape.step_bytes >= std::uint64_t{1} << 40)
    return false;
  return reinterpret_cast<std::uintptr_t>(map.memory.data) % 16 == 0 && shape.pitch_bytes % 16 == 0 &&
         shape.pitch_bytes < std::uint64_t{1} << 40 && shape.pitch_bytes >= shape.extents[0] * bytes &&
         shape.box[0] * bytes == 128;  // the driver takes less, but then rows are not as far apart
}

std::optional<std::uint32_t> movable_bytes(TensorMap const& map, Address at) {
  auto const& shape = map.shape;
  Index const matrix_bytes = static_cast<Index>(
      (shape.matrices - 1) * shape.step_bytes + (shape.extents[1] - 1) * shape.pitch_bytes +
      shape.extents[0] * static_cast<std::uint64_t>(shape.element_bytes));
  if (matrix_bytes > map.bytes) {
    report_shared(Defect::out_of_bounds, at, true, "the matrix is larger than its memory");
    return {};
  }
  if (at % 128 != 0) {
    report_shared(Defect::misaligned, at, true, "a box begins at a multiple of 128 bytes");
    return {};
  }
  return shape.box[0] * shape.box[1] * static_cast<std::uint32_t>(shape.element_bytes);
}

bool box_reaches_out(Block const& block, Address at, std::uint32_t bytes) {
  bool const is_inside =
      at >= block.shared_base && at - block.shared_base + bytes <= block.shape.shared_bytes;
  if (!is_inside) report_shared(Defect::out_of_bounds, at, true, "a box reaches out of shared memory");
  return !is_inside;
}

void copy_box(Address to, TensorMap const& map, int x, int y, int z, Address barrier) {
  copy_box_to(static_cast<std::uint16_t>(1 << cluster_rank()), to, map, x, y, z, barrier);
}

void copy_box_to(std::uint16_t blocks, Address to, TensorMap const& map, int x, int y, int z,
                 Address barrier) {
  Block& block = running_block("copy_box");
  Cluster& cluster = *block.cluster;
  block.expect_awaited();
  auto const bytes = movable_bytes(map, to);
  if (!bytes) return;
  for (int rank = 0; rank < 16; ++rank) {
    if ((blocks >> rank & 1) == 0) continue;
    if (rank >= static_cast<int>(cluster.blocks.size()))
      return report_misuse(fmt::format("a copy to block {} of a cluster of {}", rank, cluster.blocks.size()));
    Block& target = *cluster.blocks[static_cast<std::size_t>(rank)];
    if (target.has_ended()) return report_misuse("a copy to a block that has ended");
    if (box_reaches_out(target, to, *bytes)) return;
    Mbarrier const* const b = cluster.known_barrier(rank, barrier, "a copy");
    if (!b) return;
    if (!b->seen_by_copies) report_misuse("a copy uses a barrier that the copy engine cannot see yet");
    std::optional<ChunkFault> fault;
    for (Address at = to; at < to + *bytes; at += chunk_bytes) {
      auto const met =
          target.tile_shadow().start((at - target.shared_base) / chunk_bytes, block.running().knowledge,
                                     cluster.number_of(*b), b->complete + 1);
      if (met && !fault) fault = met;
    }
    if (fault) report_shared(fault->defect, to, true, fault->detail);
    cluster.landings.push_back(
        {&block, block.place, &target, to, map, x, y, z, cluster.number_of(*b), b->complete + 1});
  }
}

}  // namespace colex::gpu
