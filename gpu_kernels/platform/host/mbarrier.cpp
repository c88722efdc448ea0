// SPDX-License-Identifier: MIT
// mbarriers: made, arrived at, waited for.
#include "platform/host/mbarrier.hpp"

#include <fmt/format.h>

#include "platform/host/cluster.hpp"

namespace colex::gpu {
namespace {

/// One of the arrivals that a phase awaits.
void arrive(Cluster& cluster, Mbarrier& b, int bytes) {
  if (b.pending == 0)
    return report_misuse(
        fmt::format("more arrivals than a phase awaits, at address {} of block {}", b.at, b.rank));
  b.arriving.learn(running_block("mbarrier").running().knowledge);
  --b.pending;
  b.bytes += bytes;
  cluster.settle(b);
}

}  // namespace

void await_earlier_launch() { running_block("await_earlier_launch").running().awaited = true; }

Address dynamic_shared_address() { return running_block("dynamic_shared_address()").shared_base; }

void mbarrier::init(Address barrier, int arrivals) {
  Block& block = running_block("mbarrier::init");
  Cluster& cluster = *block.cluster;
  if (barrier % 8 != 0 || barrier < block.shared_base ||
      barrier - block.shared_base + 8 > block.shape.shared_bytes)
    return report_misuse(
        fmt::format("a barrier at address {}, outside shared memory or not aligned", barrier));
  if (arrivals < 1 || cluster.barrier_at.contains({block.rank, barrier}))
    return report_misuse("a barrier is made anew, or awaits no arrivals");
  cluster.barrier_at[{block.rank, barrier}] = cluster.barriers.size();
  Knowledge::note(block.running().knowledge.phases, cluster.barriers.size(), 1);
  Mbarrier& b = cluster.barriers.emplace_back();
  b.rank = block.rank, b.at = barrier, b.arrivals = b.pending = arrivals;
  block.tile_shadow().keep_barrier((barrier - block.shared_base) / chunk_bytes);
}

void mbarrier::fence_init() {
  Block& block = running_block("mbarrier::fence_init");
  for (Mbarrier& b : block.cluster->barriers)
    if (b.rank == block.rank &&
        Knowledge::count_of(block.running().knowledge.phases, block.cluster->number_of(b)) > 0)
      b.seen_by_copies = true;
}

void mbarrier::expect_bytes(Address barrier, int bytes) {
  Block& block = running_block("mbarrier::expect_bytes");
  if (Mbarrier* const b = block.cluster->known_barrier(block.rank, barrier, "an arrival"))
    arrive(*block.cluster, *b, bytes);
}

void mbarrier::arrive_at(Address barrier, int rank, Scope scope) {
  Block& block = running_block("mbarrier::arrive_at");
  Cluster& cluster = *block.cluster;
  if (rank < 0 || rank >= static_cast<int>(cluster.blocks.size()))
    return report_misuse(
        fmt::format("an arrival at block {} of a cluster of {}", rank, cluster.blocks.size()));
  if (cluster.blocks[static_cast<std::size_t>(rank)]->has_ended())
    return report_misuse("an arrival at a block that has ended");
  if (rank != block.rank && scope == Scope::block)
    return report_misuse("an arrival at another block orders nothing beyond its own");
  if (rank != block.rank) cluster.note_remote_arrival(rank);
  if (Mbarrier* const b = cluster.known_barrier(rank, barrier, "an arrival")) arrive(cluster, *b, 0);
}

void mbarrier::wait(Address barrier, int parity, std::source_location where) {
  Block& block = running_block("mbarrier::wait");
  Cluster& cluster = *block.cluster;
  Thread& self = block.running();
  std::uint32_t const thread = block.place.thread;
  Mbarrier const* const found = cluster.known_barrier(block.rank, barrier, "a wait");
  if (!found) return;
  std::size_t const number = cluster.number_of(*found);
  self.where = where;
  if (block.random.below(4) == 0) {  // others first
    block.wake(thread);
    block.suspend(State::ready);
  }
  // The current phase has the parity of `complete`; the one before it is over.
  while (static_cast<int>(cluster.barriers[number].complete % 2) == parity) {
    cluster.barriers[number].waiting.emplace_back(&block, thread);
    block.suspend(State::at_mbarrier);
  }
  self.knowledge.learn(cluster.barriers[number].known);
  Knowledge::note(self.knowledge.phases, number, 1 + cluster.barriers[number].complete);
}

int cluster_rank() { return running_block("cluster_rank()").rank; }

void sync_cluster(std::source_location where) {
  Block& block = running_block("sync_cluster()");
  block.running().where = where;
  block.suspend(State::at_cluster_barrier);
}

}  // namespace colex::gpu
