// SPDX-License-Identifier: MIT
// What NVIDIA's tensor memory accelerator (TMA) is told of a tensor and of the box that it copies: the arguments of
// cuTensorMapEncodeTiled and cuTensorMapEncodeIm2col.
//
//   static_assert(hardware::tma_element("bf16").bits == 16 && hardware::tma_swizzles[3].span == 128);
//
// Source: cuda.h of CUDA 13.0, the comments of both functions.
#pragma once

#include <cstdint>
#include <string_view>

namespace colex::hardware {

/// A type of elements as TMA knows it. Packed ones: 16 values lie in global memory without gaps, and in shared memory in
/// `bytes_of_16` bytes.
struct TmaElement {
  char const* name = "";
  int bits = 0;
  bool is_float = false;
  int bytes_of_16 = 0;  ///< 0: no packed type
  constexpr bool is_padded() const { return bytes_of_16 == 16; }
};
inline constexpr TmaElement tma_elements[] = {{"u8", 8, false, 0},
                                              {"u16", 16, false, 0},
                                              {"u32", 32, false, 0},
                                              {"u64", 64, false, 0},
                                              {"f16", 16, true, 0},
                                              {"bf16", 16, true, 0},
                                              {"f32", 32, true, 0},
                                              {"tf32", 32, true, 0},
                                              {"f64", 64, true, 0},
                                              {"u4x16_align8", 4, false, 8},
                                              {"u4x16_align16", 4, false, 16},
                                              {"u6x16_align16", 6, false, 16}};
/// The element of that name; its `bits` are 0 where there is none.
constexpr TmaElement tma_element(std::string_view name) {
  for (TmaElement const& e : tma_elements)
    if (name == e.name) return e;
  return {};
}

/// What TMA does to addresses in shared memory: chunks of `atom` bytes change places within `span` bytes.
struct TmaSwizzle {
  char const* name = "none";
  int span = 0, atom = 0;
  bool flips = false;  ///< the halves of 16 bytes change places in every other row, too
};
inline constexpr TmaSwizzle tma_swizzles[] = {
    {"none", 0, 0, false},          {"32", 32, 16, false},           {"64", 64, 16, false},
    {"128", 128, 16, false},        {"128_atom_32", 128, 32, false}, {"128_atom_32_flip_8", 128, 32, true},
    {"128_atom_64", 128, 64, false}};

inline constexpr int most_tensor_modes = 5;
/// What a block of sm_90 and sm_100 has at most.
inline constexpr std::int64_t most_shared_bytes = std::int64_t{227} * 1024;

/// What the driver is asked; the contiguous mode first. `strides` are in bytes, of modes 1 and up.
struct TensorMap {
  TmaElement element{};
  int rank = 0;
  std::int64_t extents[most_tensor_modes]{}, strides[most_tensor_modes]{};
  std::int64_t box[most_tensor_modes]{};
  std::int64_t steps[most_tensor_modes]{1, 1, 1, 1, 1};  ///< element strides
  std::int64_t address = 0;
  int interleave = 0;  ///< 0, 16 or 32 bytes
  TmaSwizzle swizzle{};
  bool fills_with_nan = false;
  bool is_for_sm90 = false;  ///< else for any card that has TMA
  // im2col: instead of `box`; the width's corner first
  bool is_im2col = false;
  std::int64_t lower[3]{}, upper[3]{}, channels = 0, pixels = 0;

  /// Elements along the contiguous mode of one row of the box.
  constexpr std::int64_t inner() const { return is_im2col ? channels : box[0]; }
  /// Elements along mode k that one box brings; of an im2col map mode 1 are the pixels. 0 where the numbers are none.
  constexpr std::int64_t count(int k) const {
    std::int64_t const all = !is_im2col ? box[k] : k == 0 ? channels : k == 1 ? pixels : 1;
    bool const strides_count = !is_im2col && (k > 0 || interleave != 0);
    if (all < 1 || all > 1024 || (strides_count && (steps[k] < 1 || steps[k] > 8))) return 0;
    return strides_count ? (all + steps[k] - 1) / steps[k] : all;
  }
  /// Of shared memory that a barrier awaits; padded elements fill 16 bytes by sixteens.
  constexpr std::int64_t bytes() const {
    std::int64_t all = 1;
    for (int k = 0; k < rank && k < most_tensor_modes; ++k) all *= count(k);
    return element.is_padded() ? all : all * element.bits / 8;
  }
};

}  // namespace colex::hardware
