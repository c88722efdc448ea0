// SPDX-License-Identifier: MIT
// Which boxes of which tensors TMA copies: the requirements of cuTensorMapEncodeTiled and cuTensorMapEncodeIm2col, by name, with
// the number that breaks one.
//
//   constexpr hardware::TensorMap map{hardware::tma_element("bf16"), 2, {64, 128}, {0, 128}, {64, 32}};
//   static_assert(hardware::first_broken(map).rule == hardware::TensorMapRule::none);
//   constexpr hardware::TensorMap odd{hardware::tma_element("bf16"), 2, {64, 128}, {0, 130}, {64, 32}};
//   static_assert(hardware::first_broken(odd).rule == hardware::TensorMapRule::stride_alignment);
//
// Source: cuda.h of CUDA 13.0, the comments of both functions. Of an H100's driver 3,300 requests show the rest: element strides of
// the first mode count (the comments say that they are ignored), box_bytes holds with an interleave, too, a box beyond what a block
// has of shared memory is refused, and card. Of interleave_swizzle and bounding_box the comments say more than the driver asks for.
// start_alignment is of the copy and not of the map: all 528 such copies failed there, and no other without interleave.
#pragma once

#include "colex/hardware/tensor_map.hpp"

namespace colex::hardware {

enum class TensorMapRule {
  none,
  rank,
  interleave_rank,
  address_alignment,
  extent,
  packed_extent,
  stride_alignment,
  stride_limit,
  box_extent,
  packed_box,
  box_bytes,
  box_memory,
  swizzle_span,
  element_stride,
  interleave_swizzle,
  packed_interleave,
  packed_swizzle,
  fill,
  card,
  start_alignment,
  corner,
  bounding_box,
  channels,
  pixels
};

/// A rule that is broken: by mode `mode`, or by none where it is -1; `found` is the number, `limit` what it is held against.
struct BrokenRule {
  TensorMapRule rule = TensorMapRule::none;
  int mode = -1;
  std::int64_t found = 0, limit = 0;
};

/// The name of a rule, and what it says; {0} is the number found, {1} the limit, {2} the mode.
struct TensorMapRuleText {
  char const *name, *says;
};
constexpr TensorMapRuleText text_of(TensorMapRule rule) {
  switch (rule) {
    case TensorMapRule::none:
      return {"none", ""};
    case TensorMapRule::rank:
      return {"rank", "a tensor of rank {0}: the rank is {1} to 5"};
    case TensorMapRule::interleave_rank:
      return {"interleave_rank", "an interleaved tensor has rank 3 at least, not {0}"};
    case TensorMapRule::address_alignment:
      return {"address_alignment", "the tensor's address {0} is no multiple of {1} bytes"};
    case TensorMapRule::extent:
      return {"extent", "the extent {0} of mode {2} is not from 1 to 2^32"};
    case TensorMapRule::packed_extent:
      return {"packed_extent",
              "the extent {0} of mode {2} is no multiple of {1}, which packed elements need"};
    case TensorMapRule::stride_alignment:
      return {"stride_alignment", "the stride of mode {2}, {0} bytes, is no multiple of {1} bytes"};
    case TensorMapRule::stride_limit:
      return {"stride_limit", "the stride of mode {2}, {0} bytes, is not from 0 to below 2^40"};
    case TensorMapRule::box_extent:
      return {"box_extent", "the box has {0} elements along mode {2}, not 1 to {1}"};
    case TensorMapRule::packed_box:
      return {"packed_box", "the box has {0} elements along mode {2}, not the {1} of padded elements"};
    case TensorMapRule::box_bytes:
      return {"box_bytes", "a row of the box has {0} bits, no multiple of 16 bytes"};
    case TensorMapRule::box_memory:
      return {"box_memory", "the box has {0} bytes, and a block has {1} bytes of shared memory"};
    case TensorMapRule::card:
      return {
          "card",
          "sm90 has no elements below 8 bits and no atoms above 16 bytes; these have {0} bits and {1} bytes"};
    case TensorMapRule::start_alignment:
      return {"start_alignment",
              "the box begins {0} bits into mode {2}, no multiple of 16 bytes: the copy is an illegal "
              "instruction"};
    case TensorMapRule::swizzle_span:
      return {"swizzle_span", "a row of the box has {0} bytes, and the swizzle's span is {1}"};
    case TensorMapRule::element_stride:
      return {"element_stride", "the element stride {0} of mode {2} is not 1 to {1}"};
    case TensorMapRule::interleave_swizzle:
      return {"interleave_swizzle", "an interleave of 32 bytes needs a swizzle of 32 bytes, not {0}"};
    case TensorMapRule::packed_interleave:
      return {"packed_interleave", "elements of {0} bits are not interleaved"};
    case TensorMapRule::packed_swizzle:
      return {"packed_swizzle", "padded elements of {0} bits have no swizzle of this kind"};
    case TensorMapRule::fill:
      return {"fill", "elements of {0} bits that are no floats cannot be filled with NaN"};
    case TensorMapRule::corner:
      return {"corner", "the corner {0} of mode {2} is not from -{1} to {1} - 1"};
    case TensorMapRule::bounding_box:
      return {"bounding_box", "the bounding box has {0} points along mode {2}"};
    case TensorMapRule::channels:
      return {"channels", "{0} channels per pixel, not 1 to {1}"};
    default:
      return {"pixels", "{0} pixels per column, not 1 to {1}"};
  }
}

/// Calls f(BrokenRule) for every rule that the map breaks, in the order of TensorMapRule.
template <class F>
constexpr void each_broken(TensorMap const& m, F const& f) {
  using enum TensorMapRule;
  int const least = m.is_im2col ? 3 : 1, align = m.interleave == 32 || m.element.is_padded() ? 32 : 16;
  if (m.rank < least || m.rank > most_tensor_modes) return f(BrokenRule{rank, -1, m.rank, least});
  if (m.interleave != 0 && m.rank < 3) f(BrokenRule{interleave_rank, -1, m.rank, 3});
  if (m.address % align != 0) f(BrokenRule{address_alignment, -1, m.address, align});
  for (int k = 0; k < m.rank; ++k)
    if (m.extents[k] < 1 || m.extents[k] > std::int64_t{1} << 32) f(BrokenRule{extent, k, m.extents[k], 1});
  int const whole = m.element.is_padded() ? 128 : m.element.bits == 4 ? 2 : 1;
  if (m.extents[0] % whole != 0) f(BrokenRule{packed_extent, 0, m.extents[0], whole});
  for (int k = 1; k < m.rank; ++k)
    if (m.strides[k] % align != 0) f(BrokenRule{stride_alignment, k, m.strides[k], align});
  for (int k = 1; k < m.rank; ++k)
    if (m.strides[k] < 0 || m.strides[k] >= std::int64_t{1} << 40)
      f(BrokenRule{stride_limit, k, m.strides[k], 0});
  for (int k = 0; k < m.rank && !m.is_im2col; ++k)
    if (m.box[k] < 1 || m.box[k] > 256) f(BrokenRule{box_extent, k, m.box[k], 256});
  if (m.element.is_padded() && m.inner() != 128) f(BrokenRule{packed_box, 0, m.inner(), 128});
  // what is out of all range breaks another rule, and must not overflow here
  bool const small = m.inner() > -(1 << 20) && m.inner() < 1 << 20;
  std::int64_t const bits = small ? m.inner() * m.element.bits : 0;
  bool const padded = m.element.is_padded();
  if (!padded && bits % 128 != 0) f(BrokenRule{box_bytes, 0, bits, 128});
  if (m.interleave == 0 && m.swizzle.span != 0 && !padded && bits > 8 * std::int64_t{m.swizzle.span})
    f(BrokenRule{swizzle_span, 0, bits / 8, m.swizzle.span});
  for (int k = 0; k < m.rank; ++k)
    if (m.steps[k] < 1 || m.steps[k] > 8) f(BrokenRule{element_stride, k, m.steps[k], 8});
  if (auto const bytes = m.bytes(); bytes > most_shared_bytes)
    f(BrokenRule{box_memory, -1, bytes, most_shared_bytes});
  if (m.interleave == 32 && m.swizzle.span != 32) f(BrokenRule{interleave_swizzle, -1, m.swizzle.span, 32});
  if (m.element.bits == 6 && m.interleave != 0) f(BrokenRule{packed_interleave, -1, m.element.bits, 0});
  if (padded && m.swizzle.span != 0 &&
      (m.swizzle.span != 128 || m.swizzle.flips || (m.element.bits == 4 && m.swizzle.atom == 64)))
    f(BrokenRule{packed_swizzle, -1, m.element.bits, 0});
  if (m.fills_with_nan && !m.element.is_float) f(BrokenRule{fill, -1, m.element.bits, 0});
  if (m.is_for_sm90 && (m.element.bytes_of_16 != 0 || m.swizzle.atom > 16))
    f(BrokenRule{card, -1, m.element.bits, m.swizzle.atom});
  if (!m.is_im2col) return;
  std::int64_t const most = m.rank == 3 ? 32768 : m.rank == 4 ? 128 : 16;
  for (int k = 0; k < m.rank - 2; ++k) {
    bool in_range = true;
    for (std::int64_t const at : {m.lower[k], m.upper[k]})
      if (at < -most || at >= most) in_range = false, f(BrokenRule{corner, k + 1, at, most});
    if (!in_range || m.extents[k + 1] > std::int64_t{1} << 32) continue;
    std::int64_t const points = m.extents[k + 1] + m.upper[k] - m.lower[k];
    if (points < 1) f(BrokenRule{bounding_box, k + 1, points, 1});
  }
  if (m.channels < 1 || m.channels > 256) f(BrokenRule{channels, -1, m.channels, 256});
  if (m.pixels < 1 || m.pixels > 1024) f(BrokenRule{pixels, -1, m.pixels, 1024});
}

constexpr BrokenRule first_broken(TensorMap const& m) {
  BrokenRule first;
  each_broken(m, [&](BrokenRule const& one) {
    if (first.rule == TensorMapRule::none) first = one;
  });
  return first;
}

}  // namespace colex::hardware
