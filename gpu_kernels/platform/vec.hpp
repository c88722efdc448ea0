// SPDX-License-Identifier: MIT
// What every platform shares: the vector value that one memory access moves, a thread's registers, and the
// shape of a launch.
//
//   Vec<float, 4> v{{1, 2, 3, 4}};      // 16 bytes, aligned to 16 bytes
//   Fragment<Bf16, 8> a;                // 8 elements in registers, a[0], ..., a[7]
//   LaunchShape shape{.grid = {12}, .block = {256}, .seed = 7};
#pragma once

#include <cstdint>

#include "platform/number_types.hpp"

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

/// N elements in the registers of one thread: what an atom takes and gives.
template <class T, int N>
struct Fragment {
  T value[N];
  constexpr T& operator[](int i) { return value[i]; }
  constexpr T const& operator[](int i) const { return value[i]; }
};

/// Three extents, or three coordinates, x fastest.
struct Dim3 {
  std::uint32_t x = 1, y = 1, z = 1;
};

/// Whose accesses an arrival at an mbarrier, or a wait for one, orders: the block's, or the cluster's.
enum class Scope { block, cluster };

struct BankModel;  // tiles/bank_model.hpp

/// Blocks in a launch, threads in a block, and the bytes of shared memory that dynamic_shared divides. The
/// seed chooses the order in which the host platform runs blocks and threads, and `wave` is how many threads
/// make a wave there, 64 or 32; `workers` is on how many OS threads blocks run there. Devices ignore these.
/// `stream` is a device's, a cudaStream_t or hipStream_t; null is its default stream.
struct LaunchShape {
  Dim3 grid;
  Dim3 block;
  std::uint64_t seed = 0;
  void* stream = nullptr;
  std::uint32_t shared_bytes = 0;
  int wave = 64;
  int workers = 1;
  BankModel const* banks = nullptr;  ///< the host platform counts conflicts under this model
  int cluster = 1;                   ///< blocks along x that the host platform runs together
  bool early = false;  ///< launches before this one may not be over when it begins (hopper/mbarrier.hpp)
};

}  // namespace colex::gpu
