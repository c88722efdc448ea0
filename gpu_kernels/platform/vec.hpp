// SPDX-License-Identifier: MIT
// What every platform shares: the vector value that one memory access moves, and the shape of a launch.
//
//   Vec<float, 4> v{{1, 2, 3, 4}};      // 16 bytes, aligned to 16 bytes
//   LaunchShape shape{.grid = {12}, .block = {256}, .seed = 7};
#pragma once

#include <cstdint>

namespace colex::gpu {

/// Element offsets and counts. Signed, 64 bits; offsets are in elements everywhere.
using Index = std::int64_t;

/// The widest single access of a thread, in bytes.
inline constexpr int widest_access_bytes = 16;

/// The elements that one access moves. Aligned to its own size, as the hardware demands of the address.
template <class T, int V>
struct alignas(V * sizeof(T)) Vec {
  static_assert(V > 0 && (V & (V - 1)) == 0, "a vector access moves a power of two of elements");
  static_assert(V * sizeof(T) <= widest_access_bytes, "an access moves at most 16 bytes");
  T value[V];
};

/// The bits of a bfloat16 number, for kernels that only move data. Every compiler accepts it.
struct Bf16 {
  std::uint16_t bits;
  friend constexpr bool operator==(Bf16 a, Bf16 b) { return a.bits == b.bits; }
};

/// Three extents, or three coordinates, x fastest.
struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
};

struct BankModel;  // tiles/bank_model.hpp

/// Blocks in a launch and threads in a block. The seed chooses the order in which the host platform runs
/// blocks and threads; devices ignore it.
struct LaunchShape {
  Dim3 grid;
  Dim3 block;
  std::uint64_t seed = 0;
  BankModel const* banks = nullptr;  ///< the host platform counts conflicts under this model
};

}  // namespace colex::gpu
