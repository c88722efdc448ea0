// SPDX-License-Identifier: MIT
// Whether an operand lies in shared memory as a matrix descriptor can say, and by which: its offsets and the steps along K,
// read off the places of all its elements, or the first element that lies elsewhere.
//
//   constexpr auto rows = [](std::int64_t line, std::int64_t k) { return 8 * ((128 * line + 2 * k) ^ (line % 8 * 16)); };
//   constexpr hardware::OperandTile tile{64, 64, 16};
//   constexpr auto fit = hardware::fit_operand(rows, tile, hardware::DescriptorFormat::wgmma, hardware::OperandMajor::k, hardware::operand_swizzles[3]);
//   static_assert(fit.fits && fit.descriptor.stride == 1024 && fit.steps == 4 && fit.step == 32);
//
// Every element is looked at. Source of the layouts: matrix_descriptor.hpp.
#pragma once

#include "colex/hardware/matrix_descriptor.hpp"

namespace colex::hardware {

/// `lines` x `depth` elements of so many bits.
struct OperandTile {
  std::int64_t lines = 0, depth = 0;
  int bits = 0;
  constexpr std::int64_t step_depth() const { return 8 * step_bytes / bits; }
};

struct OperandFit {
  bool fits = false;
  MatrixDescriptor descriptor{};  ///< of the first step
  std::int64_t steps = 0;         ///< along K
  std::int64_t step = 0;  ///< bytes from the start of one step to that of the next; 0: not the same for all
  bool leading_is_free = false, stride_is_free = false;  ///< the operand has no elements that it concerns
  // where it does not fit
  char const* condition = nullptr;
  std::int64_t line = 0, k = 0, found_bit = 0,
               wanted_bit = 0;  ///< the first element, along lines first, that lies elsewhere
  std::int64_t agreeing = 0;    ///< elements, in that order, before it
};

/// Why elements of so many bits have no descriptor of this kind, or null. wgmma takes M- and N-major operands of 16 bits only;
/// tcgen05 takes the swizzle of 32-byte atoms for M- and N-major operands of 32 bits.
constexpr char const* unsupported(int bits, DescriptorFormat format, OperandMajor major,
                                  OperandSwizzle const& swizzle) {
  if (swizzle.code(format) < 0) return "format";
  bool const line_major = major == OperandMajor::line;
  if (format == DescriptorFormat::wgmma) {
    if (bits < 8) return "element";
    return line_major && bits != 16 ? "line_major" : nullptr;
  }
  if (line_major && bits == 4) return "line_major";
  if (bits == 32 && line_major) return swizzle.atom == 32 || swizzle.span == 16 ? nullptr : "atom";
  return swizzle.atom == 32 ? "atom" : nullptr;
}

/// `bit_at(line, k)` is the bit of shared memory, from a multiple of the swizzle's period on, where the element lies.
template <class BitAt>
constexpr OperandFit fit_operand(BitAt const& bit_at, OperandTile const& tile, DescriptorFormat format,
                                 OperandMajor major, OperandSwizzle const& swizzle) {
  OperandFit r;
  r.descriptor = {format, 0, 16, 0, 0, swizzle};
  if (auto const* const why = unsupported(tile.bits, format, major, swizzle)) {
    r.condition = why;
    return r;
  }
  bool const by_k = major == OperandMajor::k, plain = swizzle.span == 16;
  std::int64_t const T = 128 / tile.bits, depth = tile.step_depth(), group = swizzle.atom == 32 ? 4 : 8;
  std::int64_t const across = by_k ? 8 : T * swizzle.span / 16;  // lines until an offset counts
  if (tile.lines % (by_k ? 8 : T) != 0 || tile.lines < 8 || tile.depth % depth != 0 || tile.depth == 0) {
    r.condition = "shape";
    return r;
  }
  auto const straight = [&](std::int64_t line, std::int64_t k) {
    std::int64_t const bit = bit_at(line, k);
    return 8 * swizzled(swizzle, bit / 8) + bit % 8;
  };
  auto const bytes_to = [&](std::int64_t line, std::int64_t k) {
    return (straight(line, k) - straight(0, 0)) / 8;
  };
  // The offset along lines, and that along K; which of the two is called leading depends on the form.
  bool const has_lines = tile.lines > across, has_depth = by_k ? plain : depth > group;
  std::int64_t const along_lines = has_lines ? bytes_to(across, 0) : 0;
  std::int64_t const along_depth = has_depth ? bytes_to(0, by_k ? T : group) : 0;
  bool const lines_lead = !by_k && !plain;
  (lines_lead ? r.descriptor.leading : r.descriptor.stride) = along_lines;
  (lines_lead ? r.descriptor.stride : r.descriptor.leading) = by_k && !plain ? 16 : along_depth;
  r.leading_is_free = !(lines_lead ? has_lines : has_depth),
  r.stride_is_free = !(lines_lead ? has_depth : has_lines);
  if (r.leading_is_free && !(by_k && !plain)) r.descriptor.leading = 16;
  auto const is_field = [](std::int64_t bytes) {
    return bytes >= 0 && bytes < descriptor_bytes && bytes % 16 == 0;
  };
  r.descriptor.start = straight(0, 0) / 8;
  r.steps = tile.depth / depth;
  r.step = r.steps > 1 ? bytes_to(0, depth) : 0;
  MatrixDescriptor at = r.descriptor;
  for (std::int64_t k = 0; k < tile.depth; ++k) {
    if (k % depth == 0) {
      at.start = straight(0, k) / 8;
      if (k > 0 && at.start != r.descriptor.start + k / depth * r.step) r.step = 0;
    }
    for (std::int64_t line = 0; line < tile.lines; ++line, ++r.agreeing) {
      std::int64_t const wanted = bit_of(at, major, tile.bits, line, k % depth), found = bit_at(line, k);
      if (wanted == found && (k % depth != 0 || line != 0 || is_field(at.start))) continue;
      r.condition = "canonical", r.line = line, r.k = k, r.found_bit = found, r.wanted_bit = wanted;
      return r;
    }
  }
  if (!is_field(r.descriptor.leading) || !is_field(r.descriptor.stride)) {
    r.condition = "offset";
    return r;
  }
  r.fits = true;
  return r;
}

}  // namespace colex::hardware
