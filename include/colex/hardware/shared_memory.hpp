// SPDX-License-Identifier: MIT
// How much shared memory one block may have.
//
//   static_assert(hardware::shared_memory_bytes("sm90") == 227 * 1024 && hardware::shared_memory_bytes("sm61") == 0);
//
// Sources. CUDA C++ Programming Guide 13.0, compute capabilities: maximum amount of shared memory per thread block. AMD's
// manuals of the instruction sets of CDNA3, CDNA4, RDNA3 and RDNA4: local data share of a work-group; that of gfx90a as of
// gfx942, and that of gfx1250 from LLVM, AMDGPU features of gfx1250.
#pragma once

#include <cstdint>
#include <string_view>

namespace colex::hardware {

struct SharedMemory {
  char const* card;
  int kibibytes;
};

inline constexpr SharedMemory shared_memories[] = {
    {"sm70", 96},   {"sm75", 64},    {"sm80", 163},  {"sm86", 99},  {"sm89", 99},
    {"sm90", 227},  {"sm100", 227},  {"sm103", 227}, {"sm120", 99}, {"gfx90a", 64},
    {"gfx942", 64}, {"gfx950", 160}, {"gfx11", 64},  {"gfx12", 64}, {"gfx1250", 320}};

/// Bytes that one block may have on the card of that name; 0 for another.
constexpr std::int64_t shared_memory_bytes(std::string_view card) {
  for (SharedMemory const& one : shared_memories)
    if (card == one.card) return std::int64_t{1024} * one.kibibytes;
  return 0;
}

}  // namespace colex::hardware
