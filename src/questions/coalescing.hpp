// SPDX-License-Identifier: MIT
// What accesses of a wave to global memory cost: the sectors and lines that each request touches, by the rules of
// include/colex/hardware/global_memory.hpp.
//
//   SharedAccess a{read, 32, 4};                        32 lanes, consecutive words
//   coalescing("sm90", a, 0).requests[0].sectors        4
#pragma once

#include "colex/hardware/global_memory.hpp"
#include "questions/banks.hpp"

namespace colex::cli {

/// One access of all lanes. `asked` counts the bytes of every lane, `distinct` those that differ.
struct GlobalRequest {
  std::int64_t sectors = 0, lines = 0, asked = 0, distinct = 0;
};

struct Coalescing {
  hardware::GlobalMemory memory{};
  AccessShape shape{};
  std::vector<GlobalRequest> requests{};  ///< one per step
  GlobalRequest total{};
  std::int64_t worst = 0;  ///< the first step with the most sectors
  std::int64_t moved() const { return total.sectors * memory.sector; }
  /// Sectors that the distinct bytes would fill if each request's lay side by side from a sector's start on.
  std::int64_t least = 0;
};

/// `address` is that of offset 0, in bytes, a multiple of the access' width. Throws as check(BankModel, SharedAccess) does, and
/// InputError for a card that the table lacks.
Coalescing coalescing(std::string_view card, SharedAccess const& access, std::int64_t address);

std::string to_text(Coalescing const& cost, SharedAccess const& access);
Json to_json(Coalescing const& cost);

}  // namespace colex::cli
