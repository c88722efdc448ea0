// SPDX-License-Identifier: MIT
// What a card moves when a wave accesses global memory: whole sectors, which lie in lines of its caches.
//
//   static_assert(hardware::global_memory("sm90").sector == 32 && hardware::global_memory("sm90").line == 128);
//   static_assert(hardware::sectors_of(hardware::global_memory("sm90"), 30, 4) == 2);      bytes 30 to 33
//
// Sources. CUDA C++ Best Practices Guide 13.0, coalesced access to global memory: the accesses of a warp become as many
// transactions of 32 bytes as are necessary, from compute capability 6.0 on; a line of L1 has 128 bytes, four sectors (Nsight
// Compute, memory tables). AMD: Composable Kernel's model of coalescing has requests of 64 bytes on CDNA; that the lines of
// the first cache have 64 bytes on gfx90a and 128 on the others, and that RDNA requests as CDNA does, is taken for granted.
#pragma once

#include <cstdint>
#include <string_view>

namespace colex::hardware {

/// `wave`: lanes. `sector`, `line`: bytes. `is_taken_for_granted`: no source says it of this card.
struct GlobalMemory {
  char const* name = "";
  int wave = 0, sector = 0, line = 0;
  char const* source = "";
  bool is_taken_for_granted = false;
};

inline constexpr GlobalMemory global_memories[] = {
    {"sm70", 32, 32, 128, "the CUDA C++ Best Practices Guide", false},
    {"sm75", 32, 32, 128, "the CUDA C++ Best Practices Guide", false},
    {"sm80", 32, 32, 128, "the CUDA C++ Best Practices Guide", false},
    {"sm86", 32, 32, 128, "the CUDA C++ Best Practices Guide", false},
    {"sm89", 32, 32, 128, "the CUDA C++ Best Practices Guide", false},
    {"sm90", 32, 32, 128, "the CUDA C++ Best Practices Guide", false},
    {"sm100", 32, 32, 128, "the CUDA C++ Best Practices Guide", false},
    {"sm103", 32, 32, 128, "the CUDA C++ Best Practices Guide", false},
    {"sm120", 32, 32, 128, "the CUDA C++ Best Practices Guide", false},
    {"gfx90a", 64, 64, 64, "Composable Kernel", true},
    {"gfx942", 64, 64, 128, "Composable Kernel", true},
    {"gfx950", 64, 64, 128, "Composable Kernel", true},
    {"gfx11", 32, 64, 128, "Composable Kernel", true},
    {"gfx12", 32, 64, 128, "Composable Kernel", true},
    {"gfx1250", 32, 64, 128, "Composable Kernel", true}};

/// The rules of the card of that name; `wave` is 0 where there is none.
constexpr GlobalMemory global_memory(std::string_view name) {
  for (GlobalMemory const& one : global_memories)
    if (name == one.name) return one;
  return {};
}

/// Sectors that `bytes` bytes from byte `first` on lie in.
constexpr std::int64_t sectors_of(GlobalMemory const& memory, std::int64_t first, std::int64_t bytes) {
  return (first + bytes - 1) / memory.sector - first / memory.sector + 1;
}

}  // namespace colex::hardware
