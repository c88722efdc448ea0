// SPDX-License-Identifier: MIT
// A tensor map as the executor keeps it in the object's 128 bytes (manual, "Tensors"): which bits NVIDIA's driver writes there is not published, so they are ours.
// It has the driver's fields and rules, for maps that are tiled and not interleaved, and zeros outside.
//
//   TensorMap const map{address, 2, 2, 128, {64, 100}, {2, 128}, {64, 8}};      boxes of 8 rows of 64 halves, of 100, swizzled over 128 bytes
//   auto const bytes = encoded(map);
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace colex::code::ptx {

inline constexpr std::size_t kTensorMapBytes = 128;
inline constexpr unsigned kMostRank = 5;

/// The contiguous index is the first.
struct TensorMap {
  std::uint64_t address = 0;
  unsigned rank = 0, element_bytes = 0;
  unsigned span = 0;  ///< of the swizzle: 32, 64 or 128 bytes; 0 for none
  std::array<std::uint64_t, kMostRank> extents{};
  std::array<std::uint64_t, kMostRank> strides{};  ///< in bytes; the first is an element's
  std::array<std::uint32_t, kMostRank> box{};

  std::uint64_t row_bytes() const { return std::uint64_t{box[0]} * element_bytes; }
  std::uint64_t box_rows() const {
    std::uint64_t r = 1;
    for (unsigned k = 1; k < rank; ++k) r *= box[k];
    return r;
  }
  std::uint64_t box_bytes() const { return row_bytes() * box_rows(); }
};

/// Why the driver refuses such a map; null where it does not.
char const* refusal_of(TensorMap const& map);
/// Throws InputError where it is refused.
std::array<std::uint8_t, kTensorMapBytes> encoded(TensorMap const& map);
/// None where the bytes are no map.
std::optional<TensorMap> decoded(std::uint8_t const* bytes);

/// Where a byte of shared memory goes under a swizzle of that span.
inline std::uint64_t swizzled(std::uint64_t address, unsigned span) {
  return span == 0 ? address : address ^ ((address >> 7 & (span / 16 - 1)) << 4);
}

}  // namespace colex::code::ptx
