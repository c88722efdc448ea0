// SPDX-License-Identifier: MIT
// Shadow memory: for every byte of a buffer, who wrote it and who read it in the current launch, and whether
// it holds a value at all. A write and another access of one byte race when nothing orders them: threads of
// one block in one barrier interval, or threads of two blocks of one launch. Two writes race even if they
// store equal values.
//
//   Shadow shadow("out", 64);
//   shadow.write(0, 4, {.block = 0, .thread = 1});               // thread 1 writes bytes [0, 4)
//   auto seen = shadow.write(2, 2, {.block = 0, .thread = 2});   // thread 2 writes bytes [2, 4)
//   // seen.race is true, seen.byte == 2, seen.other.thread == 1
#pragma once

#include <string>
#include <vector>

#include "platform/host/finding.hpp"

namespace colex::gpu {

class Shadow {
 public:
  /// Bytes are uninitialised at first.
  Shadow(std::string view_name, Index bytes) : name_(std::move(view_name)), records_(bytes) {}

  /// What an access met. The byte is the first that raced, or the first uninitialised one.
  struct Seen {
    bool race = false;
    Index byte = 0;
    Place other;
    bool other_is_store = false;
    bool uninitialised = false;
    Index uninitialised_byte = 0;
    bool unfinished = false;  // a copy to the byte is in flight; `other` started it
    Index unfinished_byte = 0;
  };

  /// Records an access of the bytes [first, first + count), all within the buffer.
  Seen read(Index first, Index count, Place place);
  Seen write(Index first, Index count, Place place);

  /// An asynchronous copy that will write the bytes starts, and ends: until then nobody may touch them.
  Seen begin_copy(Index first, Index count, Place place);
  void end_copy(Index first, Index count, Place place);

  /// At the first access of launch number `launch`: forgets who accessed what, for launches are ordered.
  void enter_launch(std::uint64_t launch);

  /// Makes bytes [first, first + count) initialised, as by a copy from the host.
  void initialise(Index first, Index count);

  /// Makes every byte uninitialised and forgets all accesses.
  void reset();

  std::string const& name() const { return name_; }
  Index bytes() const { return static_cast<Index>(records_.size()); }

  /// How often the byte was written in the latest launch that accessed this buffer.
  std::uint32_t writes(Index byte) const { return records_[byte].writes; }
  bool is_initialised(Index byte) const { return records_[byte].initialised; }

 private:
  // Two readers suffice for exactness: if any past reader races with a later writer, then so does one of
  // these.
  struct Record {
    Place writer;  // the latest; meaningful when writes > 0
    Place reader[2];
    std::uint32_t writes = 0;
    std::uint8_t readers = 0;
    bool initialised = false;
    bool copying = false;
  };
  static void note_copy(Seen& seen, Record const& record, Index byte);
  static void add_reader(Record& record, Place place);

  std::string name_;
  std::vector<Record> records_;
  std::uint64_t launch_ = 0;
};

}  // namespace colex::gpu
