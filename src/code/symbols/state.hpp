// SPDX-License-Identifier: MIT
// What one generic lane of one generic wave holds at a place of a program, as terms; what is null is not known. Of AMD, scalar registers come
// first, then vector registers; of PTX, slots are those of the kernel. No instruction has `epoch`: it counts the barriers that the wave has passed.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include "code/instruction.hpp"
#include "code/symbols/tables.hpp"

namespace colex::code {

inline constexpr unsigned kScalarCount = kScalars, kFirstVector = kScalars, kRegisters = kScalars + kVectors;
inline constexpr unsigned kConditionSlot = kRegisters, kEpochSlot = kRegisters + 1, kSlots = kRegisters + 2;

// The symbols of masks' bits, beyond the slot of their low halves: of this lane, and of all lanes.
inline constexpr unsigned kMaskSlots = 1u << 20, kFlagSlots = 2u << 20;

/// Leaves of some bits those that are among others, too.
inline void keep_common(std::vector<Term>& bits, std::vector<Term> const& others) {
  std::erase_if(bits, [&](Term bit) { return std::find(others.begin(), others.end(), bit) == others.end(); });
}

struct State {
  State() = default;
  explicit State(std::size_t registers) : slots(registers, nullptr) {}
  std::vector<Term> slots{};
  std::vector<Term> when{};  ///< bits that are 1 in a thread that is here; not all of them
  std::vector<Term>
      also{};  ///< such bits, also of what is not known; only where Machine::keeps_conditions says so
  std::vector<Term> of_launch{};  ///< such bits for which is_of_launch() holds, in no order
  bool is_on = true;              ///< this lane's bit of EXEC
  bool diverged = false;          ///< lanes of the wave may have gone other ways than this one
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
  /// Of a buffer: the offset, in 64 bits, and the number of bytes, in 32. No bytes past these are touched.
  Term buffer_offset = nullptr, buffer_bytes = nullptr;
  bool is_atomic = false;   ///< by itself, so that two of them do not race
  bool is_async = false;    ///< it comes about later, when it is waited for; what is loaded, until then
  bool is_of_warp = false;  ///< what one lane names, all lanes of the warp read or write
  unsigned lanes = 0;       ///< that make it, if fewer than all of a warp
  Term order =
      nullptr;  ///< how often the lanes of this warp have waited for each other; null where they go in step
  char const* open = nullptr;     ///< why it is not known which bytes it touches, though the address is
  std::vector<Term> when{};       ///< it is only made where these bits are 1
  std::vector<Term> also{};       ///< and these, of State::also
  std::vector<Term> of_launch{};  ///< and these, of State::of_launch
};

/// What may come behind an instruction.
struct Flow {
  bool branches = false, falls = true;  ///< to its target, and to the next instruction
  bool splits = false;                  ///< lanes may be told apart behind it
  bool is_barrier = false;
  bool is_of_ptx = false;  ///< places are lines of text
};

struct SymbolicStep;

/// What a walk is driven by: executes one instruction over symbols.
class Machine {
 public:
  struct Way {
    std::uint32_t to = 0;
    State state{};
  };
  virtual ~Machine() = default;
  /// Executes instruction number `at`; the ways on are in `ways` where it does not simply go on.
  virtual bool step(std::uint32_t at, SymbolicStep const& now) = 0;
  /// The dword of the arguments at that byte; they are symbols of 8 bytes, so that both halves of a pointer are of one.
  Term argument(std::uint32_t byte) const;
  std::uint32_t unknowns() const { return serial_; }             ///< that the last step made
  std::vector<unsigned> const& reads() const { return reads_; }  ///< slots that the last step has read
  /// Notes that a bit is 1, of those for which is_of_launch() holds, and what of its parts are then.
  static void keep_of_launch(Term bit, std::vector<Term>& to);

  State state{};
  std::vector<Way> ways{};
  Multiples multiples{};
  Tables tables{};                ///< what is assumed of entries of arrays
  bool keeps_conditions = false;  ///< whether State::also is kept
  std::map<std::uint32_t, std::uint32_t>
      arrays{};  ///< of an instruction that loads, the argument with which its address began
  std::vector<MemoryAccess> accesses{};  ///< of the last step
  Term asked = nullptr;                  ///< the bit by which the last step took its way, or EXEC's
  Term guard = nullptr;  ///< of PTX: the bit under which the last instruction is executed; null without one

 protected:
  /// Notes that a bit is 1, and what of its parts are then.
  void keep(Term bit, std::vector<Term>& to) const;
  /// What is loaded from a table, by dwords; false where it is none.
  bool has_loaded(Term address, unsigned dwords, std::function<void(unsigned, Term)> const& put);
  std::uint32_t at_ = 0, serial_ = 0;
  std::vector<unsigned> reads_{};
};

}  // namespace colex::code
