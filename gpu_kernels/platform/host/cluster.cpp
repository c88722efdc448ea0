// SPDX-License-Identifier: MIT
// Clusters: what happens between blocks and behind the threads.
#include "platform/host/cluster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace colex::gpu {

Cluster::Cluster(std::vector<std::unique_ptr<Block>>& its_blocks) : blocks(its_blocks) {
  for (std::size_t rank = 0; rank < blocks.size(); ++rank)
    blocks[rank]->cluster = this, blocks[rank]->rank = static_cast<int>(rank);
}

Mbarrier* Cluster::known_barrier(int rank, Address at, char const* what) {
  auto const found = barrier_at.find({rank, at});
  auto const& thread = running_block(what).running();
  bool const exists = found != barrier_at.end();
  if (!exists || Knowledge::count_of(thread.knowledge.phases, found->second) == 0)
    report_misuse(fmt::format("{} at address {} of block {} of the cluster, where no barrier is made{}", what,
                              at, rank, exists ? " that this thread can know of" : ""));
  return exists ? &barriers[found->second] : nullptr;
}

void Cluster::settle(Mbarrier& b) {
  if (b.pending != 0 || b.bytes != 0) return;
  ++b.complete;
  b.pending = b.arrivals;
  b.known.learn(b.arriving);
  for (auto [block, thread] : std::exchange(b.waiting, {})) block->wake(thread);
}

void Cluster::land(Landing const& box) {
  auto const& shape = box.map.shape;
  Index const row_bytes = Index{shape.box[0]} * shape.element_bytes;
  auto const misuse = [&](char const* detail) {
    box.from->found({.defect = Defect::barrier_misuse, .place = box.place, .detail = detail});
  };
  if (box.to->has_ended()) return misuse("a copy lands in a block that has ended");
  for (std::uint32_t row = 0; row < shape.box[1]; ++row) {
    Index const y = box.y + static_cast<Index>(row), width = static_cast<Index>(shape.extents[0]);
    bool const inside = y >= 0 && y < static_cast<Index>(shape.extents[1]) && box.z >= 0 &&
                        box.z < static_cast<Index>(shape.matrices);
    Index const first = std::max<Index>(box.x, 0), last = std::min<Index>(box.x + Index{shape.box[0]}, width);
    std::vector<unsigned char> bytes(static_cast<std::size_t>(row_bytes));  // zeros outside the matrix
    if (inside && first < last) {
      Target source = box.map.memory;
      Index const at = box.z * static_cast<Index>(shape.step_bytes) +
                       y * static_cast<Index>(shape.pitch_bytes) + first * shape.element_bytes;
      Index const count = (last - first) * shape.element_bytes;
      source.data += at, source.byte += at;
      box.from->touched(source, count, Access::load, box.place);
      std::memcpy(bytes.data() + (first - box.x) * shape.element_bytes, source.data,
                  static_cast<std::size_t>(count));
    }
    for (std::uint32_t column = 0; column < row_bytes; column += chunk_bytes) {
      Address const address = box.at + row * static_cast<std::uint32_t>(row_bytes) + column;
      std::uint32_t const to = (address ^ (address >> 7 & 7) << 4) - box.to->shared_base;
      std::memcpy(box.to->dynamic->data.get() + to, bytes.data() + column, chunk_bytes);
      box.to->tile_shadow().land(to / chunk_bytes, tma_swizzle);
      box.to->dynamic->shadow.initialise(to, chunk_bytes);
    }
  }
  Mbarrier& b = barriers[box.barrier];
  if (b.complete + 1 != box.phase)
    misuse("bytes come in a later phase of the barrier than the one in which their copy was started");
  b.bytes -= row_bytes * Index{shape.box[1]};
  settle(b);
}

void Cluster::land(WordLanding const& copied) {
  Mbarrier& b = barriers[copied.barrier];
  if (copied.to->has_ended())
    return copied.to->found(
        {.defect = Defect::barrier_misuse, .detail = "a word is copied to a block that has ended"});
  for (auto const& [word, value] : copied.words) {
    std::memcpy(copied.to->dynamic->data.get() + 4 * word, &value, sizeof value);
    copied.to->word_shadow().land(word, tma_swizzle);
    copied.to->dynamic->shadow.initialise(static_cast<Index>(4 * word), sizeof value);
  }
  if (b.pending == 0)
    return copied.to->found(
        {.defect = Defect::barrier_misuse,
         .detail =
             fmt::format("more arrivals than a phase awaits, at address {} of block {}", b.at, b.rank)});
  --b.pending;
  settle(b);
}

bool Cluster::land_one() {
  std::size_t const all = landings.size() + word_landings.size();
  if (all == 0) return false;
  auto const taken = [](auto& from, std::size_t i) {
    std::swap(from[i], from.back());
    auto one = std::move(from.back());
    from.pop_back();
    return one;
  };
  std::size_t const i = blocks[0]->random.below(all);
  if (i < landings.size())
    land(taken(landings, i));
  else
    land(taken(word_landings, i - landings.size()));
  return true;
}

bool Cluster::pass_barrier() {
  bool any = false;
  Knowledge all;
  for (auto const& block : blocks)
    for (Thread const& thread : block->threads) {
      if (thread.state == State::finished) continue;
      if (thread.state != State::at_cluster_barrier) return false;
      any = true;
      all.learn(thread.knowledge);
    }
  if (!any) return false;
  for (auto& block : blocks) {
    for (std::uint32_t t = 0; t < block->threads.size(); ++t) {
      if (block->threads[t].state == State::finished) continue;
      block->threads[t].knowledge.learn(all);
      block->wake(t);
    }
    ++block->place.interval;
    ++block->report.barriers;
    block->random.shuffle(block->ready);
  }
  return true;
}

void Cluster::note_remote_arrival(int rank) {
  Block& block = running_block("mbarrier::arrive_at");
  std::size_t const wave =
      block.waves() * static_cast<std::size_t>(block.rank) + block.place.thread / block.shape.wave;
  auto& known = block.running().knowledge.arrivals;
  std::uint32_t const count = ++remote_arrivals[{rank, wave}];
  Knowledge::note(known, wave, count);
}

void Cluster::report_late_arrivals() {
  for (auto const& [to, count] : remote_arrivals) {
    Knowledge all;
    for (Thread const& thread : blocks[static_cast<std::size_t>(to.first)]->threads)
      all.learn(thread.knowledge);
    if (Knowledge::count_of(all.arrivals, to.second) >= count) continue;
    Block& from = *blocks[to.second / blocks[0]->waves()];
    auto const thread = static_cast<std::uint32_t>(to.second % from.waves()) * from.shape.wave;
    from.found({.defect = Defect::barrier_misuse,
                .place = {from.place.block, thread, from.place.interval},
                .detail = "its warp arrives at a block that may have ended"});
  }
}

bool Cluster::is_stuck() const {
  return std::any_of(blocks.begin(), blocks.end(), [](auto const& block) { return !block->has_ended(); });
}

void Cluster::report_deadlock() {
  std::map<std::string, int> where;
  Finding finding{.defect = Defect::deadlock};
  Block* first = nullptr;
  for (auto const& block : blocks)
    for (std::uint32_t t = 0; t < block->threads.size(); ++t) {
      if (block->threads[t].state == State::finished) continue;
      if (!first) first = block.get(), finding.place = {block->place.block, t, block->place.interval};
      ++where[text(block->threads[t].where)];
    }
  for (auto const& [place, threads] : where)
    finding.detail +=
        fmt::format("{}{} threads wait at {}", finding.detail.empty() ? "" : ", ", threads, place);
  for (Mbarrier const& b : barriers)
    if (!b.waiting.empty())
      finding.detail += fmt::format("; the barrier at address {} of block {} lacks {} arrivals and {} bytes",
                                    b.at, b.rank, b.pending, b.bytes);
  first->found(std::move(finding));
}

void report_misuse(std::string detail) {
  Block& block = running_block("mbarrier");
  block.found({.defect = Defect::barrier_misuse, .place = block.place, .detail = std::move(detail)});
}

void report_shared(Defect defect, Address at, bool is_store, std::string detail) {
  Block& block = running_block("dynamic shared memory");
  block.found({.defect = defect,
               .view = "dynamic shared memory",
               .offset = at,
               .is_store = is_store,
               .place = block.place,
               .other = block.place,
               .detail = std::move(detail)});
}

}  // namespace colex::gpu
