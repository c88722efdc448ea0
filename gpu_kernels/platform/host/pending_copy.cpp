// SPDX-License-Identifier: MIT
// Asynchronous copies: issued, committed, completed by the wait.
#include "platform/host/pending_copy.hpp"

#include <cstring>

#include "platform/host/block.hpp"

namespace colex::gpu {
namespace {

void complete(Place place, PendingCopy const& copy) {
  if (copy.source.data) {
    touch(copy.source, copy.bytes, Access::load);
    std::memcpy(copy.destination.data, copy.source.data, static_cast<std::size_t>(copy.bytes));
  } else {
    std::memset(copy.destination.data, 0, static_cast<std::size_t>(copy.bytes));
  }
  copy.destination.shadow->end_copy(copy.destination.byte, copy.bytes, place);
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
  for (PendingCopy const& copy : due) complete(block.place, copy);
}

}  // namespace colex::gpu
