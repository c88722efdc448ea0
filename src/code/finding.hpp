// SPDX-License-Identifier: MIT
// What the executor reports about a launch. The kinds of defect have the host platform's names where it has them.
//
//   data race: LDS byte 512: wave 1 lane 0 of block 0 loads 16 bytes at 0x1a40 (ds_read_b128 v[2:5], v0), wave 0 lane 8 stored it at 0x19f8 (...)
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace colex::code {

enum class Defect : std::uint8_t {
  data_race,           ///< two waves, or warps, touch one byte without order, and one of them writes
  out_of_bounds,       ///< an access outside all arrays; it was not carried out
  misaligned,          ///< an address that the instruction does not take
  uninitialised_read,  ///< a byte or a register is used that nothing has written
  early_use,           ///< a register is used before the load to it was waited for
  barrier_divergence,  ///< waves wait at different barriers, or some wait and some have ended, or some lanes are off
  read_only_store  ///< a store to an array that the kernel is only to read
};
inline constexpr Defect kDefects[] = {
    Defect::data_race, Defect::out_of_bounds,      Defect::misaligned,     Defect::uninitialised_read,
    Defect::early_use, Defect::barrier_divergence, Defect::read_only_store};

/// The defect's name, as words.
char const* name(Defect defect);

/// An instruction of a wave, or of a warp of PTX. `lane` is -1 where all lanes are meant.
struct Place {
  std::uint64_t block = 0;
  int wave = 0, lane = -1;
  std::uint64_t address = 0;  ///< of the instruction; of PTX its line
  std::string text{};         ///< the instruction
  bool is_ptx = false;
  std::string source{};  ///< of PTX: file and line that .loc names, "copy.py:12"
};

struct Finding {
  Defect defect{};
  Place place{};
  std::string detail{};  ///< what is wrong, in words
  bool has_other = false;
  Place other{};                              ///< of a race: the earlier access
  std::optional<std::uint64_t> local_byte{};  ///< of a race in LDS, or shared memory: one that both touch
  bool is_change =
      false;  ///< of such a race: the later access, once at least, has stored another value there than there was
};

/// One sentence, for people.
std::string describe(Finding const& finding);

struct Report {
  static constexpr std::size_t kept = 64;  ///< findings kept; all are counted
  std::map<Defect, std::uint64_t> counts{};
  std::vector<Finding>
      findings{};  ///< one for each defect and pair of instructions, in the order of execution
  std::uint64_t instructions = 0;  ///< of waves
  std::uint64_t lane_instructions =
      0;  ///< a wave: 64 for each vector instruction, 1 for each scalar one; a warp: its lanes that are on
  std::uint64_t barriers = 0, blocks = 0, waves = 0;

  bool clean() const { return counts.empty(); }
  void add(Finding finding);
  /// Counts a defect of these instructions, 0 for no other; whether that is all, since it is kept already or nothing more is.
  bool only_counts(Defect defect, std::uint64_t address, std::uint64_t other);
};

}  // namespace colex::code
