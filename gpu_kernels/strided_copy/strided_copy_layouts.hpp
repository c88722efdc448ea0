// SPDX-License-Identifier: MIT
// The layouts of a strided copy: which thread moves which unit, and what allows wider units. A unit is what one access
// moves, 1 to 16 bytes. Units are numbered colexicographically over the extents, which are given at run time, as are the
// strides of both sides: by those the kernel has two layouts.
//
//   thread_units(64, 4) == (64,(4,2147483647)):(1,(64,256))    unit 709 is thread 5's, in step 3 of block 2
#pragma once

#include "colex/static/value.hpp"
#include "tiles/dealt.hpp"

namespace colex::gpu {

/// (thread, (step, block)) -> the number of a unit, consecutive ones for consecutive threads.
constexpr Layout<Index> thread_units(Index threads, Index steps) {
  return join(line(threads, 1), join(line(steps, threads), line(most_blocks, steps * threads)));
}
template <class Config>
struct ThreadUnits {
  static constexpr Layout<Index> value = thread_units(Config::threads, Config::steps);
};

}  // namespace colex::gpu
