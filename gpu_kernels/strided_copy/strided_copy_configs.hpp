// SPDX-License-Identifier: MIT
// The shipped configs of the strided copy: one per width of an access. A config names the unit that a thread
// loads by one access, how many of them it gathers into one store, the threads of a block, and how many stores
// each makes.
//
//   StridedCopyB128 moves units of 16 bytes, 1024 per block; StridedCopyB16x2 loads two elements of 2 bytes, which lie
//   apart, and stores them as 4 bytes.
#pragma once

#include <cstdint>
#include <tuple>

#include "platform/platform.hpp"

namespace colex::gpu {

/// 16 bytes that move together and are not looked at.
struct alignas(16) Word128 {
  std::uint64_t low, high;
  friend constexpr bool operator==(Word128 const& a, Word128 const& b) {
    return a.low == b.low && a.high == b.high;
  }
};

/// The modes that a strided copy takes: more are refused after coalescing.
inline constexpr int strided_rank = 6;

template <class Unit, int together = 1>
struct StridedCopy {
  using element = Unit;
  static constexpr int rank = strided_rank, threads = 256, steps = 4, gathered = together;
};
struct StridedCopyB8 : StridedCopy<std::uint8_t> {
  static constexpr char const* name = "strided_copy_b8";
};
struct StridedCopyB16 : StridedCopy<std::uint16_t> {
  static constexpr char const* name = "strided_copy_b16";
};
struct StridedCopyB32 : StridedCopy<std::uint32_t> {
  static constexpr char const* name = "strided_copy_b32";
};
struct StridedCopyB64 : StridedCopy<std::uint64_t> {
  static constexpr char const* name = "strided_copy_b64";
};
struct StridedCopyB128 : StridedCopy<Word128> {
  static constexpr char const* name = "strided_copy_b128";
};

/// The bytes of a store of gathered elements.
inline constexpr int gathered_bytes = 4;
struct StridedCopyB8x4 : StridedCopy<std::uint8_t, gathered_bytes> {
  static constexpr char const* name = "strided_copy_b8x4";
};
struct StridedCopyB16x2 : StridedCopy<std::uint16_t, gathered_bytes / 2> {
  static constexpr char const* name = "strided_copy_b16x2";
};

using StridedCopyConfigs = std::tuple<StridedCopyB8, StridedCopyB16, StridedCopyB32, StridedCopyB64,
                                      StridedCopyB128, StridedCopyB8x4, StridedCopyB16x2>;

/// The conditions that a config decides alone; one that fails does not compile.
template <class Config>
constexpr bool check_strided_copy_config() {
  static_assert(sizeof(typename Config::element) * Config::gathered <= widest_access_bytes,
                "one access moves what is gathered");
  static_assert(Config::rank >= 4 && Config::steps >= 1);
  static_assert(Config::threads >= 1 && Config::threads <= 1024);
  return true;
}

}  // namespace colex::gpu
