// SPDX-License-Identifier: MIT
// Who wrote and who read each byte last. Accesses of two waves are ordered by a barrier between them: each barrier of a block begins
// another interval, numbered through the whole launch. Blocks are never ordered.
//
//   Shadow shadow(bytes);
//   shadow.write(0, 4, {.interval = 3, .wave = 1, ...}, order)      the access that races with this one, or none
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>

namespace colex::code {

/// An access of one lane, in one word. Zero is none.
class Access {
 public:
  constexpr Access() = default;
  constexpr Access(std::uint64_t interval, unsigned wave, std::uint32_t instruction, unsigned lane)
      : bits_(interval << 31 | std::uint64_t{wave} << 27 | std::uint64_t{instruction} << 7 | lane << 1) {}
  std::uint64_t interval() const { return bits_ >> 31; }
  unsigned wave() const { return bits_ >> 27 & 15; }
  std::uint32_t instruction() const { return bits_ >> 7 & 0xFFFFF; }
  unsigned lane() const { return bits_ >> 1 & 63; }
  bool is_one_of_several() const { return (bits_ & 1) != 0; }
  void note_several() { bits_ |= 1; }
  explicit operator bool() const { return bits_ != 0; }

 private:
  std::uint64_t bits_ = 0;
};
inline constexpr std::uint64_t kMostIntervals = std::uint64_t{1} << 33;
inline constexpr std::uint32_t kMostInstructions = 1u << 20;

/// What is ordered before an access: what other waves of its block did before interval `since`. `first` is the block's first interval.
struct Order {
  std::uint64_t launch = 1, first = 1,
                since = 1;     ///< the launch's first interval is `launch`: what was before is ordered
  bool across_blocks = false;  ///< whether other blocks reach this memory
  bool races(Access earlier, unsigned wave) const {
    if (earlier.interval() < launch) return false;
    if (earlier.interval() < first) return across_blocks;
    return earlier.interval() >= since && earlier.wave() != wave;
  }
};

class Shadow {
 public:
  explicit Shadow(std::size_t bytes) : writer_(allocate(bytes)), reader_(allocate(bytes)) {}

  /// Notes the read of a byte; the write that it races with.
  std::optional<Access> read(std::size_t byte, Access by, Order const& order) {
    Access const wrote = writer_[byte];
    Access& reader = reader_[byte];
    if (reader.interval() == by.interval() && reader.wave() != by.wave())
      reader.note_several();
    else
      reader = by;
    if (order.races(wrote, by.wave())) return wrote;
    return {};
  }
  /// Notes the write of a byte; the access that it races with.
  std::optional<Access> write(std::size_t byte, Access by, Order const& order) {
    Access const wrote = writer_[byte], read = reader_[byte];
    writer_[byte] = by;
    if (order.races(wrote, by.wave())) return wrote;
    if (order.races(read, by.wave()) || (read.is_one_of_several() && read.interval() >= order.since))
      return read;
    return {};
  }
  /// The byte holds something from before the launch.
  void fill(std::size_t byte) { writer_[byte] = Access(0, 0, 0, 1), reader_[byte] = Access(); }
  Access writer(std::size_t byte) const { return writer_[byte]; }

 private:
  struct Free {
    void operator()(Access* p) const { std::free(p); }
  };
  using Bytes = std::unique_ptr<Access[], Free>;
  static Bytes allocate(std::size_t bytes) {  // zero pages cost nothing until they are touched
    auto* const p = static_cast<Access*>(std::calloc(bytes + 1, sizeof(Access)));
    if (p == nullptr) throw std::bad_alloc();
    return Bytes(p);
  }
  Bytes writer_, reader_;
};

}  // namespace colex::code
