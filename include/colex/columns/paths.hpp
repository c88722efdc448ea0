// SPDX-License-Identifier: MIT
// Rows through an operation, eight at a time, by the path that they take.
//
// Eight neighbours start together. Rows that leave (lanes.hpp) wait for others that left at the same place, until there are
// eight of them; an operation has few paths, so that most calls end with eight answers.
//
//   static std::vector<columns::Batch> ready;
//   assert((columns::Waiting().add(1, 5, 17, ready), ready.empty()));         waits for seven more
#pragma once

#include <cstdint>
#include <vector>

#include "colex/columns/lanes.hpp"

namespace colex::columns {
inline namespace COLEX_LANES {

/// Eight rows at most that may run together: alike, and as far as they have run, on one path.
struct Batch {
  std::uint64_t alike = 0, path = 0;
  int count = 0;
  bool together = false;  ///< eight rows one after the other
  std::int64_t row[kLanes]{};
};

/// Rows that have left, by path. A batch is handed out when it is full, or when another path needs its place.
class Waiting {
 public:
  void add(std::uint64_t alike, std::uint64_t path, std::int64_t row, std::vector<Batch>& ready) {
    Batch& batch = table_[(path ^ alike << 32) * 0x9e3779b97f4a7c15U >> (64 - kBits)];
    if (batch.count > 0 && (batch.alike != alike || batch.path != path)) hand_out(batch, ready);
    batch.alike = alike;
    batch.path = path;
    batch.together = false;
    batch.row[batch.count++] = row;
    if (batch.count == kLanes) hand_out(batch, ready);
  }
  /// All that still wait.
  void all(std::vector<Batch>& ready) {
    for (Batch& batch : table_)
      if (batch.count > 0) hand_out(batch, ready);
  }

 private:
  static constexpr int kBits = 10;
  static void hand_out(Batch& batch, std::vector<Batch>& ready) {
    ready.push_back(batch);
    batch.count = 0;
  }
  std::vector<Batch> table_ = std::vector<Batch>(std::size_t{1} << kBits);
};

/// Whether lanes pay: while calls answer few rows, the next rows are asked singly, and then a few in lanes again.
class Worth {
 public:
  bool lanes() { return kLanesPay && (singly_ == 0 || --singly_ == 0); }
  void called(int answered) {
    answered_ += answered;
    if (++calls_ < kCalls) return;
    if (answered_ < kLeast * kCalls) singly_ = kBatches;
    calls_ = answered_ = 0;
  }

 private:
  static constexpr int kCalls = 64, kLeast = 2, kBatches = 1024;
  int calls_ = 0, answered_ = 0, singly_ = 0;
};

/// Asks rows [from, to). `alike(row)` is a key of what the rows of a call must have in common, such as the profile; 0 of a
/// row that is not asked. `lanes(batch)` asks a batch: it starts the group, and answers the lanes whose rows it has
/// answered. `single(row)` asks one with 64-bit integers.
template <class Alike, class InLanes, class Single>
void each_row(std::int64_t from, std::int64_t to, Alike const& alike, InLanes const& lanes,
              Single const& single) {
  Waiting waiting;
  std::vector<Batch> ready;
  Worth worth;
  auto const run = [&](Batch const& batch) {
    Mask const answered = lanes(batch);
    Mask seen = answered;
    worth.called(std::popcount(answered));
    for (int n = 0; n < group.leavings; ++n) {
      auto const& [left, path] = group.left[n];
      seen |= left;
      for (Mask rest = left; rest != 0; rest &= rest - 1)
        waiting.add(batch.alike, path, batch.row[std::countr_zero(rest)], ready);
    }
    for (Mask rest = ~seen & ((Mask{1} << batch.count) - 1); rest != 0; rest &= rest - 1)
      single(batch.row[std::countr_zero(rest)]);
  };
  auto const run_ready = [&] {
    while (!ready.empty()) {
      Batch const batch = ready.back();
      ready.pop_back();
      if (batch.count > 2) {
        run(batch);
      } else {  // as many calls, each of one row
        for (int k = 0; k < batch.count; ++k) single(batch.row[k]);
      }
    }
  };
  for (std::int64_t first = from; first < to; first += kLanes) {
    Batch batch;
    bool same = first + kLanes <= to;
    for (std::int64_t row = first; row < to && row < first + kLanes; ++row) {
      std::uint64_t const key = alike(row);
      if (row == first) batch.alike = key;
      same = same && key == batch.alike && key != 0;
      batch.row[batch.count++] = row;
    }
    if (!worth.lanes()) {
      for (int k = 0; k < batch.count; ++k)
        if (alike(batch.row[k]) != 0) single(batch.row[k]);
    } else if (same) {
      batch.together = true;
      run(batch);
    } else {
      for (int k = 0; k < batch.count; ++k)
        if (std::uint64_t const key = alike(batch.row[k]); key != 0) waiting.add(key, 0, batch.row[k], ready);
    }
    run_ready();
  }
  waiting.all(ready);
  while (!ready.empty()) {
    run_ready();
    waiting.all(ready);
  }
}

}  // namespace COLEX_LANES
}  // namespace colex::columns
