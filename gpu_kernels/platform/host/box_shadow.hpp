// SPDX-License-Identifier: MIT
// Shadow of the shared memory from which boxes go to matrices, in words of 4 bytes: who wrote a word, after how many of
// its fences, and which group of stores reads it. A thread knows of the fences and of the reads that it waited for, and
// of those that the others of its warpgroup knew at a barrier.
//
//   shadow.write(0, 5, known)        thread 5 writes word 0: a fault while a store may read it
//   shadow.store(0, 0, 1, known)     thread 0 has it stored in its group 1: a fault before the writer's fence
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "platform/host/tensor_copy.hpp"
#include "platform/host/tile_shadow.hpp"

namespace colex::gpu {

/// A box on its way from a buffer.
struct DepartingBox {
  TensorMap map;
  Address from = 0;
  int x = 0, y = 0, z = 0;
};

/// The stores of one thread, and what it knows of those of all threads of the block.
struct BoxStores {
  std::vector<DepartingBox> open;
  std::deque<std::vector<DepartingBox>> closed;  // that have not left
  std::uint32_t committed = 0, complete = 0;     // groups
  std::vector<std::uint32_t> fences, reads;      // of each thread: how many, and of how many groups
};

class BoxShadow {
 public:
  explicit BoxShadow(Index bytes) : words_(static_cast<std::size_t>(bytes) / 4) {}

  std::optional<ChunkFault> write(std::size_t word, std::uint32_t thread, BoxStores const& known);
  std::optional<ChunkFault> store(std::size_t word, std::uint32_t thread, std::uint32_t group,
                                  BoxStores const& known);

 private:
  struct Word {
    std::uint32_t writer = 0, fences = 0;  // of the writer, when it wrote
    std::uint32_t reader = 0, group = 0;   // 0: no store has read it
    bool written = false;                  // since the last store
  };
  std::vector<Word> words_;
};

}  // namespace colex::gpu
