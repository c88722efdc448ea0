// SPDX-License-Identifier: MIT
// Words of 16 bytes in four registers: elements turned about within one, and squares of elements of which a register
// holds a row. A register's first element is its lowest.
//
//   rotate_elements<1>({{0x03020100, 0x07060504, 0x0B0A0908, 0x0F0E0D0C}}, 1).value[0] == 0x0201000F
//   two rows of 16-bit elements, {0xB0B0A0A0, 0xB1B1A1A1}, turned are {0xA1A1A0A0, 0xB1B1B0B0}
#pragma once

#include "platform/platform.hpp"
#include "tiles/tile_layout.hpp"

namespace colex::gpu {

/// A word in registers: compilers take vectors of bytes apart.
struct alignas(16) Registers {
  std::uint32_t value[4];
};

/// The upper 32 bits of (high, low) moved up by `bits`, less than 32.
__device__ inline std::uint32_t funnel_up(std::uint32_t low, std::uint32_t high, std::uint32_t bits) {
#if defined(__CUDA_ARCH__)
  return __funnelshift_l(low, high, bits);
#else
  return static_cast<std::uint32_t>((std::uint64_t{high} << 32 | low) << bits >> 32);
#endif
}

/// Four bytes of (high, low), of which a digit of `picked` names one each: 0 is the lowest of low, 4 that of high.
__device__ inline std::uint32_t pick_bytes(std::uint32_t low, std::uint32_t high, std::uint32_t picked) {
#if defined(__CUDA_ARCH__)
  return __byte_perm(low, high, picked);
#else
  std::uint64_t const both = std::uint64_t{high} << 32 | low;
  std::uint32_t made = 0;
  COLEX_UNROLL
  for (int k = 0; k < 4; ++k)
    made |= static_cast<std::uint32_t>(both >> 8 * (picked >> 4 * k & 7) & 0xFF) << 8 * k;
  return made;
#endif
}

/// The word whose register k is register (k - count) modulo 4, if `turned`. Both values are read: a choice between two
/// elements of an array is an index to clang, which keeps the array in memory for it.
template <int count>
__device__ inline Registers turn_registers(Registers const& word, bool turned) {
  Registers made;
  COLEX_UNROLL
  for (int k = 0; k < 4; ++k) {
    std::uint32_t const other = word.value[(k + 4 - count) % 4], own = word.value[k];
    made.value[k] = turned ? other : own;
  }
  return made;
}

/// The word whose element j is element (j - count) modulo as many as there are; of `bytes` bytes each, 1 or 2.
template <int bytes>
__device__ inline Registers rotate_elements(Registers const& word, std::uint32_t count) {
  std::uint32_t const up = count * bytes;
  Registers const twice = turn_registers<2>(turn_registers<1>(word, (up & 4) != 0), (up & 8) != 0);
  Registers made;
  COLEX_UNROLL
  for (int k = 0; k < 4; ++k)
    made.value[k] = funnel_up(twice.value[(k + 3) % 4], twice.value[k], 8 * (up & 3));
  return made;
}

/// Register c holds element c of each of the rows, a register's worth of elements of 4 / side bytes by as many.
template <int side>
__device__ inline void turn_square(std::uint32_t const (&row)[side], std::uint32_t (&column)[side]) {
  static_assert(side == 1 || side == 2 || side == 4);
  if constexpr (side == 1) {
    column[0] = row[0];
  } else if constexpr (side == 2) {
    column[0] = pick_bytes(row[0], row[1], 0x5410);
    column[1] = pick_bytes(row[0], row[1], 0x7632);
  } else {
    std::uint32_t const low01 = pick_bytes(row[0], row[1], 0x5140),
                        high01 = pick_bytes(row[0], row[1], 0x7362),
                        low23 = pick_bytes(row[2], row[3], 0x5140),
                        high23 = pick_bytes(row[2], row[3], 0x7362);
    column[0] = pick_bytes(low01, low23, 0x5410);
    column[1] = pick_bytes(low01, low23, 0x7632);
    column[2] = pick_bytes(high01, high23, 0x5410);
    column[3] = pick_bytes(high01, high23, 0x7632);
  }
}

}  // namespace colex::gpu
