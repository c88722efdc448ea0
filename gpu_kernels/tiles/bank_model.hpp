// SPDX-License-Identifier: MIT
// Which lanes of a wave shared memory serves together, and how often it must serve them: bank models by name.
//
// Shared memory has 32 banks (64 for reads on gfx950), 4 bytes wide. The lanes of one access are served in
// phases; within a phase a bank delivers one 4-byte word at a time, to any number of lanes. The degree of a
// phase is the largest number of different words that one bank must deliver: 1 is free of conflicts.
//
//   auto const column = [](int lane) { return Index{128} * lane; };     // a column of 32 x 32 floats
//   static_assert(conflicts(sm90, Direction::load, 4, column).degree == 32);
//   auto const padded = [](int lane) { return Index{132} * lane; };
//   static_assert(conflicts(sm90, Direction::load, 4, padded).degree == 1);
//
// What is served by one phase is not documented: see Evidence. A degree computed here over all lanes is exact
// under the model. Adding a multiple of 4 bytes to every address changes no degree, so offsets in an array
// may stand for addresses.
#pragma once

#include "platform/vec.hpp"

namespace colex::gpu {

enum class Direction { load, store };

/// How the phases of a model are known.
enum class Evidence {
  measured,  ///< by others, with a microbenchmark: gfx942 reads and b128 writes, gfx950 reads
  customary  ///< taken for granted by published kernels, or inferred from a neighbour
};

/// A target's shared memory. `phase` tells which lanes are served together, from 0 on without a gap.
struct BankModel {
  char const* name;
  int wave;  ///< lanes of a wave
  int load_banks, store_banks;
  Evidence evidence;
  int (*phase)(Direction access, int bytes, int lane);
};

inline constexpr int bank_bytes = 4, most_lanes = 64;

namespace detail {
/// Bit k of a lane number.
constexpr int bit(int lane, int k) { return lane >> k & 1; }

/// As many lanes together as fill 32 banks, consecutive ones. Below 4 bytes, as for 4.
constexpr int consecutive_phase(int bytes, int lane) { return lane / (128 / (bytes < 4 ? 4 : bytes)); }

/// Reads of 16 bytes are served by {0-3, 20-23}, {4-7, 16-19}, {8-11, 28-31}, {12-15, 24-27}, and so from 32.
constexpr int gfx942_phase(Direction access, int bytes, int lane) {
  if (access == Direction::load && bytes == 16)
    return 4 * bit(lane, 5) + 2 * bit(lane, 3) + (bit(lane, 2) ^ bit(lane, 4));
  return consecutive_phase(bytes, lane);
}

/// Reads: 4 bytes at once, 8 bytes by halves, 16 bytes by {0-3, 12-15, 20-27}, {4-11, 16-19, 28-31}, and so
/// from 32.
constexpr int gfx950_phase(Direction access, int bytes, int lane) {
  if (access == Direction::store) return consecutive_phase(bytes, lane);
  if (bytes == 16) return 2 * bit(lane, 5) + (bit(lane, 2) ^ bit(lane, 3) ^ bit(lane, 4));
  return bytes == 8 ? bit(lane, 5) : 0;
}

constexpr int sm90_phase(Direction, int bytes, int lane) { return consecutive_phase(bytes, lane); }
}  // namespace detail

/// MI300: reads as measured by nod-ai (lds_summary.md), writes of 16 bytes in eighths.
inline constexpr BankModel gfx942{"gfx942", 64, 32, 32, Evidence::measured, detail::gfx942_phase};
/// MI200: nobody has published a measurement; assumed to be as gfx942.
inline constexpr BankModel gfx90a{"gfx90a", 64, 32, 32, Evidence::customary, detail::gfx942_phase};
/// MI350: reads see 64 banks, writes 32, as measured by HipKittens.
inline constexpr BankModel gfx950{"gfx950", 64, 64, 32, Evidence::measured, detail::gfx950_phase};
/// Hopper: 8 lanes of 16 bytes together, 16 of 8, 32 of 4. ldmatrix reads its 8 rows of 16 bytes as a load.
inline constexpr BankModel sm90{"sm90", 32, 32, 32, Evidence::customary, detail::sm90_phase};

inline constexpr BankModel const* bank_models[] = {&gfx942, &gfx90a, &gfx950, &sm90};

/// What one access of a wave costs.
struct Conflicts {
  int degree = 1;  ///< of the worst phase; 1 where no lane takes part
  int phases = 0;  ///< phases in which a lane takes part: the cost without conflicts
  int passes = 0;  ///< the sum of the phases' degrees: the cost
};

/// The cost of one access of `bytes` bytes a lane. `address(lane)` is the lane's byte address, or negative
/// where the lane takes no part.
template <class Address>
constexpr Conflicts conflicts(BankModel const& model, Direction access, int bytes, Address address) {
  int const banks = access == Direction::load ? model.load_banks : model.store_banks;
  Conflicts cost;
  int served = 0;
  for (int phase = 0; served < model.wave; ++phase) {
    Index words[4 * most_lanes] = {};  // the different words of this phase
    int count = 0, degree = 0, words_of_bank[most_lanes] = {};
    for (int lane = 0; lane < model.wave; ++lane) {
      if (model.phase(access, bytes, lane) != phase) continue;
      ++served;
      Index const first = address(lane);
      if (first < 0) continue;
      for (Index word = first / bank_bytes; word * bank_bytes < first + bytes; ++word) {
        bool known = false;
        for (int i = 0; i < count && !known; ++i) known = words[i] == word;
        if (known) continue;
        words[count++] = word;
        int const now = ++words_of_bank[word % banks];
        if (now > degree) degree = now;
      }
    }
    if (count == 0) continue;
    ++cost.phases;
    cost.passes += degree;
    if (degree > cost.degree) cost.degree = degree;
  }
  return cost;
}

}  // namespace colex::gpu
