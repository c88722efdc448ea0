// SPDX-License-Identifier: MIT
// What the waves, or the warps of PTX, of a launch share: memory, and the shared memory of a block, which AMD calls LDS.
#pragma once

#include <cstdint>
#include <vector>

#include "code/finding.hpp"
#include "code/instruction.hpp"
#include "code/memory.hpp"
#include "operations/failure.hpp"

namespace colex::code {

class Wave;

/// How a row executes an instruction.
template <class Machine>
using Run = void (*)(Machine&, Instruction const&);

/// An instruction, with the row that executes it.
struct Step {
  Instruction instruction{};
  Run<Wave> run = nullptr;
  bool is_vector = false;
};

struct Lanes;
/// Is told of each instruction that a wave executes, and of what its lanes then access.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void executes(std::uint64_t block, unsigned wave, std::uint32_t instruction) = 0;
  virtual void accesses(std::uint64_t block, unsigned wave, std::uint32_t instruction,
                        Lanes const& lanes) = 0;
};

/// A launch, whatever it executes.
class Launched {
 public:
  virtual ~Launched() = default;
  /// An instruction, by its number in the program.
  virtual Place place(std::uint64_t block, unsigned group, int lane, std::uint32_t instruction) const = 0;
  /// The block of a group, of what started as the so-manieth: a block, or a cluster of blocks.
  virtual std::uint64_t block_of(std::uint64_t started, unsigned) const { return started; }
  /// Begins another interval, and is its number. Throws InputError where there are too many.
  std::uint64_t next_interval() {
    if (++interval >= kMostIntervals) throw cli::InputError("more barriers than the executor counts");
    return interval;
  }

  Memory memory{};
  Report report{};
  std::uint64_t budget = 0;    ///< instructions of waves that may still be executed
  std::uint64_t interval = 1;  ///< the barriers of all blocks so far, and the blocks
  std::uint64_t first_interval = 1;
  std::vector<std::uint64_t> block_intervals{};  ///< the first interval of each block, or cluster, so far
  char const* local_name = "LDS";
};

/// A launch of AMD's machine code.
struct Launch : Launched {
  Place place(std::uint64_t block, unsigned group, int lane, std::uint32_t instruction) const override {
    Instruction const& i = program[instruction].instruction;
    return {block, static_cast<int>(group), lane, i.address, i.text, false, {}};
  }
  std::vector<Step> program{};
  std::uint32_t scratch_bytes = 0;  ///< of a lane
  Observer* observer = nullptr;     ///< may be null
};

/// A block that runs.
struct Block {
  Launched& launch;
  std::uint64_t number = 0, first_interval = 1;
  std::vector<std::uint8_t> local{};  ///< LDS, or shared memory
  Shadow& local_shadow;
};

/// Bytes that the lanes of a wave access: none where a lane is off.
struct Lanes {
  std::uint64_t addresses[64];
  std::uint8_t bytes[64] = {};
};

/// Where an atomic operation is.
enum class AtomicSpace : std::uint8_t { global, buffer, lds };

/// What a memory instruction moves in each lane.
struct Transfer {
  int bytes = 4;
  bool is_store = false;
  bool sign_extends = false;
  bool high = false;    ///< the upper half of the register
  bool merges = false;  ///< a load to half a register keeps the other half
  int count = 1;        ///< accesses of a lane: 2 for ds_read2
  int stride = 1;       ///< offsets count so many times `bytes`: 64 for ds_read2st64
};

}  // namespace colex::code
