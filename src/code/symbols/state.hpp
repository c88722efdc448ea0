// SPDX-License-Identifier: MIT
// What one generic lane of one generic wave holds at a place of a program, as terms. Scalar registers come first, then vector registers; what
// is null is not known. No instruction has `epoch`: it counts the barriers that the wave has passed.
#pragma once

#include <array>

#include "code/instruction.hpp"
#include "code/symbols/term.hpp"

namespace colex::code {

inline constexpr unsigned kScalarCount = kScalars, kFirstVector = kScalars, kRegisters = kScalars + kVectors;
inline constexpr unsigned kConditionSlot = kRegisters, kEpochSlot = kRegisters + 1, kSlots = kRegisters + 2;

// The symbols of masks' bits, beyond the slot of their low halves: of this lane, and of all lanes.
inline constexpr unsigned kMaskSlots = 1000, kFlagSlots = 2000;

struct State {
  std::array<Term, kSlots> slots{};
  bool is_on = true;      ///< this lane's bit of EXEC
  bool diverged = false;  ///< lanes of the wave may have gone other ways than this one
  bool operator==(State const&) const = default;
};

/// An access to memory by a lane that is on.
struct MemoryAccess {
  std::uint32_t instruction = 0, part = 0, place = 0;
  bool is_lds = false, is_store = false;
  unsigned bytes = 0;
  Term address = nullptr;  ///< 32 bits of LDS, 64 of global memory
  Term epoch = nullptr;
  /// Of a buffer: the bits of stride and swizzle, which must be 0 for the address to be that; null otherwise.
  Term shape = nullptr;
};

}  // namespace colex::code
