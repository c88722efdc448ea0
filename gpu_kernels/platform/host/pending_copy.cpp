// SPDX-License-Identifier: MIT
// Asynchronous copies: issued, committed, completed by the wait.
#include "platform/host/pending_copy.hpp"

#include <cstring>

#include "platform/host/block.hpp"

namespace colex::gpu {
namespace {

void complete(Block& block, PendingCopy const& copy) {
  if (copy.source) {
    auto const seen = copy.source_shadow->read(copy.source_byte, copy.bytes, block.place);
    if (seen.race)
      block.report.add({.defect = Defect::data_race,
                        .view = copy.source_shadow->name(),
                        .offset = seen.byte,
                        .width = static_cast<int>(copy.bytes),
                        .place = block.place,
                        .other = seen.other,
                        .other_is_store = true,
                        .detail = "an asynchronous copy; offset and width count bytes"});
    std::memcpy(copy.destination, copy.source, copy.bytes);
  } else {
    std::memset(copy.destination, 0, copy.bytes);
  }
  copy.destination_shadow->end_copy(copy.destination_byte, copy.bytes, block.place);
}

}  // namespace

void start_copy(PendingCopy const& copy) {
  running_block("copy_async").running().copies.open.push_back(copy);
}

void commit_copies() {
  CopyQueue& copies = running_block("copy_async_commit").running().copies;
  copies.groups.push_back(std::move(copies.open));
  copies.open.clear();
}

void wait_for_copies(int in_flight) {
  Block& block = running_block("copy_async_wait");
  CopyQueue& copies = block.running().copies;
  std::vector<PendingCopy> due;
  while (copies.groups.size() > static_cast<std::size_t>(in_flight)) {
    due.insert(due.end(), copies.groups.front().begin(), copies.groups.front().end());
    copies.groups.pop_front();
  }
  block.random.shuffle(due);
  for (PendingCopy const& copy : due) complete(block, copy);
}

}  // namespace colex::gpu
