// SPDX-License-Identifier: MIT
// Boxes on their way from shared memory: written, fenced, stored, waited for.
#include "platform/host/box_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "platform/host/cluster.hpp"
#include "platform/host/tensor_core.hpp"

namespace colex::gpu {

namespace {

/// How often a thread has done something, as far as is known.
std::uint32_t known_of(std::vector<std::uint32_t> const& counts, std::uint32_t thread) {
  return thread < counts.size() ? counts[thread] : 0;
}
void note(std::vector<std::uint32_t>& counts, std::uint32_t thread, std::uint32_t count) {
  if (thread >= counts.size()) counts.resize(thread + 1);
  counts[thread] = std::max(counts[thread], count);
}

}  // namespace

std::optional<ChunkFault> BoxShadow::write(std::size_t word, std::uint32_t thread, BoxStores const& known) {
  Word& w = words_[word];
  std::optional<ChunkFault> fault;
  if (known_of(known.reads, w.reader) < w.group)
    fault = {Defect::data_race, "a store may still read what a thread writes over"};
  if (w.written && w.writer != thread && known_of(known.fences, w.writer) <= w.fences)
    fault = {Defect::data_race, "two threads write one word of a box"};
  w.writer = thread, w.fences = known_of(known.fences, thread), w.written = true;
  return fault;
}

std::optional<ChunkFault> BoxShadow::store(std::size_t word, std::uint32_t thread, std::uint32_t group,
                                           BoxStores const& known) {
  Word& w = words_[word];
  std::optional<ChunkFault> fault;
  if (!w.written)
    fault = {Defect::uninitialised_read, "a word of a box is stored that nobody wrote for it"};
  else if (known_of(known.fences, w.writer) <= w.fences)
    fault = {Defect::data_race,
             "a word of a box is stored before its writer's fence, or nobody waited for that"};
  w.reader = thread, w.group = group, w.written = false;
  return fault;
}

namespace {

BoxShadow& shadow_of(Block& block) {
  if (!block.boxes) block.boxes = std::make_unique<BoxShadow>(block.shape.shared_bytes);
  return *block.boxes;
}

struct MatrixLane {
  Address row;
  std::uint32_t const* words;
};

/// The lanes of a warp write the words of the rows that they name together.
void write_rows(void* const* lanes, int count) {
  Block& block = running_block("store_matrices");
  std::uint32_t const first =
      block.place.thread / static_cast<std::uint32_t>(count) * static_cast<std::uint32_t>(count);
  std::optional<ChunkFault> fault;
  Address fault_at = 0;
  for (int lane = 0; lane < count; ++lane)
    for (int matrix = 0; matrix < 4; ++matrix) {
      auto const& named = *static_cast<MatrixLane const*>(lanes[8 * matrix + lane / 4]);
      Address const at = named.row + 4 * static_cast<Address>(lane % 4), offset = at - block.shared_base;
      if (named.row % 16 != 0)
        return report_shared(Defect::misaligned, named.row, true, "a row of a matrix begins at 16 bytes");
      if (named.row < block.shared_base || offset + 4 > block.shape.shared_bytes)
        return report_shared(Defect::out_of_bounds, named.row, true,
                             "a row of a matrix is out of shared memory");
      std::uint32_t const thread = first + static_cast<std::uint32_t>(lane);
      auto met = shadow_of(block).write(offset / 4, thread, block.threads[thread].boxes);
      if (block.tile_shadow().is_taken(offset / chunk_bytes))
        met = {Defect::data_race, "a result is written over a stage or a barrier"};
      if (met && !fault) fault = met, fault_at = at;
      std::memcpy(block.dynamic->data.get() + offset,
                  &static_cast<MatrixLane const*>(lanes[lane])->words[matrix], 4);
    }
  if (fault) report_shared(fault->defect, fault_at, true, fault->detail);
}

struct BarrierLane {
  int barrier;
};

/// The threads of a warpgroup tell each other what they know.
void share_knowledge(void* const* lanes, int count) {
  Block& block = running_block("sync_warpgroup");
  std::uint32_t const threads = static_cast<std::uint32_t>(count), group = block.place.thread / threads;
  int const barrier = static_cast<BarrierLane const*>(lanes[0])->barrier;
  for (int lane = 1; lane < count; ++lane)
    if (static_cast<BarrierLane const*>(lanes[lane])->barrier != barrier)
      return report_collective("the threads of a warpgroup name different barriers");
  if (barrier < 1 || barrier > 15) return report_misuse("a barrier of a warpgroup has a number from 1 to 15");
  auto const [mine, is_new] = block.named_barriers.try_emplace(barrier, group);
  if (!is_new && mine->second != group) return report_misuse("two warpgroups name one barrier");
  BoxStores all;
  auto const each = [&](auto const& act) {
    for (std::uint32_t t = group * threads; t < (group + 1) * threads; ++t) act(block.threads[t].boxes);
  };
  each([&](BoxStores const& known) {
    for (std::uint32_t t = 0; t < known.fences.size(); ++t) note(all.fences, t, known.fences[t]);
    for (std::uint32_t t = 0; t < known.reads.size(); ++t) note(all.reads, t, known.reads[t]);
  });
  each([&](BoxStores& known) { known.fences = all.fences, known.reads = all.reads; });
}

/// The rows of a box that are inside its matrix go there: of each whole 16 bytes, as an H100 was seen to do.
void depart(Block& block, DepartingBox const& box) {
  auto const& shape = box.map.shape;
  Place const place{block.place.block, block.place.thread, block.place.interval, true};
  Index const row_bytes = Index{shape.box[0]} * shape.element_bytes;
  for (std::uint32_t row = 0; row < shape.box[1]; ++row) {
    Index const y = box.y + static_cast<Index>(row), width = static_cast<Index>(shape.extents[0]);
    Index const first = std::max<Index>(box.x, 0), last = std::min<Index>(box.x + Index{shape.box[0]}, width);
    if (y < 0 || y >= static_cast<Index>(shape.extents[1]) || box.z < 0 ||
        box.z >= static_cast<Index>(shape.matrices) || first >= last)
      continue;
    std::vector<unsigned char> bytes(static_cast<std::size_t>(row_bytes));
    for (std::uint32_t column = 0; column < row_bytes; column += chunk_bytes) {
      Address const address = box.from + row * static_cast<std::uint32_t>(row_bytes) + column;
      std::memcpy(bytes.data() + column,
                  block.dynamic->data.get() + ((address ^ (address >> 7 & 7) << 4) - block.shared_base),
                  chunk_bytes);
    }
    Target to = box.map.memory;
    Index const at = box.z * static_cast<Index>(shape.step_bytes) +
                     y * static_cast<Index>(shape.pitch_bytes) + first * shape.element_bytes;
    Index const inside = (last - first) * shape.element_bytes,
                whole = (inside + chunk_bytes - 1) / chunk_bytes * chunk_bytes,
                count = std::min<Index>(whole, row_bytes - (first - box.x) * shape.element_bytes);
    if (at + count > box.map.bytes) {
      report_shared(Defect::out_of_bounds, box.from, true,
                    "a box is stored past the end of the matrix's memory");
      continue;
    }
    to.data += at, to.byte += at;
    block.touched(to, count, Access::store, place);
    std::memcpy(to.data, bytes.data() + (first - box.x) * shape.element_bytes,
                static_cast<std::size_t>(count));
  }
}

void depart_but(Block& block, std::size_t pending) {
  auto& closed = block.running().boxes.closed;
  for (; closed.size() > pending; closed.pop_front())
    for (DepartingBox const& box : closed.front()) depart(block, box);
}

}  // namespace

void store_matrices(Address row, std::uint32_t const (&words)[4], std::source_location where) {
  MatrixLane lane{row, words};
  Block& block = running_block("store_matrices");
  if (wave_width() != 32)
    return report_collective("store_matrices in waves of " + std::to_string(wave_width()));
  note_shared_access(true, 16, static_cast<Index>(row) - block.shared_base, where);
  meet_in_full(32, &lane, write_rows, where);
}

void fence_stores() {
  Block& block = running_block("fence_stores");
  auto& fences = block.running().boxes.fences;
  note(fences, block.place.thread, known_of(fences, block.place.thread) + 1);
}

void sync_warpgroup(int barrier, std::source_location where) {
  BarrierLane lane{barrier};
  meet_in_full(warpgroup_lanes, &lane, share_knowledge, where);
}

void store_box(TensorMap const& map, Address from, int x, int y, int z) {
  Block& block = running_block("store_box");
  BoxStores& own = block.running().boxes;
  block.expect_awaited();
  auto const bytes = movable_bytes(map, from);
  if (!bytes || box_reaches_out(block, from, *bytes)) return;
  std::optional<ChunkFault> fault;
  for (Address at = from - block.shared_base; at < from - block.shared_base + *bytes; at += 4) {
    auto const met = shadow_of(block).store(at / 4, block.place.thread, own.committed + 1, own);
    if (met && !fault) fault = met;
  }
  if (fault) report_shared(fault->defect, from, true, fault->detail);
  own.open.push_back({map, from, x, y, z});
}

void commit_stores() {
  Block& block = running_block("commit_stores");
  BoxStores& own = block.running().boxes;
  own.closed.push_back(std::move(own.open));
  own.open.clear();
  ++own.committed;
  if (block.random.below(2) == 0) depart_but(block, 0);
}

void wait_stored_but(int pending) {
  Block& block = running_block("wait_stored_but");
  BoxStores& own = block.running().boxes;
  auto const running = static_cast<std::uint32_t>(pending);
  depart_but(block, running);
  if (own.committed > running) note(own.reads, block.place.thread, own.committed - running);
}

void wait_stored() {
  wait_stored_but(0);
  BoxStores& own = running_block("wait_stored").running().boxes;
  own.complete = own.committed;
}

void Block::report_unfinished_stores() {
  for (std::uint32_t t = 0; t < threads.size(); ++t)
    if (threads[t].boxes.complete != threads[t].boxes.committed || !threads[t].boxes.open.empty())
      found({.defect = Defect::barrier_misuse,
             .place = {place.block, t, place.interval},
             .detail = "the block ends before its stores are complete"});
}

}  // namespace colex::gpu
