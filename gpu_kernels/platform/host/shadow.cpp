// SPDX-License-Identifier: MIT
// The access rules of shadow memory.
#include "platform/host/shadow.hpp"

namespace colex::gpu {
namespace {

bool same_thread(Place a, Place b) { return a.block == b.block && a.thread == b.thread; }

/// Nothing orders the two accesses: no barrier lies between them.
bool unordered(Place earlier, Place later) {
  if (earlier.block != later.block) return true;
  if (earlier.interval != later.interval) return false;
  if (earlier.by_box && !later.by_box) return true;
  constexpr std::uint32_t warpgroup = 128;
  if (later.by_box && !earlier.by_box) return earlier.thread / warpgroup != later.thread / warpgroup;
  return earlier.thread != later.thread;
}

}  // namespace

void Shadow::add_reader(Record& record, Place place) {
  // A reader of the same block that a barrier separates from this one tells nothing that this one does not.
  auto const superseded = [&](Place old) {
    return same_thread(old, place) || (old.block == place.block && old.interval < place.interval);
  };
  for (int i = 0; i < record.readers; ++i)
    if (superseded(record.reader[i])) {
      record.reader[i] = place;
      return;
    }
  if (record.readers < 2) {
    record.reader[record.readers++] = place;
    return;
  }
  // Readers of two blocks race with every writer, so keep two blocks once they are known.
  if (record.reader[0].block == record.reader[1].block) record.reader[1] = place;
}

void Shadow::note_copy(Seen& seen, Record const& record, Index byte) {
  if (!record.copying || seen.unfinished) return;
  seen.unfinished = true, seen.unfinished_byte = byte, seen.other = record.writer;
}

Shadow::Seen Shadow::read(Index first, Index count, Place place) {
  Seen seen;
  for (Index byte = first; byte < first + count; ++byte) {
    Record& record = records_[byte];
    note_copy(seen, record, byte);
    if (!seen.unfinished && !seen.race && record.writes > 0 && unordered(record.writer, place)) {
      seen.race = true, seen.byte = byte, seen.other = record.writer, seen.other_is_store = true;
    }
    if (!seen.uninitialised && !record.initialised) seen.uninitialised = true, seen.uninitialised_byte = byte;
    add_reader(record, place);
  }
  return seen;
}

Shadow::Seen Shadow::write(Index first, Index count, Place place) {
  Seen seen;
  for (Index byte = first; byte < first + count; ++byte) {
    Record& record = records_[byte];
    note_copy(seen, record, byte);
    if (!seen.unfinished && !seen.race && record.writes > 0 && unordered(record.writer, place)) {
      seen.race = true, seen.byte = byte, seen.other = record.writer, seen.other_is_store = true;
    }
    for (int i = 0; !seen.unfinished && !seen.race && i < record.readers; ++i)
      if (unordered(record.reader[i], place))
        seen.race = true, seen.byte = byte, seen.other = record.reader[i];
    record.writer = place;
    ++record.writes;
    record.initialised = true;
  }
  return seen;
}

Shadow::Seen Shadow::begin_copy(Index first, Index count, Place place) {
  Seen const seen = write(first, count, place);
  for (Index byte = first; byte < first + count; ++byte)
    records_[byte].copying = true, --records_[byte].writes;
  return seen;
}

void Shadow::end_copy(Index first, Index count, Place place) {
  for (Index byte = first; byte < first + count; ++byte) records_[byte].copying = false;
  write(first, count, place);
}

void Shadow::enter_launch(std::uint64_t launch) {
  if (launch == launch_) return;
  launch_ = launch;
  for (Record& record : records_) record.writes = 0, record.readers = 0;
}

void Shadow::initialise(Index first, Index count) {
  for (Index byte = first; byte < first + count; ++byte) records_[byte].initialised = true;
}

void Shadow::reset() { records_.assign(records_.size(), Record{}); }

}  // namespace colex::gpu
