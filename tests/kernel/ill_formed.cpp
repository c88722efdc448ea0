// SPDX-License-Identifier: MIT
// Copy configs that must not compile, one for each CASE from 1; case 0 is well formed. ill_formed.py reads
// the message that each must give from the line of its case.
#include "copy/copy.hpp"

namespace colex::gpu {

struct Config : CopyUnpadF32 {
#if CASE == 1  // vector is the run of the wider side
  static constexpr int vector = 8;
#elif CASE == 2  // two elements would be stored at one offset
  static constexpr auto destination = layout("(8,4):(1,4)");
#elif CASE == 3  // repetitions of the destination tile overlap
  static constexpr Index destination_step = 31;
#elif CASE == 4  // the tiles differ in size
  static constexpr auto destination = layout("16:1");
#elif CASE == 5  // repetitions of the source tile overlap
  static constexpr Index source_step = 40;
#elif CASE == 6  // two elements would be stored at one offset
  static constexpr auto destination = layout("(8,4):(1,0)");
#elif CASE == 7  // layout_text
  static constexpr auto destination = layout("(8,4):(1,12");
#endif
};

LaunchResult use(GlobalView<float const> source, GlobalView<float> destination) {
  return uncertified::copy<Config>(source, destination, 3);
}

}  // namespace colex::gpu
