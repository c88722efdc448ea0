// SPDX-License-Identifier: MIT
// An instruction as LLVM's disassembler prints it, read into operands and modifiers. What is not known here is refused by name.
//
//   ds_read2_b64 v[2:5], v0 offset0:1 offset1:3
//   name "ds_read2_b64", operands v[2:5] and v0, modifiers offset0 = 1 and offset1 = 3
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "code/lanes.hpp"
#include "code/object.hpp"

namespace colex::code {

/// Where an operand comes from. Vector registers 256 and up are the accumulation registers.
enum class From : std::uint8_t { vector, scalar, constant, off };

/// Which part of a register an operand of the SDWA encoding is.
enum class Part : std::uint8_t { dword, byte_0, byte_1, byte_2, byte_3, word_0, word_1 };

inline constexpr std::uint16_t kVcc = 106, kM0 = 124, kExec = 126;
inline constexpr std::uint16_t kAccumulators = 256, kVectors = 512, kScalars = 128;

struct Operand {
  From from = From::constant;
  std::uint16_t index = 0, count = 1;  ///< registers
  bool negative = false, absolute = false, sign_extended = false;
  Part part = Part::dword;
  bool is_literal = false, is_float = false;  ///< how a constant is written
  std::uint32_t value = 0;                    ///< of a constant, as 32 bits
  std::uint64_t wide = 0;                     ///< of a constant, as 64 bits
};

/// The same without its sign, where that is not of 32 bits or of 64.
inline Operand unsigned_form(Operand o) {
  o.negative = o.absolute = false;
  return o;
}

/// A pair of scalar registers as a mask of lanes: kVcc, which v_div_fmas reads unnamed, or kExec, which v_cmpx writes.
inline Operand mask_operand(std::uint16_t index) {
  Operand o;
  o.from = From::scalar, o.index = index, o.count = 2;
  return o;
}

/// The modifiers behind the operands. A row says which it takes.
struct Modifiers {
  enum Flag : std::uint32_t {
    offset = 1,
    offset0 = 2,
    offset1 = 4,
    offen = 8,
    idxen = 16,
    lds = 32,
    cache = 64,
    clamp = 128,
    op_sel = 256,
    op_sel_hi = 512,
    destination_part = 1024,
    source_part = 2048,
    preserve = 4096,
    neg_lo = 8192,
    neg_hi = 16384,
    omod = 32768,
    blocks = 65536,
    lanes = 131072,
    bit_table = 262144
  };
  std::uint32_t given = 0;
  std::uint8_t formats[2] = {0, 0};  ///< cbsz and blgp: what A and B of a product hold
  std::uint8_t table = 0;            ///< bitop3: of bits a, b and c, bit 4a + 2b + c
  std::int32_t offsets[2] = {0, 0};
  Part destination = Part::dword;
  bool preserves = false;  ///< dst_unused:UNUSED_PRESERVE
  std::array<std::uint8_t, 3> low{0, 0, 0}, high{1, 1, 1}, negative_low{0, 0, 0}, negative_high{0, 0, 0};
  LanePattern lanes_read{};  ///< of the first source
};

/// s_waitcnt: how many may still be under way; -1 where the counter is not waited for.
struct Waits {
  int vector = -1, other = -1;
};

struct Instruction {
  std::uint64_t address = 0;
  std::uint32_t size = 0;
  std::string text{};  ///< as printed
  std::string name{};  ///< without the encoding: v_add_u32 for v_add_u32_e32
  std::vector<Operand> operands{};
  Modifiers modifiers{};
  Waits waits{};
  std::uint32_t target = 0;  ///< of a branch: the number of the instruction
};

/// The instructions of a kernel, in order. Throws InputError with address and text of what cannot be disassembled or read.
std::vector<Instruction> disassemble(std::string const& target, Kernel const& kernel);

/// Reads one printed instruction; its address, size and target are the caller's.
Instruction read_instruction(std::string_view text);

}  // namespace colex::code
