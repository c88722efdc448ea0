// SPDX-License-Identifier: MIT
// The fiber scheduler of the host platform. A block runs on one OS thread from its first to its last
// instruction and keeps its own report, so that blocks can be handed to a pool of threads once shadow memory
// takes locks.
#include "platform/host/executor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <boost/context/pooled_fixedsize_stack.hpp>
#include <numeric>
#include <stdexcept>

#include "platform/host/block.hpp"
#include "platform/host/names.hpp"

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
    block.report.add(std::move(finding));
    return false;
  }
  return true;
}

/// Runs threads until each has ended or waits at a barrier.
void run_interval(Block& block) {
  for (block.random.shuffle(block.ready); !block.ready.empty() || block.break_meetings();) {
    auto const batch = std::exchange(block.ready, {});
    for (std::uint32_t t : batch) {
      block.place.thread = t;
      threadIdx = coordinate(t, block.shape.block);
      block.threads[t].self = std::move(block.threads[t].self).resume();
    }
  }
}

/// Runs one block to its end. When threads diverge at a barrier, that is reported once and those that wait go
/// on, so that the block ends in any case.
LaunchReport run_block(LaunchShape const& shape, std::uint32_t block_index, std::uint64_t launch,
                       std::uint64_t serial, std::function<void()> const& body) {
  thread_local boost::context::pooled_fixedsize_stack stacks(stack_bytes);
  Block block(shape, block_index);
  block.launch = launch, block.serial = serial;
  for (Thread& thread : block.threads)
    thread.self = fiber(std::allocator_arg, stacks, [&thread, &body](fiber&& scheduler) {
      thread.scheduler = std::move(scheduler);
      body();
      thread.state = State::finished;
      return std::move(thread.scheduler);
    });
  current = &block;
  blockIdx = coordinate(block_index, shape.grid), blockDim = shape.block, gridDim = shape.grid;

  block.ready.resize(block.threads.size());
  std::iota(block.ready.begin(), block.ready.end(), 0u);
  for (bool converged = true;; ++block.place.interval) {
    run_interval(block);
    for (std::uint32_t t = 0; t < block.threads.size(); ++t)
      if (block.threads[t].state == State::at_barrier) block.ready.push_back(t);
    if (block.ready.empty()) break;
    ++block.report.barriers;
    if (converged) converged = check_convergence(block, block.ready.front());
    for (std::uint32_t t : block.ready) block.threads[t].state = State::ready;
  }
  current = nullptr;
  return std::move(block.report);
}

}  // namespace

Block::Block(LaunchShape const& launch_shape, std::uint32_t index)
    : shape(launch_shape),
      random(launch_shape.seed + 0x5851F42D4C957F2Du * (index + 1)),
      threads(volume(launch_shape.block)) {
  report.blocks = 1;
  if (shape.shared_bytes > 0) dynamic = std::make_unique<DynamicMemory>(shape.shared_bytes);
  place.block = index;
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
  static std::atomic<std::uint64_t> launches = 0, block_serials = 0;
  std::uint64_t const launch = ++launches;

  std::vector<std::uint32_t> order(blocks);
  std::iota(order.begin(), order.end(), 0u);
  Random(shape.seed).shuffle(order);
  LaunchReport report;
  for (std::uint32_t block : order)
    report.merge(run_block(shape, block, launch, ++block_serials, thread_body));
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

std::uint64_t block_serial() { return current ? current->serial : 0; }

}  // namespace colex::gpu
