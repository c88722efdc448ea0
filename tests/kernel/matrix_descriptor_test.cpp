// SPDX-License-Identifier: MIT
// The operands that the Hopper kernels keep in shared memory are canonical: the facts of include/colex/hardware, written from
// NVIDIA's manual, and the kernels' own tiles, which the compiler proves against TMA, say the same of every element.
#include <gtest/gtest.h>

#include "colex/hardware/canonical_operand.hpp"
#include "hopper/operand.hpp"
#include "tiles/card_bank_models.hpp"

namespace colex::gpu::hopper {
namespace {

using hardware::DescriptorFormat, hardware::OperandMajor;

template <class Tile>
void expect_canonical() {
  constexpr int bits = 8 * Tile::element_bytes, lines = Tile::lines, depth = Tile::depth;
  OperandMajor const major = Tile::major == Major::k ? OperandMajor::k : OperandMajor::line;
  auto const bit_at = [](std::int64_t line, std::int64_t k) {
    return 8 * swizzle_128b(Tile::written_at(static_cast<int>(line), static_cast<int>(k)));
  };
  int fitting = 0;
  for (hardware::OperandSwizzle const& swizzle : hardware::operand_swizzles)
    for (OperandMajor const by : {OperandMajor::k, OperandMajor::line}) {
      auto const fit =
          hardware::fit_operand(bit_at, {lines, depth, bits}, DescriptorFormat::wgmma, by, swizzle);
      if (!fit.fits) continue;
      ++fitting;
      EXPECT_EQ(swizzle.span, 128);
      EXPECT_EQ(by, major);
      EXPECT_EQ(fit.descriptor.stride, Tile::stride_offset);
      EXPECT_EQ(fit.descriptor.leading, Tile::leading_offset);
      EXPECT_EQ(fit.steps, steps);
      EXPECT_EQ(fit.step, Tile::step_offset);
      EXPECT_EQ(hardware::encode(fit.descriptor), descriptor<Tile>(0));
    }
  EXPECT_EQ(fitting, 1);
  // Back from the bits: each step reads what TMA wrote, element by element.
  for (int step = 0; step < steps; ++step) {
    auto const decoded =
        hardware::decode(later_descriptor<Tile>(descriptor<Tile>(4096), 0, step), DescriptorFormat::wgmma);
    ASSERT_EQ(decoded.fault.condition, nullptr);
    for (int k = 0; k < depth / steps; ++k)
      for (int line = 0; line < lines; ++line)
        ASSERT_EQ(hardware::byte_of(decoded.fields, major, bits, line, k),
                  4096 + swizzle_128b(Tile::written_at(line, step * depth / steps + k)))
            << line << " " << k;
  }
}

TEST(MatrixDescriptor, kernels_operands_are_canonical) {
  expect_canonical<OperandTile<Element::bf16, Major::k, 64, 64>>();
  expect_canonical<OperandTile<Element::bf16, Major::k, 256, 256>>();
  expect_canonical<OperandTile<Element::f16, Major::line, 64, 64>>();
  expect_canonical<OperandTile<Element::bf16, Major::line, 192, 64>>();
  expect_canonical<OperandTile<Element::e4m3, Major::k, 128, 128>>();
  expect_canonical<OperandTile<Element::i8, Major::k, 112, 112>>();
  expect_canonical<OperandTile<Element::tf32, Major::k, 128, 64>>();
}

/// One element elsewhere, and the operand is none: the first that differs is named.
TEST(MatrixDescriptor, a_moved_element_is_found) {
  using Tile = OperandTile<Element::bf16, Major::k, 64, 64>;
  for (auto const& [line, k] : {std::pair{9, 0}, {63, 63}, {0, 17}}) {
    auto const bit_at = [&](std::int64_t i, std::int64_t j) {
      std::int64_t const bit = 8 * swizzle_128b(Tile::written_at(static_cast<int>(i), static_cast<int>(j)));
      return i == line && j == k ? bit + 128 : bit;
    };
    auto const fit = hardware::fit_operand(bit_at, {64, 64, 16}, DescriptorFormat::wgmma, OperandMajor::k,
                                           hardware::operand_swizzles[3]);
    EXPECT_FALSE(fit.fits);
    EXPECT_EQ(fit.line, line);
    EXPECT_EQ(fit.k, k);
    EXPECT_EQ(fit.found_bit - fit.wanted_bit, 128);
  }
}

TEST(CardBankModel, every_lane_is_served_once) {
  for (CardBankModel const& card : card_bank_models)
    for (int const bytes : {1, 2, 4, 8, 16}) {
      int served = 0, phase = 0;
      for (; served < card.model->wave; ++phase) {
        int lanes = 0;
        for (int lane = 0; lane < card.model->wave; ++lane)
          lanes += card.model->phase(Direction::load, bytes, lane) == phase;
        ASSERT_GT(lanes, 0) << card.model->name << ": a phase without lanes";
        EXPECT_LE(lanes * bytes, 4 * card.model->load_banks) << card.model->name;
        served += lanes;
      }
      EXPECT_EQ(served, card.model->wave);
    }
}

}  // namespace
}  // namespace colex::gpu::hopper
