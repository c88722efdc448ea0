// SPDX-License-Identifier: MIT
// Tensor memory of a block (manual, "Tensor Memory"): 128 lanes of 512 columns of 32 bits, of which warps take and give back columns, and what runs behind those
// who touch it: loads and stores until tcgen05.wait, products until somebody waits for the mbarrier that tcgen05.commit names.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "code/shadow.hpp"

namespace colex::code::ptx {

class Warp;

inline constexpr unsigned kTensorLanes = 128, kTensorColumns = 512;

/// Columns of some lanes. `lanes` are those from which runs of `run` lanes begin.
struct Cells {
  unsigned column = 0, columns = 0, first_lane = 0, runs = 1, run = 32, apart = 32;
  template <class F>
  void each_lane(F f) const {
    for (unsigned k = 0; k < runs; ++k)
      for (unsigned l = 0; l < run; ++l) f(first_lane + k * apart + l);
  }
  bool meets(Cells const& o) const {
    if (column >= o.column + o.columns || o.column >= column + columns) return false;
    bool r = false;
    each_lane([&](unsigned a) { o.each_lane([&](unsigned b) { r = r || a == b; }); });
    return r;
  }
};

/// A load or a store of a warp that it has not waited for.
struct TensorAccess {
  Cells cells{};
  bool is_store = false;
  std::uint32_t instruction = 0;
};

/// A product that has not ended, and when its thread started it.
struct TensorProductWork {
  Cells sum{}, matrix{};  ///< where it sums, and its A; no columns where that is in shared memory
  std::uint32_t instruction = 0, form = 0;
  std::uint8_t lane = 0;
  Warp* by = nullptr;
  std::vector<std::uint64_t> clocks{}, chunks{};  ///< and of shared memory, which it reads
  bool is_committed = false;
};

/// An arrival at an mbarrier when the products before have ended.
struct TensorArrival {
  std::uint64_t barrier = 0;
  std::uint32_t instruction = 0;
  std::uint8_t lane = 0;
  Warp* by = nullptr;
};

struct TensorMemory {
  std::vector<std::uint32_t> words = std::vector<std::uint32_t>(std::size_t{kTensorLanes} * kTensorColumns);
  std::vector<bool> known = std::vector<bool>(words.size());
  Shadow shadow{4 * words.size()};
  unsigned owner[kTensorColumns] = {};  ///< of a column: its allocation, from 1, or 0
  unsigned allocations = 0;
  bool is_relinquished = false;
  std::vector<TensorProductWork> products{};
  std::vector<TensorArrival> arrivals{};

  static std::size_t at(unsigned lane, unsigned column) {
    return std::size_t{lane} * kTensorColumns + column;
  }
};

}  // namespace colex::code::ptx
