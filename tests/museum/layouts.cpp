// SPDX-License-Identifier: MIT
// Layouts of shared memory (O5, O7), of registers (O8), and the encoding of a number (O11).
#include <cmath>

#include "colex/swizzle.hpp"
#include "colex/text.hpp"
#include "judges.hpp"
#include "tiles/bank_model.hpp"

namespace colex::gpu::museum {
namespace {

/// O5: a tile is written through one map and read through another; they must be one injective map into the
/// allocation.
template <class Write, class Read>
Verdict judge_shared(Index size, Index allocation, Write write, Read read) {
  std::set<Index> taken;
  for (Index e = 0; e < size; ++e) {
    if (write(e) < 0 || write(e) >= allocation)
      return Violation{"O5", fmt::format("element {} lies at {} of {}", e, write(e), allocation)};
    if (!taken.insert(write(e)).second)
      return Violation{"O5", fmt::format("two elements lie at {}", write(e))};
    if (write(e) != read(e))
      return Violation{"O5", fmt::format("element {} is written at {} and read at {}", e, write(e), read(e))};
  }
  return {};
}

/// O7: no access of a list has a bank conflict. `address(step, lane)` in bytes.
template <class Address>
Verdict judge_banks(BankModel const& model, Direction access, int bytes, int steps, Address address) {
  for (int step = 0; step < steps; ++step) {
    auto const cost = conflicts(model, access, bytes, [&](int lane) { return address(step, lane); });
    if (cost.degree != 1)
      return Violation{"O7", fmt::format("step {}: degree {} under {}, {} passes instead of {}", step,
                                         cost.degree, model.name, cost.passes, cost.phases)};
  }
  return {};
}

/// O8: a register layout against the vendor's table, (lane, value) by (lane, value), and onto `elements` of
/// them.
Verdict judge_registers(Layout<Index> const& mine, Layout<Index> const& vendor, Index elements) {
  std::set<Index> covered;
  for (Index i = 0; i < size(mine); ++i) covered.insert(evaluate(mine, i));
  if (Index const count = static_cast<Index>(covered.size()); count != elements)
    return Violation{"O8", fmt::format("the layout covers {} of {} elements", count, elements)};
  for (Index i = 0; i < size(vendor); ++i)
    if (evaluate(mine, i) != evaluate(vendor, i))
      return Violation{"O8", fmt::format("lane {}, value {}: element {}, the table says {}", i % 64, i / 64,
                                         evaluate(mine, i), evaluate(vendor, i))};
  return {};
}

/// An 8-bit float of 4 exponent and 3 mantissa bits: OCP (bias 7) or FNUZ (bias 8, NaN where -0 would be).
float e4m3(int code, bool fnuz) {
  int const exponent = code >> 3 & 15, mantissa = code & 7, bias = fnuz ? 8 : 7;
  if (fnuz ? code == 0x80 : (code & 0x7F) == 0x7F) return NAN;
  float const magnitude = exponent == 0 ? std::ldexp(static_cast<float>(mantissa), 1 - bias - 3)
                                        : std::ldexp(static_cast<float>(8 + mantissa), exponent - bias - 3);
  return code & 0x80 ? -magnitude : magnitude;
}

Verdict encoding(bool repaired) {
  for (int code = 0; code < 256; ++code) {
    float const meant = e4m3(code, !repaired), read = e4m3(code, false);  // gfx950 reads OCP
    if (meant != read && !(std::isnan(meant) && std::isnan(read)))
      return Violation{"O11",
                       fmt::format("code {} is written as {} and multiplied as {}", code, meant, read)};
  }
  return {};
}

constexpr Swizzle none{0, 0, 0};

}  // namespace

std::vector<Exhibit> layout_exhibits() {
  return {
      {"swizzle_recast",
       "a byte swizzle is rescaled by the element's bits: a 2-byte tile is read through <3,0,3> instead "
       "of <3,3,3>",
       "FlyDSL#634", "the two maps over 64 x 64 elements", "O5",
       [](bool repaired) {
         Swizzle const write{3, 3, 3}, read{3, repaired ? 3 : 0, 3};
         return judge_shared(4096, 4096, write, read);
       }},
      {"period_of_8_rows", "XOR by row % 8 against phases of 16 rows: 8-byte MFMA reads are 2-way on MI300",
       "flashinfer (AMD)#207", "all steps of an operand of 128-byte rows, gfx942", "O7",
       [](bool repaired) {
         Swizzle const s = repaired ? Swizzle{4, 3, 4} : Swizzle{3, 4, 3};
         return judge_banks(gfx942, Direction::load, 8, 4, [=](int step, int lane) {
           return s(Index{lane % 16} * 128 + step * 32 + lane / 16 * 8);
         });
       }},
      {"shuffled_epilogue", "the epilogue's 2-byte stores to LDS put two rows into one set of banks",
       "CK#3646", "the four values of a 16 x 16 accumulator, rows of 64 elements, gfx942", "O7",
       [](bool repaired) {
         int const pitch = repaired ? 68 : 64;
         return judge_banks(gfx942, Direction::store, 2, 4, [=](int value, int lane) {
           return Index{2} * ((lane / 16 * 4 + value) * pitch + lane % 16);
         });
       }},
      {"swizzle_for_other_rows", "a swizzle for rows of 128 bytes on rows of 256: the conflicts stay",
       "after CUTLASS#1234, #1383, #1882, #3172", "ldmatrix of 32 rows, all columns, sm90", "O7",
       [](bool repaired) {
         Swizzle const s{3, 4, repaired ? 4 : 3};
         return judge_banks(sm90, Direction::load, 16, 16,
                            [=](int step, int lane) { return s(Index{lane} * 256 + step * 16); });
       }},
      {"multi_block_operand", "the formula for single-block MFMA operands is used for 16x16x4 with 4 blocks",
       "FlyDSL CDNA3/MmaAtom.cpp", "the layout against AMD's table", "O8",
       [](bool repaired) {
         constexpr auto table = layout("((16,4),4):((1,64),16)");
         return judge_registers(repaired ? table : layout("((16,4),1):((1,16),16)"), table, 256);
       }},
      {"f64_accumulator", "the f32 accumulator layout is used for f64_16x16x4_f64",
       "FlyDSL CDNA3/MmaAtom.cpp", "the layout against AMD's table", "O8",
       [](bool repaired) {
         constexpr auto table = layout("((16,4),4):((16,1),4)");
         return judge_registers(repaired ? table : layout("((16,4),4):((16,4),1)"), table, 256);
       }},
      {"fp8_without_encoding", "fp8 is taken for FNUZ on every target; gfx950 multiplies OCP", "MSLK#392",
       "all 256 codes", "O11", encoding},
  };
}

}  // namespace colex::gpu::museum
