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

struct State {
  std::array<Term, kSlots> slots{};
  bool is_on = true;      ///< this lane's bit of EXEC
  bool diverged = false;  ///< lanes of the wave may have gone other ways than this one
  bool operator==(State const&) const = default;
};

/// An access to memory by a lane that is on.
struct MemoryAccess {
  std::uint32_t instruction = 0, part = 0, place = 0;
  bool is_lds = false, is_store = false,
       is_bounded = false;  ///< bounded: what is past a buffer is not accessed
  unsigned bytes = 0;
  Term address = nullptr;  ///< 32 bits of LDS, 64 of global memory
  Term epoch = nullptr;
  bool diverged = false;
};

}  // namespace colex::code
