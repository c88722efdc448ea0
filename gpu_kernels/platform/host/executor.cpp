// SPDX-License-Identifier: MIT
// The fiber scheduler of the host platform. A block runs on one OS thread from its first to its last
// instruction and keeps its own report, so that blocks can be handed to a pool of threads once shadow memory
// takes locks.
#include "platform/host/executor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <boost/context/fiber.hpp>
#include <boost/context/pooled_fixedsize_stack.hpp>
#include <numeric>
#include <stdexcept>

#include "platform/host/bank_count.hpp"
#include "platform/host/names.hpp"

namespace colex::gpu {
namespace {

using boost::context::fiber;
constexpr std::size_t stack_bytes = 64 * 1024;

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

std::uint64_t volume(Dim3 extents) { return std::uint64_t{extents.x} * extents.y * extents.z; }

Dim3 coordinate(std::uint64_t index, Dim3 extents) {
  auto const x = index % extents.x, yz = index / extents.x;
  return {static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(yz % extents.y),
          static_cast<std::uint32_t>(yz / extents.y)};
}

struct Thread {
  fiber self;       // where the thread goes on
  fiber scheduler;  // where it goes back to
  bool waits = false;
  bool finished = false;
  std::source_location where;  // of the barrier at which it waits
};

/// One block while it runs. `current` points to it from the fibers of its threads.
struct Block {
  LaunchReport report;
  Place place;  // of the running thread
  std::uint64_t launch = 0, serial = 0;
  Thread* running = nullptr;
  BankLog banks;
};

thread_local Block* current = nullptr;

std::string text(std::source_location where) {
  std::string_view const path = where.file_name();
  return fmt::format("{}:{}", path.substr(path.rfind('/') + 1), where.line());
}

bool same_site(std::source_location a, std::source_location b) {
  return a.line() == b.line() && a.column() == b.column() && std::string_view(a.file_name()) == b.file_name();
}

/// After an interval: some threads wait. Reports when not all threads of the block wait at the same barrier.
/// Returns whether they did.
bool check_convergence(Block& block, std::vector<Thread> const& threads, std::uint32_t waiting_thread) {
  Thread const& waiting = threads[waiting_thread];
  for (std::uint32_t t = 0; t < threads.size(); ++t) {
    bool const elsewhere = threads[t].waits && !same_site(threads[t].where, waiting.where);
    if (!threads[t].finished && !elsewhere) continue;
    Finding finding{.defect = Defect::barrier_divergence};
    finding.place = {block.place.block, waiting_thread, block.place.interval};
    finding.other = {block.place.block, t, block.place.interval};
    finding.detail = fmt::format("one waits at {}, the other {}", text(waiting.where),
                                 threads[t].finished ? "has ended" : "waits at " + text(threads[t].where));
    block.report.add(std::move(finding));
    return false;
  }
  return true;
}

/// Runs one block to its end. When threads diverge at a barrier, that is reported once and those that wait go
/// on, so that the block ends in any case.
LaunchReport run_block(LaunchShape const& shape, std::uint32_t block_index, std::uint64_t launch,
                       std::uint64_t serial, std::function<void()> const& body) {
  Random random(shape.seed + 0x5851F42D4C957F2Du * (block_index + 1));
  thread_local boost::context::pooled_fixedsize_stack stacks(stack_bytes);
  std::vector<Thread> threads(volume(shape.block));
  for (Thread& thread : threads)
    thread.self = fiber(std::allocator_arg, stacks, [&thread, &body](fiber&& scheduler) {
      thread.scheduler = std::move(scheduler);
      body();
      thread.finished = true;
      return std::move(thread.scheduler);
    });

  Block block;
  block.launch = launch, block.serial = serial, block.report.blocks = 1;
  block.place.block = block_index;
  block.banks = BankLog(shape.banks);
  current = &block;
  blockIdx = coordinate(block_index, shape.grid), blockDim = shape.block, gridDim = shape.grid;

  std::vector<std::uint32_t> alive(threads.size());
  std::iota(alive.begin(), alive.end(), 0u);
  for (bool converged = true; !alive.empty(); ++block.place.interval) {
    random.shuffle(alive);
    for (std::uint32_t t : alive) {
      block.running = &threads[t], block.place.thread = t;
      threads[t].waits = false;
      threadIdx = coordinate(t, shape.block);
      threads[t].self = std::move(threads[t].self).resume();
    }
    std::erase_if(alive, [&](std::uint32_t t) { return threads[t].finished; });
    if (alive.empty()) break;
    ++block.report.barriers;
    if (converged)
      converged = check_convergence(block, threads, *std::min_element(alive.begin(), alive.end()));
  }
  current = nullptr;
  block.banks.add_to(block.report.bank_counts);
  return std::move(block.report);
}

}  // namespace

LaunchReport run_launch(LaunchShape const& shape, std::function<void()> const& thread_body) {
  if (current) throw std::logic_error("a kernel cannot launch a kernel");
  auto const blocks = volume(shape.grid), threads = volume(shape.block);
  if (blocks == 0 || threads == 0 || threads > 1024)
    throw std::invalid_argument(fmt::format("a launch of {} blocks of {} threads", blocks, threads));
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
  if (!current) throw std::logic_error("__syncthreads() outside a kernel");
  Thread& thread = *current->running;
  thread.waits = true, thread.where = where;
  thread.scheduler = std::move(thread.scheduler).resume();
}

void note_shared_access(bool is_store, int bytes, Index first_byte, std::source_location where) {
  if (current)
    current->banks.note(current->place.thread, is_store ? Direction::store : Direction::load, bytes,
                        first_byte, where);
}

std::uint64_t block_serial() { return current ? current->serial : 0; }

bool admit(Shadow& shadow, void const* base, Index shadow_byte, Index size, Index offset, int width,
           int element_bytes, bool is_store) {
  if (!current) throw std::logic_error("load and store work inside a kernel only");
  LaunchReport& report = current->report;
  ++(is_store ? report.stores_by_width : report.loads_by_width)[width];
  auto const found = [&](Defect defect, Index element, Place other = {}, bool other_is_store = false) {
    report.add({.defect = defect,
                .view = shadow.name(),
                .offset = element,
                .width = width,
                .is_store = is_store,
                .place = current->place,
                .other = other,
                .other_is_store = other_is_store});
  };
  if (offset < 0 || width > size || offset > size - width) {
    found(Defect::out_of_bounds, offset >= 0 && offset < size ? size : offset);
    return false;
  }
  Index const bytes = Index{width} * element_bytes, first = shadow_byte + offset * element_bytes;
  auto const address =
      reinterpret_cast<std::uintptr_t>(base) + static_cast<std::uintptr_t>(offset * element_bytes);
  if (address % static_cast<std::uintptr_t>(bytes) != 0) found(Defect::misaligned, offset);

  shadow.enter_launch(current->launch);
  auto const seen =
      is_store ? shadow.write(first, bytes, current->place) : shadow.read(first, bytes, current->place);
  auto const element_of = [&](Index byte) { return (byte - shadow_byte) / element_bytes; };
  if (seen.race) found(Defect::data_race, element_of(seen.byte), seen.other, seen.other_is_store);
  if (seen.uninitialised) found(Defect::uninitialised_read, element_of(seen.uninitialised_byte));
  return true;
}

}  // namespace colex::gpu
