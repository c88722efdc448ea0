// SPDX-License-Identifier: MIT
// Who wrote and who read each byte last. Accesses of two waves are ordered by a barrier between them: each barrier of a block begins
// another interval, numbered through the whole launch. Blocks are never ordered. The bytes of a word have one history until some of them are touched alone.
//
//   Shadow shadow(bytes);
//   shadow.visit(0, 16, [&](std::uint64_t byte, History& of) { of.write(by, order); return true; })      four times: once for each word
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <unordered_set>
#include <utility>

namespace colex::code {

/// An access of one lane, in one word: 30 bits of the interval, one of atomic ones, 5 of the wave, one of several lanes, 20 of the instruction, 6 of the
/// lane, one of several waves. Zero is none.
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
  std::uint32_t instruction() const { return bits_ >> 7 & 0xFFFFF; }
  unsigned lane() const { return bits_ >> 1 & 63; }
  bool is_one_of_several() const { return (bits_ & 1) != 0; }
  void note_several() { bits_ |= 1; }
  /// Other lanes of the wave did the same, which nothing orders with it.
  bool is_of_several_lanes() const { return (bits_ >> 27 & 1) != 0; }
  void note_several_lanes() { bits_ |= std::uint64_t{1} << 27; }
  explicit operator bool() const { return bits_ != 0; }
  bool operator==(Access const&) const = default;
  /// The same of another lane, where this is of lane 0.
  Access of_lane(unsigned lane) const {
    Access r;
    r.bits_ = bits_ | lane << 1;
    return r;
  }
  /// In an earlier interval, or none where the other is first().
  bool is_before(Access other) const { return bits_ < other.bits_; }
  /// Before it is only none.
  static constexpr Access first() {
    Access r;
    r.bits_ = 1;
    return r;
  }
  /// No access, and not none.
  static constexpr Access mark() {
    Access r;
    r.bits_ = ~std::uint64_t{0};
    return r;
  }

 private:
  std::uint64_t bits_ = 0;
};
inline constexpr std::uint64_t kMostIntervals = std::uint64_t{1} << 30;
inline constexpr std::uint32_t kMostInstructions = (1u << 20) - 1;  ///< the end has a number, too

/// What is ordered before an access: what other waves of its block did before interval `since`. `first` is the block's first interval. Warps of PTX have
/// clocks instead: what warp w did before interval clocks[w] is ordered, and of the own warp, what other lanes did. Where lanes of a warp have met without
/// the others, what lane k did before interval lanes[l][k] is ordered before what lane l does, too. Atomic accesses never race.
struct Order {
  std::uint64_t launch = 1, first = 1,
                since = 1;     ///< the launch's first interval is `launch`: what was before is ordered
  bool across_blocks = false;  ///< whether other blocks reach this memory
  std::uint64_t const* clocks = nullptr;
  std::uint64_t const (*lanes)[32] = nullptr;

  bool races(Access earlier, Access by) const {
    if (earlier.interval() < launch || (earlier.is_atomic() && by.is_atomic())) return false;
    if (earlier.interval() < first) return across_blocks;
    if (clocks == nullptr) return earlier.interval() >= since && earlier.wave() != by.wave();
    if (earlier.interval() < clocks[earlier.wave()]) return false;
    return earlier.wave() != by.wave() ||
           (earlier.instruction() != by.instruction() && is_unordered_lane(earlier, by));
  }
  /// Of two accesses of one warp, the earlier one behind all that its lanes met at.
  bool is_unordered_lane(Access earlier, Access by) const {
    if (lanes != nullptr)
      return earlier.lane() != by.lane() && earlier.interval() >= lanes[by.lane()][earlier.lane()];
    return earlier.lane() != by.lane() || earlier.is_of_several_lanes();
  }
  /// What is remembered of an access where `earlier` was: where both are alike, and of lanes that nothing orders, that there are several.
  Access remembered(Access earlier, Access by) const {
    if (clocks != nullptr && earlier.interval() >= first && earlier.wave() == by.wave() &&
        earlier.is_atomic() == by.is_atomic() && earlier.interval() >= clocks[by.wave()] &&
        is_unordered_lane(earlier, by))
      by.note_several_lanes();
    return by;
  }
  /// Whether this read is remembered beside an earlier one of another wave.
  bool adds(Access earlier, Access by) const {
    if (earlier.wave() == by.wave()) return false;
    return clocks == nullptr ? earlier.interval() == by.interval() : races(earlier, by);
  }
};

/// Of a byte, or of all bytes of a word.
struct History {
  Access writer{}, reader{};
  bool operator==(History const&) const = default;

  /// Notes a read; the write that it races with, or none.
  Access read(Access by, Order const& order) {
    if (order.adds(reader, by))
      reader.note_several();
    else
      reader = order.remembered(reader, by);
    return order.races(writer, by) ? writer : Access();
  }
  /// Notes a write; the access that it races with, or none.
  Access write(Access by, Order const& order) {
    Access const wrote = writer;
    writer = order.remembered(writer, by);
    if (order.races(wrote, by)) return wrote;
    if (order.races(reader, by) || (reader.is_one_of_several() && reader.interval() >= order.since))
      return reader;
    return {};
  }
};

class Shadow {
 public:
  explicit Shadow(std::size_t bytes) : words_(allocate(bytes / 4 + 1)), bytes_(allocate(bytes + 4)) {}

  /// The bytes from `first` up to `end`, in order: `f` of the first byte of each part that has one history, and of that, until it says no. The first byte that
  /// it said no of, or `end`.
  template <class F>
  std::uint64_t visit(std::uint64_t first, std::uint64_t end, F f) {
    for (std::uint64_t at = first; at < end;) {
      History& word = words_[at / 4];
      bool const is_whole = at % 4 == 0 && end - at >= 4;
      if (is_whole && word != kSplit) [[likely]] {
        if (!f(at, word)) return at;
        at += 4;
        continue;
      }
      History* const bytes = &bytes_[at / 4 * 4];
      if (word != kSplit) bytes[0] = bytes[1] = bytes[2] = bytes[3] = std::exchange(word, kSplit);
      std::uint64_t const next = std::min(end, at / 4 * 4 + 4);
      for (; at < next; ++at)
        if (!f(at, bytes[at % 4])) return at;
      if (is_whole && bytes[0] == bytes[1] && bytes[0] == bytes[2] && bytes[0] == bytes[3]) word = bytes[0];
    }
    return end;
  }
  /// Notes a wave's access to whole words of its block's memory, if what was done to them is ordered by being before interval `since`. Otherwise it notes
  /// nothing, and says no. What was written before `oldest` cannot be read.
  template <bool is_store, unsigned words>
  bool note_ordered(std::uint64_t first, Access by, Access since, Access oldest) {
    History* const of = &words_[first / 4];
    bool ordered = true;
    for (unsigned k = 0; k < words; ++k)  // kSplit is before nothing
      ordered &= of[k].writer.is_before(since) &
                 (is_store ? of[k].reader.is_before(since) : !of[k].writer.is_before(oldest));
    if (!ordered) return false;
    for (unsigned k = 0; k < words; ++k)
      if constexpr (is_store)
        of[k].writer = by;
      else
        of[k].read(by, Order{});
    return true;
  }
  /// Notes an access as long as nothing is to be said of it: the first byte of which that is not so, or `end`. What was written before `oldest` cannot be read.
  template <bool is_store>
  std::uint64_t note_quiet(std::uint64_t first, std::uint64_t end, Access by, Order order, Access oldest) {
    return visit(first, end, [=](std::uint64_t, History& of) {
      if (order.races(of.writer, by)) return false;
      if constexpr (is_store) {
        if (order.races(of.reader, by) ||
            (of.reader.is_one_of_several() && of.reader.interval() >= order.since))
          return false;
        of.writer = order.remembered(of.writer, by);
      } else {
        if (of.writer.is_before(oldest)) return false;
        of.read(by, order);
      }
      return true;
    });
  }
  /// The bytes hold something from before the launch.
  void fill(std::size_t first, std::size_t bytes) {
    visit(first, first + bytes, [](std::uint64_t, History& of) {
      of = {Access(0, 0, 0, 1), {}};
      return true;
    });
  }
  Access writer(std::size_t byte) const {
    return (words_[byte / 4] == kSplit ? bytes_[byte] : words_[byte / 4]).writer;
  }
  /// Bytes that were stored from a register that nothing has written: they may lie there, and may not be used.
  void leave_unwritten(std::uint64_t first, std::uint64_t end) {
    for (; first < end; ++first) unwritten_.insert(first);
  }
  void forget_unwritten(std::uint64_t first, std::uint64_t end) {
    for (; first < end; ++first) unwritten_.erase(first);
  }
  bool has_unwritten() const { return !unwritten_.empty(); }
  bool is_unwritten(std::uint64_t byte) const { return unwritten_.contains(byte); }

 private:
  static constexpr History kSplit{Access::mark(), Access::mark()};  ///< of a word: its bytes have their own
  struct Free {
    void operator()(History* p) const { std::free(p); }
  };
  using Histories = std::unique_ptr<History[], Free>;
  static Histories allocate(std::size_t count) {  // zero pages cost nothing until they are touched
    auto* const p = static_cast<History*>(std::calloc(count, sizeof(History)));
    if (p == nullptr) throw std::bad_alloc();
    return Histories(p);
  }
  Histories words_, bytes_;
  std::unordered_set<std::uint64_t> unwritten_{};
};

}  // namespace colex::code
