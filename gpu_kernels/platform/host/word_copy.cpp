// SPDX-License-Identifier: MIT
// Words on their way, and read.
#include "platform/host/word_copy.hpp"

#include <cstring>

#include "platform/host/cluster.hpp"

namespace colex::gpu {

namespace {

/// Whether a word may lie there; reports otherwise.
bool is_place(Address at, bool is_store) {
  Block const& block = running_block("a word");
  if (at % 4 != 0) return report_shared(Defect::misaligned, at, is_store, "a word begins at 4 bytes"), false;
  if (at < block.shared_base || at - block.shared_base + 4 > block.shape.shared_bytes)
    return report_shared(Defect::out_of_bounds, at, is_store, "a word is out of shared memory"), false;
  return true;
}

}  // namespace

void copy_word(Address to, GlobalView<float const> const& from, Index offset, bool inside, Address barrier) {
  Block& block = running_block("copy_word");
  Cluster& cluster = *block.cluster;
  block.expect_awaited();
  float value = 0;
  if (inside) {
    Target const source = from.at(offset, 1, false);
    if (!source.data) return;
    touch(source, sizeof value, Access::load);
    std::memcpy(&value, source.data, sizeof value);
  }
  Mbarrier const* const b = cluster.known_barrier(block.rank, barrier, "a copy of a word");
  if (!b || !is_place(to, true)) return;
  std::size_t const word = (to - block.shared_base) / 4;
  auto fault =
      block.word_shadow().start(word, block.running().knowledge, cluster.number_of(*b), b->complete + 1);
  if (block.tile_shadow().is_taken((to - block.shared_base) / chunk_bytes))
    fault = {Defect::data_race, "a word is copied over a stage or a barrier"};
  if (fault) report_shared(fault->defect, to, true, fault->detail);
  block.running().words.push_back({word, value});
}

void arrive_when_copied(Address barrier) {
  Block& block = running_block("arrive_when_copied");
  Cluster& cluster = *block.cluster;
  Mbarrier const* const b = cluster.known_barrier(block.rank, barrier, "an arrival");
  if (!b) return;
  cluster.word_landings.push_back({&block, std::exchange(block.running().words, {}), cluster.number_of(*b)});
}

void store_word(Address to, float word) {
  Block& block = running_block("store_word");
  if (!is_place(to, true)) return;
  Index const at = static_cast<Index>(to) - block.shared_base;
  if (block.word_shadow().is_written(static_cast<std::size_t>(at / 4)))
    report_shared(Defect::data_race, to, true, "a word is written where one was copied");
  std::memcpy(block.dynamic->data.get() + at, &word, sizeof word);
  block.dynamic->shadow.initialise(at, sizeof word);
}

float load_word(Address from, std::source_location where) {
  Block& block = running_block("load_word");
  if (!is_place(from, false)) return 0;
  std::size_t const word = (from - block.shared_base) / 4;
  TileShadow& shadow = block.word_shadow();
  note_shared_access(false, 4, static_cast<Index>(from) - block.shared_base, where);
  if (!block.dynamic->shadow.is_initialised(static_cast<Index>(4 * word))) {
    report_shared(Defect::uninitialised_read, from, false, "a word is read that nobody wrote");
  } else if (auto const fault = shadow.read(word, {&block.running().knowledge}, tma_swizzle)) {
    report_shared(fault->defect, from, false, fault->detail);
  }
  shadow.note_reader(word, block.place.thread / block.shape.wave, block.running().meetings + 1);
  float value;
  std::memcpy(&value, block.dynamic->data.get() + 4 * word, sizeof value);
  return value;
}

}  // namespace colex::gpu
