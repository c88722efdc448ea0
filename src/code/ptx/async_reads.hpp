// SPDX-License-Identifier: MIT
// Which warps read a block's shared memory by an instruction that runs behind them, in chunks of 16 bytes: from its start until it was waited for. Who writes
// there meanwhile races with it, and so does who writes there later, and was not told.
//
//   reads.begin(chunk, warp, interval, instruction);
//   reads.end(chunk, warp, interval);
//   reads.raced(chunk, writer, clocks)      a read that is not before the write, or none
#pragma once

#include <optional>
#include <vector>

#include "code/shadow.hpp"

namespace colex::code::ptx {

class AsyncReads {
 public:
  static constexpr unsigned warps = 32;
  static constexpr std::uint64_t chunk_bytes = 16;

  explicit AsyncReads(std::size_t bytes) : chunks_((bytes + chunk_bytes - 1) / chunk_bytes) {}

  void begin(std::uint64_t chunk, unsigned warp, std::uint64_t interval, std::uint32_t instruction) {
    if (reads_.empty()) reads_.resize(chunks_ * warps);
    Read& r = reads_[chunk * warps + warp];
    r.interval = static_cast<std::uint32_t>(interval), r.instruction = instruction, ++r.under_way;
  }
  void end(std::uint64_t chunk, unsigned warp, std::uint64_t interval) {
    Read& r = reads_[chunk * warps + warp];
    r.interval = static_cast<std::uint32_t>(interval), --r.under_way;
  }
  /// `clocks` are the writer's: what warp w did before interval clocks[w] is before the write.
  std::optional<Access> raced(std::uint64_t chunk, unsigned writer, std::uint64_t const* clocks) const {
    if (reads_.empty()) return {};
    for (unsigned w = 0; w < warps; ++w) {
      Read const& r = reads_[chunk * warps + w];
      if (r.under_way > 0 || (w != writer && r.interval >= clocks[w]))
        return Access(r.interval, w, r.instruction, 0);
    }
    return {};
  }

 private:
  struct Read {
    std::uint32_t interval = 0, instruction = 0, under_way = 0;
  };
  std::size_t chunks_;
  std::vector<Read> reads_{};
};

}  // namespace colex::code::ptx
