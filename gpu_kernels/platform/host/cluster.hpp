// SPDX-License-Identifier: MIT
// A cluster while it runs: blocks that run at the same time, their mbarriers, and the boxes that the copy
// engine is bringing. Inside the host platform only; a launch without clusters has clusters of one block.
//
//   Cluster& cluster = *running_block("wait").cluster;
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "platform/host/block.hpp"
#include "platform/host/tensor_copy.hpp"
#include "platform/host/tile_shadow.hpp"

namespace colex::gpu {

/// An mbarrier: a phase is complete when nothing is pending and as many bytes have come as are expected.
struct Mbarrier {
  int rank = 0;  // of its block
  Address at = 0;
  int arrivals = 0, pending = 0;
  std::int64_t bytes = 0;      // expected and not come
  std::uint32_t complete = 0;  // phases
  bool seen_by_copies = false;
  Knowledge arriving, known;  // from the arrivals so far, and from those of complete phases
  std::vector<std::pair<Block*, std::uint32_t>> waiting;
};

/// A box on its way to one block.
struct Landing {
  Block* from = nullptr;  // whose thread started it
  Place place;            // of that thread
  Block* to = nullptr;
  Address at = 0;
  TensorMap map;
  int x = 0, y = 0, z = 0;
  std::size_t barrier = 0;
  std::uint32_t phase = 0;  // of the barrier, when it was started
};

/// Words on their way to a block, and the arrival behind them.
struct WordLanding {
  Block* to = nullptr;
  std::vector<CopiedWord> words;
  std::size_t barrier = 0;
};

struct Cluster {
  explicit Cluster(std::vector<std::unique_ptr<Block>>& its_blocks);

  std::vector<std::unique_ptr<Block>>& blocks;
  std::vector<Mbarrier> barriers;
  std::map<std::pair<int, Address>, std::size_t> barrier_at;
  std::vector<Landing> landings;
  std::vector<WordLanding> word_landings;
  std::map<std::pair<int, std::size_t>, std::uint32_t> remote_arrivals;  // block, wave -> how often

  /// The barrier at this address of a block, if the running thread knows it to be made; reports otherwise.
  Mbarrier* known_barrier(int rank, Address at, char const* what);
  std::size_t number_of(Mbarrier const& b) const { return static_cast<std::size_t>(&b - barriers.data()); }
  /// Ends the barrier's phase, and again, while nothing is pending.
  void settle(Mbarrier& b);
  /// One box comes in, or a thread's words. False: there is none.
  bool land_one();
  /// All threads that are left wait for the cluster: lets them go on. False: they do not.
  bool pass_barrier();
  /// The running thread arrives at another block; at the end that block must know of it, or it may have ended
  /// before.
  void note_remote_arrival(int rank);
  void report_late_arrivals();
  /// Threads wait, and nobody will let them go on.
  bool is_stuck() const;
  void report_deadlock();

 private:
  void land(Landing const& box);
  void land(WordLanding const& words);
};

/// Reports a misuse of a barrier by the running thread.
void report_misuse(std::string detail);
/// Reports what is wrong with an access of dynamic shared memory by the running thread.
void report_shared(Defect defect, Address at, bool is_store, std::string detail);

/// The bytes of a box of the map. Nothing, and it is reported, where the matrix is larger than its memory, or no box may begin
/// at `at` in shared memory.
std::optional<std::uint32_t> movable_bytes(TensorMap const& map, Address at);
/// Whether so many bytes from `at` on are not all in the block's shared memory, which is reported then.
bool box_reaches_out(Block const& block, Address at, std::uint32_t bytes);

}  // namespace colex::gpu
