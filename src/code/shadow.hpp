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

/// An access of one lane, in one word: 30 bits of the interval, one of atomic ones, 5 of the wave, 21 of the instruction, 6 of the lane. Zero is none.
class Access {
 public:
  constexpr Access() = default;
  constexpr Access(std::uint64_t interval, unsigned wave, std::uint32_t instruction, unsigned lane,
                   bool is_atomic = false)
      : bits_(interval << 34 | std::uint64_t{is_atomic} << 33 | std::uint64_t{wave} << 28 |
              std::uint64_t{instruction} << 7 | lane << 1) {}
  std::uint64_t interval() const { return bits_ >> 34; }
  bool is_atomic() const { return (bits_ >> 33 & 1) != 0; }
  unsigned wave() const { return bits_ >> 28 & 31; }
  std::uint32_t instruction() const { return bits_ >> 7 & 0x1FFFFF; }
  unsigned lane() const { return bits_ >> 1 & 63; }
  bool is_one_of_several() const { return (bits_ & 1) != 0; }
  void note_several() { bits_ |= 1; }
  explicit operator bool() const { return bits_ != 0; }

 private:
  std::uint64_t bits_ = 0;
};
inline constexpr std::uint64_t kMostIntervals = std::uint64_t{1} << 30;
inline constexpr std::uint32_t kMostInstructions = 1u << 20;

/// What is ordered before an access: what other waves of its block did before interval `since`. `first` is the block's first interval. Warps of PTX have
/// clocks instead: what warp w did before interval clocks[w] is ordered, and of the own warp, what other lanes did. Atomic accesses never race.
struct Order {
  std::uint64_t launch = 1, first = 1,
                since = 1;     ///< the launch's first interval is `launch`: what was before is ordered
  bool across_blocks = false;  ///< whether other blocks reach this memory
  std::uint64_t const* clocks = nullptr;

  bool races(Access earlier, Access by) const {
    if (earlier.interval() < launch || (earlier.is_atomic() && by.is_atomic())) return false;
    if (earlier.interval() < first) return across_blocks;
    if (clocks == nullptr) return earlier.interval() >= since && earlier.wave() != by.wave();
    bool const other_lane = earlier.lane() != by.lane() && earlier.instruction() != by.instruction();
    return earlier.interval() >= clocks[earlier.wave()] && (earlier.wave() != by.wave() || other_lane);
  }
  /// Whether this read is remembered beside an earlier one of another wave.
  bool adds(Access earlier, Access by) const {
    if (earlier.wave() == by.wave()) return false;
    return clocks == nullptr ? earlier.interval() == by.interval() : races(earlier, by);
  }
};

class Shadow {
 public:
  explicit Shadow(std::size_t bytes) : writer_(allocate(bytes)), reader_(allocate(bytes)) {}

  /// Notes the read of a byte; the write that it races with.
  std::optional<Access> read(std::size_t byte, Access by, Order const& order) {
    Access const wrote = writer_[byte];
    Access& reader = reader_[byte];
    if (order.adds(reader, by))
      reader.note_several();
    else
      reader = by;
    if (order.races(wrote, by)) return wrote;
    return {};
  }
  /// Notes the write of a byte; the access that it races with.
  std::optional<Access> write(std::size_t byte, Access by, Order const& order) {
    Access const wrote = writer_[byte], read = reader_[byte];
    writer_[byte] = by;
    if (order.races(wrote, by)) return wrote;
    if (order.races(read, by) || (read.is_one_of_several() && read.interval() >= order.since)) return read;
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
