// SPDX-License-Identifier: MIT
// Shadow of the shared memory that the copy engine writes and wgmma reads, in chunks of 16 bytes: which copy
// wrote a chunk, and which phase of which barrier tells of it; which products read it.
//
//   shadow.start(4, thread.knowledge, barrier, 1)   a copy to bytes 64..79: a fault while products read them
//   shadow.read(4, lanes, 1)                        a product reads them: a fault before the barrier's phase
//   1
#pragma once

#include <optional>
#include <vector>

#include "platform/host/finding.hpp"
#include "platform/host/knowledge.hpp"

namespace colex::gpu {

inline constexpr std::uint32_t chunk_bytes = 16;

/// The swizzle of every tensor map here, 128 bytes, by its code in wgmma's descriptors.
inline constexpr int tma_swizzle = 1;

/// What is wrong with an access of a chunk.
struct ChunkFault {
  Defect defect{};
  char const* detail = "";
};

class TileShadow {
 public:
  using Ends = std::vector<std::uint32_t> Knowledge::*;

  /// `first_wave` is the number in the cluster of the block's first wave. What tells that a wave has read is its products, or
  /// the meetings of its lanes.
  TileShadow(Index bytes, std::size_t waves, std::size_t first_wave, Ends ends = &Knowledge::products)
      : chunks_(bytes / chunk_bytes),
        readers_(chunks_.size() * waves),
        waves_(waves),
        first_wave_(first_wave),
        ends_(ends) {}

  std::size_t size() const { return chunks_.size(); }

  /// A copy starts that will write the chunk, and whose bytes count for this phase (from 1) of the barrier.
  std::optional<ChunkFault> start(std::size_t chunk, Knowledge const& thread, std::size_t barrier,
                                  std::uint32_t phase);
  /// It has come, under a swizzle (the code of wgmma's descriptors).
  void land(std::size_t chunk, int swizzle);
  /// Whether a copy was ever started that writes it.
  bool is_written(std::size_t chunk) const { return chunks_[chunk].phase != 0; }
  /// Whether a copy writes it, or a barrier lies in it.
  bool is_taken(std::size_t chunk) const { return is_written(chunk) || chunks_[chunk].has_barrier; }
  /// A product reads it under a swizzle; `lanes` is what the threads know that started it. It may read what no copy
  /// wrote: such bytes are NaN (tensor_core.cpp), and so is whatever depends on them.
  std::optional<ChunkFault> read(std::size_t chunk, std::vector<Knowledge const*> const& lanes, int swizzle);
  /// The product belongs to group `group` (from 1) of a wave of the block; or a lane reads before that meeting.
  void note_reader(std::size_t chunk, std::size_t wave, std::uint32_t group) {
    readers_[chunk * waves_ + wave] = group;
  }
  /// An mbarrier lies in it.
  void keep_barrier(std::size_t chunk) { chunks_[chunk].has_barrier = true; }

 private:
  struct Chunk {
    std::size_t barrier = 0;
    std::uint32_t phase = 0;  // 0: never written
    bool in_flight = false, has_barrier = false;
    int swizzle = -1;
  };
  std::vector<Chunk> chunks_;
  std::vector<std::uint32_t> readers_;  // chunk * waves + wave -> group
  std::size_t waves_, first_wave_;
  Ends ends_;
};

}  // namespace colex::gpu
