// SPDX-License-Identifier: MIT
// The fiber scheduler of the host platform. A block runs on one OS thread from its first to its last
// instruction. Where several blocks run at once, each logs what it does to global memory, and the logs are
// judged in the order of the blocks: as if one had run after the other.
#include "platform/host/executor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <boost/context/pooled_fixedsize_stack.hpp>
#include <numeric>
#include <stdexcept>

#include "platform/host/block.hpp"
#include "platform/host/cluster.hpp"
#include "platform/host/names.hpp"
#include "platform/host/pool.hpp"

namespace colex::gpu {
namespace {

using boost::context::fiber;
constexpr std::size_t stack_bytes = 64 * 1024;

thread_local Block* current = nullptr;

std::uint64_t volume(Dim3 extents) { return std::uint64_t{extents.x} * extents.y * extents.z; }

Dim3 coordinate(std::uint64_t index, Dim3 extents) {
  auto const x = index % extents.x, yz = index / extents.x;
  return {static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(yz % extents.y),
          static_cast<std::uint32_t>(yz / extents.y)};
}

/// After an interval: some threads wait. Reports when not all threads of the block wait at the same barrier.
/// Returns whether they did.
bool check_convergence(Block& block, std::uint32_t waiting_thread) {
  auto const& threads = block.threads;
  Thread const& waiting = threads[waiting_thread];
  for (std::uint32_t t = 0; t < threads.size(); ++t) {
    bool const finished = threads[t].state == State::finished;
    if (!finished && same_site(threads[t].where, waiting.where)) continue;
    Finding finding{.defect = Defect::barrier_divergence};
    finding.place = {block.place.block, waiting_thread, block.place.interval};
    finding.other = {block.place.block, t, block.place.interval};
    finding.detail = fmt::format("one waits at {}, the other {}", text(waiting.where),
                                 finished ? "has ended" : "waits at " + text(threads[t].where));
    block.found(std::move(finding));
    return false;
  }
  return true;
}

void enter(Block* block) {
  current = block;
  if (!block) return;
  blockIdx = coordinate(block->place.block, block->shape.grid);
  blockDim = block->shape.block, gridDim = block->shape.grid;
}

/// Runs each thread that is ready until it waits or ends.
void run_batch(Block& block) {
  enter(&block);
  auto const batch = std::exchange(block.ready, {});
  for (std::uint32_t t : batch) {
    block.place.thread = t;
    threadIdx = coordinate(t, block.shape.block);
    block.threads[t].self = std::move(block.threads[t].self).resume();
  }
  enter(nullptr);
}

/// All threads of the block wait at its barrier or have ended: lets them go on. When they wait at different
/// barriers, that is reported once. Returns whether any goes on.
bool end_interval(Block& block) {
  if (block.any(State::in_collective, State::in_collective) ||
      block.any(State::at_mbarrier, State::at_cluster_barrier))
    return false;
  Knowledge all;
  for (std::uint32_t t = 0; t < block.threads.size(); ++t) {
    if (block.threads[t].state == State::at_barrier) block.ready.push_back(t);
    all.learn(block.threads[t].knowledge);
  }
  if (block.ready.empty()) return false;
  ++block.report.barriers;
  if (block.converged) block.converged = check_convergence(block, block.ready.front());
  for (std::uint32_t t : block.ready)
    block.threads[t].state = State::ready, block.threads[t].knowledge.learn(all);
  ++block.place.interval;
  block.random.shuffle(block.ready);
  return true;
}

/// What can happen when no thread is ready: one thing, the least drastic one. False: nothing.
bool go_on(Cluster& cluster) {
  auto const any_block = [&](auto const& step) {
    bool done = false;
    for (auto& block : cluster.blocks) done |= step(*block);
    return done;
  };
  return cluster.pass_barrier() || cluster.land_one() || any_block(end_interval) ||
         any_block([](Block& block) { return block.break_meetings(); });
}

/// Runs a cluster to its end. When threads diverge at a barrier, those that wait go on, so that the cluster
/// ends in any case; when they wait for each other, it is given up.
void run_cluster(Cluster& cluster, std::function<void()> const& body) {
  thread_local boost::context::pooled_fixedsize_stack stacks(stack_bytes);
  for (auto& block : cluster.blocks) {
    for (Thread& thread : block->threads)
      thread.self = fiber(std::allocator_arg, stacks, [&thread, &body](fiber&& scheduler) {
        thread.scheduler = std::move(scheduler);
        body();
        thread.state = State::finished;
        return std::move(thread.scheduler);
      });
    block->ready.resize(block->threads.size());
    std::iota(block->ready.begin(), block->ready.end(), 0u);
    block->random.shuffle(block->ready);
  }
  do {
    for (bool ran = true; ran;) {
      ran = false;
      for (auto& block : cluster.blocks) {
        if (block->ready.empty()) continue;
        run_batch(*block), ran = true;
        if (block->random.below(8) == 0) cluster.land_one();
      }
    }
  } while (go_on(cluster));
  if (cluster.is_stuck()) return cluster.report_deadlock();
  cluster.report_late_arrivals();
  for (auto& block : cluster.blocks) block->report_unfinished_stores();
}

}  // namespace

Block::Block(LaunchShape const& launch_shape, std::uint32_t index)
    : shape(launch_shape),
      random(launch_shape.seed + 0x5851F42D4C957F2Du * (index + 1)),
      threads(volume(launch_shape.block)),
      shared_base(1024 + 128 * static_cast<std::uint32_t>(Random(launch_shape.seed).below(8))) {
  report.blocks = 1;
  banks = BankLog(launch_shape.banks);
  if (shape.shared_bytes > 0) dynamic = std::make_unique<DynamicMemory>(shape.shared_bytes);
  place.block = index;
}

TileShadow& Block::tile_shadow() {
  if (!tiles) tiles = std::make_unique<TileShadow>(shape.shared_bytes, waves(), waves() * rank);
  return *tiles;
}

TileShadow& Block::word_shadow() {
  if (!words)
    words = std::make_unique<TileShadow>(shape.shared_bytes / 4 * chunk_bytes, waves(), waves() * rank,
                                         &Knowledge::meetings);
  return *words;
}

bool Block::any(State a, State b) const {
  return std::any_of(threads.begin(), threads.end(),
                     [&](Thread const& t) { return t.state == a || t.state == b; });
}

bool Block::has_ended() const {
  return std::all_of(threads.begin(), threads.end(),
                     [](Thread const& t) { return t.state == State::finished; });
}

void Block::wake(std::uint32_t thread) {
  threads[thread].state = State::ready;
  ready.push_back(thread);
}

void Block::suspend(State state) {
  Thread& thread = running();
  thread.state = state;
  thread.scheduler = std::move(thread.scheduler).resume();
}

Block& running_block(char const* what) {
  if (!current) throw std::logic_error(fmt::format("{} outside a kernel", what));
  return *current;
}

std::string text(std::source_location where) {
  std::string_view const path = where.file_name();
  return fmt::format("{}:{}", path.substr(path.rfind('/') + 1), where.line());
}

bool same_site(std::source_location a, std::source_location b) {
  return a.line() == b.line() && a.column() == b.column() && std::string_view(a.file_name()) == b.file_name();
}

LaunchReport run_launch(LaunchShape const& shape, std::function<void()> const& thread_body) {
  if (current) throw std::logic_error("a kernel cannot launch a kernel");
  auto const blocks = volume(shape.grid), threads = volume(shape.block);
  if (blocks == 0 || threads == 0 || threads > 1024)
    throw std::invalid_argument(fmt::format("a launch of {} blocks of {} threads", blocks, threads));
  if (shape.wave != 32 && shape.wave != 64)
    throw std::invalid_argument(fmt::format("a launch with waves of {} threads", shape.wave));
  if (shape.cluster < 1 || shape.grid.x % static_cast<std::uint32_t>(shape.cluster) != 0)
    throw std::invalid_argument(
        fmt::format("a launch of {} blocks in clusters of {}", shape.grid.x, shape.cluster));
  if (shape.workers < 1) throw std::invalid_argument(fmt::format("a launch on {} workers", shape.workers));
  static std::atomic<std::uint64_t> launches = 0, block_serials = 0;
  std::uint64_t const launch = ++launches;

  std::uint64_t const clusters = blocks / static_cast<std::uint64_t>(shape.cluster);
  std::vector<std::uint32_t> order(clusters);
  std::iota(order.begin(), order.end(), 0u);
  Random(shape.seed).shuffle(order);
  LaunchReport report;
  std::vector<std::vector<std::unique_ptr<Block>>> running(clusters);
  auto const run = [&](std::uint64_t i) {
    for (int rank = 0; rank < shape.cluster; ++rank) {
      auto& block = running[i].emplace_back(std::make_unique<Block>(shape, order[i] * shape.cluster + rank));
      block->launch = launch, block->serial = ++block_serials;
      block->is_logged = shape.workers > 1;
    }
    Cluster cluster(running[i]);
    run_cluster(cluster, thread_body);
    for (auto& block : running[i]) block->threads.clear(), block->cluster = nullptr;
  };
  auto const finish = [&](std::uint64_t i) {
    for (auto& block : running[i]) {
      block->replay();
      block->banks.add_to(block->report.bank_counts);
      report.merge(block->report);
    }
    running[i].clear();
  };
  if (shape.workers > 1) {
    run_in_order(clusters, shape.workers, run, finish);
  } else {
    for (std::uint64_t i = 0; i < clusters; ++i) run(i), finish(i);
  }
  return report;
}

void wait_at_barrier(std::source_location where) {
  Block& block = running_block("__syncthreads()");
  block.running().where = where;
  block.suspend(State::at_barrier);
}

DynamicMemory& dynamic_memory() {
  Block& block = running_block("dynamic_shared");
  if (!block.dynamic) block.dynamic = std::make_unique<DynamicMemory>(0);
  return *block.dynamic;
}

void note_shared_access(bool is_store, int bytes, Index first_byte, std::source_location where) {
  if (current)
    current->banks.note(current->place.thread, is_store ? Direction::store : Direction::load, bytes,
                        first_byte, where);
}

std::uint64_t block_serial() {
  if (current && current->shape.cluster > 1)  // an array is one for all blocks of an OS thread
    throw std::logic_error("a declared shared array in a cluster: use the launch's shared_bytes");
  return current ? current->serial : 0;
}

}  // namespace colex::gpu
