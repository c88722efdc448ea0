// SPDX-License-Identifier: MIT
// One block while it runs: its threads, who may go on, and who waits for what. Inside the host platform only.
//
//   Block& block = running_block("load");   // the block of the fiber that calls; throws outside a kernel
//   block.suspend(State::at_barrier);       // back to the scheduler, until something makes the thread ready
#pragma once

#include <boost/context/fiber.hpp>
#include <map>
#include <memory>
#include <source_location>
#include <utility>
#include <vector>

#include "platform/host/bank_count.hpp"
#include "platform/host/box_shadow.hpp"
#include "platform/host/collective.hpp"
#include "platform/host/executor.hpp"
#include "platform/host/finding.hpp"
#include "platform/host/knowledge.hpp"
#include "platform/host/pending_copy.hpp"
#include "platform/host/shared.hpp"
#include "platform/host/tile_shadow.hpp"

namespace colex::gpu {

/// A small generator (SplitMix64), the same on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }
  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t left = items.size(); left > 1; --left) std::swap(items[left - 1], items[below(left)]);
  }

 private:
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

enum class State { ready, at_barrier, in_collective, at_mbarrier, at_cluster_barrier, finished };

/// A word on its way to dynamic shared memory.
struct CopiedWord {
  std::size_t word;
  float value;
};

/// The groups of matrix products that a thread has started, as numbers from 1.
struct Products {
  std::uint32_t committed = 0, complete = 0;
  std::uint32_t fences = 0;  // how often it has ordered its accumulators before the next product
};

struct Thread {
  boost::context::fiber self;       // where the thread goes on
  boost::context::fiber scheduler;  // where it goes back to
  State state = State::ready;
  std::source_location where;     // of the barrier or collective at which it waits
  bool met = false;               // every lane came to the collective
  CopyQueue copies;               // asynchronous copies in flight
  BoxStores boxes;                // boxes on their way to matrices
  std::vector<CopiedWord> words;  // copied since it last arrived for words
  Knowledge knowledge;
  Products products;
  std::uint32_t meetings = 0;  // of sync_warp(), with the other lanes
  bool awaited = false;        // the launches before this one
};

/// Lanes of one group that wait at one collective.
struct Meeting {
  int threads = 0;
  std::uint32_t group = 0;
  Operation operation{};
  std::source_location where;
  std::vector<void*> lanes;  // null: has not come
  int present = 0;
};

/// What a block did to global memory, while other blocks run at the same time: to be judged later, in the
/// order of the blocks, together with the findings made meanwhile.
struct Log {
  struct Touch {
    Target target;
    Index bytes;
    Access access;
    Place place;
  };
  std::vector<Touch> touches;
  std::vector<std::pair<std::size_t, Finding>> findings;  // and how many touches came before
};

struct Cluster;

/// Judges one touch by the shadow; `report` takes what it finds.
void judge(LaunchReport& report, std::uint64_t launch, Log::Touch const& touch);

struct Block {
  Block(LaunchShape const& shape, std::uint32_t index);

  LaunchReport report;
  BankLog banks;
  bool is_logged = false;  // other blocks run at the same time
  Log log;
  LaunchShape shape;
  Place place;  // of the running thread
  std::uint64_t launch = 0, serial = 0;
  Random random;
  std::vector<Thread> threads;
  std::vector<std::uint32_t> ready;  // threads that may go on, in the order in which they will
  std::vector<Meeting> meetings;     // not complete yet
  std::unique_ptr<DynamicMemory> dynamic;
  Cluster* cluster = nullptr;
  int rank = 0;               // in the cluster
  std::uint32_t shared_base;  // address of the first byte of `dynamic`
  bool converged = true;      // at every barrier so far
  std::unique_ptr<TileShadow> tiles, words;
  std::unique_ptr<BoxShadow> boxes;               // what is written to be stored box by box
  std::map<int, std::uint32_t> named_barriers{};  // number -> the warpgroup that names it

  std::size_t waves() const { return (threads.size() + shape.wave - 1) / shape.wave; }
  /// What the copy engine did to `dynamic`.
  TileShadow& tile_shadow();
  /// What threads copied to it word by word, each of which is a chunk there.
  TileShadow& word_shadow();
  /// Whether any thread waits or may go on, in one of these states.
  bool any(State a, State b) const;
  bool has_ended() const;
  /// The thread may go on.
  void wake(std::uint32_t thread);
  Thread& running() { return threads[place.thread]; }
  /// Records that a thread at `by` touches bytes: as touch(), for what happens behind the threads.
  void touched(Target const& target, Index bytes, Access access, Place by);
  /// Reports that the running thread touches global memory while launches before this one may not be over.
  void expect_awaited();
  /// Reports a defect, now or by the log.
  void found(Finding finding);
  /// Judges what the log holds, into the report.
  void replay();
  /// At the end: reports threads that did not wait for their stores of boxes.
  void report_unfinished_stores();
  /// Gives way to the scheduler; returns when the thread goes on.
  void suspend(State state);
  /// No thread is ready: lets the incomplete meetings end, and reports each. Returns whether there was one.
  bool break_meetings();
};

/// The block whose thread is running. Throws std::logic_error, naming `what`, outside a kernel.
Block& running_block(char const* what);

/// "file.hpp:12".
std::string text(std::source_location where);
bool same_site(std::source_location a, std::source_location b);

}  // namespace colex::gpu
