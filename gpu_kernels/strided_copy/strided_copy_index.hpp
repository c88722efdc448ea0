// SPDX-License-Identifier: MIT
// The index arithmetic of the strided copy: which thread moves which unit, and where it lies on both sides.
// Templated on the number types: a solver reasons about the functions that the kernel runs.
//
// A unit is what one access moves, 1 to 16 bytes. Units are numbered colexicographically over the extents.
// With 4 steps and blocks of 64 threads, consecutive threads move consecutive units:
//   unit_number(2, 3, 5, 64, 4) == (2*4 + 3)*64 + 5 == 709      block 2, step 3, thread 5
// Of extents (4,3), source strides (1,8) and destination strides (3,1), unit 6 has the coordinate (2,1):
//   unit_offsets<2>({6, 0, 0}, ...) has source 2*1 + 1*8 == 10 and destination 2*3 + 1*1 == 7
#pragma once

#include "tiles/copy_index.hpp"

// Numbers of fewer than 2^32 units are divided by 32 bits.
template <>
inline constexpr bool colex::is_number<std::uint32_t> = true;

namespace colex::gpu {

/// The unit that a thread moves in one of its steps; it may lie beyond the last one.
template <Number Int>
constexpr Int unit_number(Int const& block, Int const& step, Int const& thread, Int const& threads,
                          Int const& steps) {
  return (block * steps + step) * threads + thread;
}

/// Where the source has element j of those that one store takes, the first of them at `first`.
template <Number Int>
constexpr Int gathered_at(Int const& first, Int const& j, Int const& apart) {
  return first + j * apart;
}

/// A unit on its way through the modes: what is left of its number, and its offsets (units) on both sides.
template <Number Digit, Number Int>
struct UnitPlace {
  Digit rest;
  Int source, destination;
};

/// Passes one mode, whose digit is `rest % extent`. Requires rest >= 0 and extent >= 1.
template <Number Digit, Number Int>
constexpr UnitPlace<Digit, Int> pass_mode(UnitPlace<Digit, Int> const& at, Digit const& extent,
                                          Int const& source, Int const& destination) {
  Digit const left = at.rest / extent;
  Int const digit(at.rest - left * extent);
  return {left, at.source + digit * source, at.destination + digit * destination};
}

/// Where unit `at.rest` lies, counted from the offsets in `at`, in an array of the first `modes` modes;
/// 0 <= at.rest < product of their extents. Digits are divided as `Digit`: 32 bits are right where there are
/// fewer than 2^32 units, and devices divide them faster than 64. The last mode takes what is left.
template <int modes, Number Digit, int rank, Number Int>
constexpr UnitPlace<Digit, Int> unit_offsets(UnitPlace<Digit, Int> at, Int const (&extent)[rank],
                                             Int const (&source)[rank], Int const (&destination)[rank]) {
  static_assert(1 <= modes && modes <= rank);
  for (int k = 0; k + 1 < modes; ++k) at = pass_mode(at, Digit(extent[k]), source[k], destination[k]);
  Int const last(at.rest);
  return {at.rest, at.source + last * source[modes - 1], at.destination + last * destination[modes - 1]};
}

}  // namespace colex::gpu
