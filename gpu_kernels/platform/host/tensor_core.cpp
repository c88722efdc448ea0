// SPDX-License-Identifier: MIT
// Operands by descriptor. The bits and the layouts are those of PTX's matrix descriptors as CUTLASS writes
// them (cute/arch/mma_sm90_desc.hpp): for K-major operands every swizzle, for the other order the 128-byte
// one.
#include "platform/host/tensor_core.hpp"

#include <fmt/format.h>

#include "platform/host/cluster.hpp"

namespace colex::gpu {
namespace {

/// A descriptor taken apart: addresses in bytes.
struct Descriptor {
  explicit Descriptor(std::uint64_t bits)
      : start((bits & 0x3FFF) << 4),
        leading((bits >> 16 & 0x3FFF) << 4),
        stride((bits >> 32 & 0x3FFF) << 4),
        base_offset(static_cast<int>(bits >> 49 & 7)),
        swizzle(static_cast<int>(bits >> 62)) {}
  std::uint32_t start, leading, stride;
  int base_offset, swizzle;

  /// Bytes of the swizzle's pattern: code 1 is 128, 2 is 64, 3 is 32, and 0 none.
  std::uint32_t span() const { return swizzle == 0 ? 16 : 256u >> swizzle; }
  /// The bits of the 16-byte chunk are XORed with those of the row, which lie 3 higher.
  std::uint32_t swizzled(std::uint32_t address) const {
    return address ^ ((address >> 7 & (span() / 16 - 1)) << 4);
  }
};

/// Where the chunk lies that begins at 16-byte column `column` of line `line`, K-major.
std::uint32_t k_major_chunk(Descriptor const& d, int line, int column) {
  auto const row = static_cast<std::uint32_t>(line), c = static_cast<std::uint32_t>(column);
  return d.start + row % 8 * d.span() + row / 8 * d.stride + c * (d.swizzle == 0 ? d.leading : 16);
}

/// Where the chunk lies of lines 8 c ... 8 c + 7 (of 2 bytes) at k, when lines are contiguous.
std::uint32_t line_major_chunk(Descriptor const& d, int chunk, int k) {
  auto const c = static_cast<std::uint32_t>(chunk), row = static_cast<std::uint32_t>(k);
  return d.start + c % 8 * 16 + c / 8 * d.leading + row % 8 * 128 + row / 8 * d.stride;
}

void nothing(void* const*, int) {}

/// All lanes of the running thread's wave come here.
bool wave_meets(std::source_location where) {
  int lane = 0;
  if (wave_width() != 32) {
    report_collective("wgmma in waves of " + std::to_string(wave_width()));
    return false;
  }
  return meet_in_full(32, &lane, nothing, where);
}

}  // namespace

std::vector<unsigned char> read_operand(OperandRead const& operand) {
  Block& block = running_block("wgmma");
  Descriptor const d(operand.descriptor);
  int const depth = 32 / operand.element_bytes, per_chunk = 16 / operand.element_bytes;
  std::vector<unsigned char> elements(static_cast<std::size_t>(operand.lines) * 32);
  if (d.base_offset != 0 || (!operand.k_major && d.swizzle != 1)) {
    report_shared(Defect::layout_mismatch, d.start, false,
                  "the host platform does not know this form of descriptor");
    return elements;
  }
  std::uint32_t const first = block.place.thread / warpgroup_lanes * warpgroup_lanes;
  std::vector<Knowledge const*> lanes;
  for (std::uint32_t t = first; t < first + warpgroup_lanes; ++t)
    lanes.push_back(&block.threads[t].knowledge);
  std::uint32_t const group = block.running().products.committed + 1;
  bool faulty = false;
  auto const chunk = [&](std::uint32_t address) -> unsigned char const* {
    std::uint32_t const at = d.swizzled(address) - block.shared_base;
    if (d.swizzled(address) < block.shared_base || at + chunk_bytes > block.shape.shared_bytes) {
      if (!faulty)
        report_shared(Defect::out_of_bounds, address, false, "a descriptor points out of shared memory");
      faulty = true;
      return nullptr;
    }
    TileShadow& shadow = block.tile_shadow();
    if (auto const fault = shadow.read(at / chunk_bytes, lanes, d.swizzle); fault && !faulty)
      report_shared(fault->defect, address, false, fault->detail), faulty = true;
    for (std::uint32_t wave = 0; wave < warpgroup_lanes / 32; ++wave)
      shadow.note_reader(at / chunk_bytes, first / 32 + wave, group);
    static constexpr unsigned char no_numbers[chunk_bytes] = {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
                                                              0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF};
    return shadow.is_written(at / chunk_bytes) ? block.dynamic->data.get() + at : no_numbers;
  };
  int const size = operand.element_bytes;
  if (operand.k_major) {
    for (int line = 0; line < operand.lines; ++line)
      for (int column = 0; column < 2; ++column)
        if (auto const* const from = chunk(k_major_chunk(d, line, column)))
          std::memcpy(&elements[static_cast<std::size_t>(line * 32 + column * 16)], from, 16);
  } else {
    for (int k = 0; k < depth; ++k)
      for (int c = 0; c < operand.lines / per_chunk; ++c)
        if (auto const* const from = chunk(line_major_chunk(d, c, k)))
          for (int i = 0; i < per_chunk; ++i)
            std::memcpy(&elements[static_cast<std::size_t>(((c * per_chunk + i) * depth + k) * size)],
                        from + i * size, static_cast<std::size_t>(size));
  }
  return elements;
}

bool touch_accumulators(AccumulatorState& state, std::source_location where) {
  Block& block = running_block("accumulators");
  Products const& products = block.running().products;
  state.touched = products.fences;
  if (state.group <= products.complete) return true;
  block.found({.defect = Defect::unfinished_product,
               .place = block.place,
               .detail = "accumulators are touched before the wait for their product, at " + text(where)});
  return false;
}

void take_accumulators(AccumulatorState& state, std::source_location where) {
  Block& block = running_block("wgmma");
  Products const& products = block.running().products;
  if (products.fences <= state.touched)
    block.found({.defect = Defect::unfinished_product,
                 .place = block.place,
                 .detail = "no fence between touching accumulators and the product at " + text(where)});
  state.group = products.committed + 1;
}

void fence_products(std::source_location where) {
  if (wave_meets(where)) ++running_block("wgmma").running().products.fences;
}

void commit_products(std::source_location where) {
  if (wave_meets(where)) ++running_block("wgmma").running().products.committed;
}

void wait_for_products(int pending, std::source_location where) {
  if (!wave_meets(where)) return;
  Block& block = running_block("wgmma");
  Thread& self = block.running();
  auto const running = static_cast<std::uint32_t>(pending);
  if (self.products.committed > running)
    self.products.complete = std::max(self.products.complete, self.products.committed - running);
  std::size_t const wave = block.place.thread / 32;
  Knowledge::note(self.knowledge.products, block.waves() * static_cast<std::size_t>(block.rank) + wave,
                  self.products.complete);
}

}  // namespace colex::gpu
