// SPDX-License-Identifier: MIT
// Which lane an operand is read from in the DPP encoding ("Data Parallel Processing" in the CDNA3 ISA manual, chapter "Vector ALU Operations"; row_newbcast in
// LLVM's AMDGPU syntax): lanes lie in rows of 16, rows in banks of 4.
//
//   source_lane({.pattern = Pattern::row_shr, .by = 8}, 13)      5
//   source_lane({.pattern = Pattern::row_shr, .by = 8}, 3)       -1: there is none
#pragma once

#include <array>
#include <cstdint>

namespace colex::code {

enum class Pattern : std::uint8_t {
  none,
  quad_perm,
  row_shl,
  row_shr,
  row_ror,
  wave_shl,
  wave_rol,
  wave_shr,
  wave_ror,
  row_mirror,
  row_half_mirror,
  row_bcast,
  row_newbcast
};

struct LanePattern {
  Pattern pattern = Pattern::none;
  int by = 0;                                  ///< lanes, or the lane of row_bcast and row_newbcast
  std::array<std::uint8_t, 4> quad{};          ///< of quad_perm
  std::uint8_t row_mask = 15, bank_mask = 15;  ///< the rows, and the banks of each row, that are written
  bool zero = false;  ///< bound_ctrl: a lane without a source reads 0; otherwise it is not written
};

/// The lane that lane 0 to 63 reads; -1 where there is none.
constexpr int source_lane(LanePattern const& p, int lane) {
  int const row = lane & ~15, within = lane & 15;
  switch (p.pattern) {
    case Pattern::none:
      return lane;
    case Pattern::quad_perm:
      return (lane & ~3) + p.quad[static_cast<std::size_t>(lane & 3)];
    case Pattern::row_shl:
      return within + p.by < 16 ? lane + p.by : -1;
    case Pattern::row_shr:
      return within - p.by >= 0 ? lane - p.by : -1;
    case Pattern::row_ror:
      return row + ((within - p.by) & 15);
    case Pattern::wave_shl:
      return lane + 1 < 64 ? lane + 1 : -1;
    case Pattern::wave_rol:
      return (lane + 1) & 63;
    case Pattern::wave_shr:
      return lane - 1;
    case Pattern::wave_ror:
      return (lane - 1) & 63;
    case Pattern::row_mirror:
      return row + 15 - within;
    case Pattern::row_half_mirror:
      return (lane & ~7) + 7 - (lane & 7);
    case Pattern::row_bcast:
      return p.by == 15 ? row - 1 : lane >= 32 ? 31 : -1;
    case Pattern::row_newbcast:
      return row + p.by;
  }
  return -1;
}

/// Whether the masks let a lane be written.
constexpr bool is_written(LanePattern const& p, int lane) {
  return (p.row_mask >> lane / 16 & 1) != 0 && (p.bank_mask >> (lane & 15) / 4 & 1) != 0;
}

static_assert(source_lane({.pattern = Pattern::row_bcast, .by = 15}, 20) == 15 &&
              source_lane({.pattern = Pattern::row_bcast, .by = 15}, 3) == -1);
static_assert(source_lane({.pattern = Pattern::row_mirror}, 18) == 29 &&
              source_lane({.pattern = Pattern::row_ror, .by = 1}, 16) == 31);

}  // namespace colex::code
