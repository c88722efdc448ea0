// SPDX-License-Identifier: MIT
// Operands of NVIDIA's tensor cores in shared memory: the 64 bits of the descriptors of wgmma (sm_90) and of tcgen05.mma
// (sm_100), where an element lies by them, and the descriptor that an operand has.
//
//   constexpr hardware::MatrixDescriptor d{hardware::DescriptorFormat::wgmma, 0, 16, 1024, 0, hardware::operand_swizzles[3]};
//   static_assert(hardware::encode(d) == 0x4000004000010000u);
//   static_assert(hardware::byte_of(d, hardware::OperandMajor::k, 16, 1, 0) == 144);        row 1, k = 0
//   static_assert(hardware::byte_of(d, hardware::OperandMajor::k, 16, 1, 8) == 128);        k = 8 changes places with it
//
// Source: PTX ISA 9.0, 9.7.15.5.1.2 and 9.7.16.4.1, with their tables of canonical layouts; for the swizzle of 32-byte
// atoms CUTLASS, cute/atom/mma_traits_sm100.hpp.
#pragma once

#include <cstdint>

namespace colex::hardware {

enum class DescriptorFormat : std::uint8_t { wgmma, tcgen05 };
/// Which index is contiguous: K, or the other, the lines (M of A, N of B).
enum class OperandMajor : std::uint8_t { k, line };

/// A swizzling mode: chunks of `atom` bytes change places within `span` bytes. A code of -1: the format has no such mode.
struct OperandSwizzle {
  char const* name = "none";
  int span = 16, atom = 16, wgmma_code = 0, tcgen05_code = 0;
  constexpr int chunks() const { return span / atom; }
  /// Bytes after which the pattern begins anew.
  constexpr int period() const { return chunks() == 1 ? 16 : 128 * chunks(); }
  constexpr int code(DescriptorFormat f) const {
    return f == DescriptorFormat::wgmma ? wgmma_code : tcgen05_code;
  }
};
inline constexpr OperandSwizzle operand_swizzles[] = {{"none", 16, 16, 0, 0},
                                                      {"32", 32, 16, 3, 6},
                                                      {"64", 64, 16, 2, 4},
                                                      {"128", 128, 16, 1, 2},
                                                      {"128_atom_32", 128, 32, -1, 1}};

/// The fields; addresses and offsets in bytes, multiples of 16 below 2^18.
struct MatrixDescriptor {
  DescriptorFormat format = DescriptorFormat::wgmma;
  std::int64_t start = 0, leading = 16, stride = 0;
  int base = 0;  ///< base offset: (the pattern's first address >> 7) mod 8
  OperandSwizzle swizzle{};
};

inline constexpr std::int64_t descriptor_bytes = 1 << 18;
/// Bytes along K that one instruction multiplies.
inline constexpr int step_bytes = 32;

constexpr std::uint64_t encode(MatrixDescriptor const& d) {
  auto const field = [](std::int64_t bytes, int at) {
    return static_cast<std::uint64_t>((bytes & (descriptor_bytes - 1)) >> 4) << at;
  };
  bool const hopper = d.format == DescriptorFormat::wgmma;
  std::uint64_t const code = static_cast<std::uint64_t>(d.swizzle.code(d.format)) << (hopper ? 62 : 61);
  return field(d.start, 0) | field(d.leading, 16) | field(d.stride, 32) |
         (hopper ? 0 : std::uint64_t{1} << 46) | static_cast<std::uint64_t>(d.base & 7) << 49 | code;
}

/// What a descriptor's bits break: `first` to `last` are the bits' numbers.
struct DescriptorFault {
  char const* condition = nullptr;  ///< null: none
  int first = 0, last = 0;
  std::uint64_t found = 0, wanted = 0;
};
struct DecodedDescriptor {
  MatrixDescriptor fields{};
  DescriptorFault fault{};
};
/// The fields of a descriptor; `fault` says what is no descriptor of that format.
constexpr DecodedDescriptor decode(std::uint64_t bits, DescriptorFormat format) {
  auto const field = [&](int first, int last) {
    return bits >> first & ((std::uint64_t{1} << (last - first + 1)) - 1);
  };
  auto const bytes = [&](int first) { return static_cast<std::int64_t>(field(first, first + 13) << 4); };
  bool const hopper = format == DescriptorFormat::wgmma;
  DecodedDescriptor r;
  r.fields = {format, bytes(0), bytes(16), bytes(32), static_cast<int>(field(49, 51)), {}};
  int const code = static_cast<int>(hopper ? field(62, 63) : field(61, 63));
  bool known = false;
  for (OperandSwizzle const& s : operand_swizzles)
    if (s.code(format) == code) r.fields.swizzle = s, known = true;
  if (!known) r.fault = {"swizzle_code", hopper ? 62 : 61, 63, static_cast<std::uint64_t>(code), 0};
  auto const fixed = [&](int first, int last, std::uint64_t wanted) {
    if (r.fault.condition == nullptr && field(first, last) != wanted)
      r.fault = {"reserved_bits", first, last, field(first, last), wanted};
  };
  fixed(14, 15, 0), fixed(30, 31, 0);
  if (hopper) {
    fixed(46, 48, 0), fixed(52, 61, 0);
  } else {
    fixed(46, 48, 1), fixed(53, 60, 0);
    if (r.fault.condition == nullptr && field(52, 52) != 0) r.fault = {"absolute_leading", 52, 52, 1, 0};
  }
  return r;
}

/// Where the swizzle sends a byte of shared memory; `base` as in the descriptor. It is its own inverse.
constexpr std::int64_t swizzled(OperandSwizzle const& s, std::int64_t byte, int base = 0) {
  return byte ^ (((byte >> 7) - base) & (s.chunks() - 1)) * s.atom;
}

/// The bit of element (line, k) of one step, counted from the start address and before the swizzle. Elements have `bits`
/// bits: 4, 8, 16 or 32.
constexpr std::int64_t unswizzled_bit_of(MatrixDescriptor const& d, OperandMajor major, int bits,
                                         std::int64_t line, std::int64_t k) {
  std::int64_t const T = 128 / bits, chunks = d.swizzle.span / 16, group = d.swizzle.atom == 32 ? 4 : 8;
  bool const plain = d.swizzle.span == 16;
  if (major == OperandMajor::k) {
    std::int64_t const row = line % 8 * d.swizzle.span + line / 8 * d.stride;
    return 8 * (row + k / T * (plain ? d.leading : 16)) + k % T * bits;
  }
  std::int64_t const chunk = line / T, in = line % T * bits;
  if (plain) return 8 * (chunk * d.stride + k % 8 * 16 + k / 8 * d.leading) + in;
  return 8 * (chunk % chunks * 16 + chunk / chunks * d.leading + k % group * d.swizzle.span +
              k / group * d.stride) +
         in;
}

/// The bit of shared memory at which the tensor core finds element (line, k) of one step.
constexpr std::int64_t bit_of(MatrixDescriptor const& d, OperandMajor major, int bits, std::int64_t line,
                              std::int64_t k) {
  std::int64_t const at = 8 * d.start + unswizzled_bit_of(d, major, bits, line, k);
  return 8 * swizzled(d.swizzle, at / 8, d.base) + at % 8;
}
/// The byte, of elements that are whole bytes.
constexpr std::int64_t byte_of(MatrixDescriptor const& d, OperandMajor major, int bits, std::int64_t line,
                               std::int64_t k) {
  return bit_of(d, major, bits, line, k) / 8;
}

}  // namespace colex::hardware
