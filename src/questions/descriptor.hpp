// SPDX-License-Identifier: MIT
// Operands of wgmma and tcgen05.mma in shared memory: the matrix descriptor of a layout, or the canonical layouts that it is
// nearest to and where it differs; and the layout that a descriptor's bits mean. The canonical layouts are those of
// include/colex/hardware/matrix_descriptor.hpp.
//
//   OperandQuestion q{any, 16, hardware::DescriptorFormat::wgmma, 0};       Sw<3,3,3> o 0 o (64,64):(64,1)
//   descriptor_of(q).best->fit.descriptor.stride                           1024
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "colex/hardware/canonical_operand.hpp"
#include "operations/value.hpp"

namespace colex::cli {

/// (line, k) -> element of shared memory, from `address` on: M of A or N of B, and K. Elements of `bits` bits: 4, 8, 16, 32.
struct OperandQuestion {
  Value operand{};
  int bits = 16;
  hardware::DescriptorFormat format = hardware::DescriptorFormat::wgmma;
  std::int64_t address = 0;
};

/// An operand held against one canonical layout.
struct OperandCandidate {
  hardware::OperandMajor major{};
  hardware::OperandSwizzle swizzle{};
  hardware::OperandFit fit{};
};

struct OperandAnswer {
  std::optional<OperandCandidate> best{};   ///< that fits: of several the one with the widest swizzle
  std::vector<OperandCandidate> nearest{};  ///< where none fits: up to 3, those first that differ last
  std::uint64_t bits = 0;                   ///< of the first step
  std::int64_t address = 0;
  int element_bits = 16;
  hardware::OperandTile tile{};
};

inline constexpr std::int64_t kMaxOperandElements = std::int64_t{1} << 16;

/// Throws InputError for an operand that is none, Failure `shape` where no instruction takes its extents.
OperandAnswer descriptor_of(OperandQuestion const& question);

/// The layout of one canonical operand in its plainest packing, in elements.
std::string canonical_layout(hardware::OperandTile const& tile, hardware::OperandMajor major,
                             hardware::OperandSwizzle const& swizzle);

/// What a descriptor's bits mean: (line, k) of one step -> element of shared memory. Throws Failure `reserved_bits`,
/// `swizzle_code`, `absolute_leading` for bits that are no descriptor, `base_offset` where the meaning is no layout.
struct DescriptorMeaning {
  hardware::MatrixDescriptor fields{};
  std::string layout{};
};
DescriptorMeaning meaning_of(std::uint64_t bits, hardware::DescriptorFormat format,
                             hardware::OperandMajor major, int element_bits, std::int64_t lines);

/// Where one of the nearest canonical layouts differs: "K-major, swizzle of 32 bytes: element (4,0) is at byte 128, ...".
std::string why_not_canonical(OperandAnswer const& answer, std::size_t nearest);
std::string to_text(OperandAnswer const& answer);
Json to_json(OperandAnswer const& answer);
std::string to_text(DescriptorMeaning const& meaning);
Json to_json(DescriptorMeaning const& meaning);

/// "wgmma" of "sm90" and "tcgen05" of "sm100" or "sm103". Throws InputError for another card.
hardware::DescriptorFormat format_of(std::string_view card);

}  // namespace colex::cli
