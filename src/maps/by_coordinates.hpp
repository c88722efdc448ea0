// SPDX-License-Identifier: MIT
// Which layout, nested by the coordinates of a domain, is this function: one pass over its values, in order.
//
//   (i<4, j<2) with the values 0 2 4 6 1 3 5 7       (4,2):(2,1)
//   (i<4, j<2) with the values 0 1 2 3 3 4 5 6       (4,2):(1,3)
//   (i<6) with the values 0 1 4 5 8 9                ((2,3)):((1,4)), for the one coordinate i
//
// Along each coordinate a run of equal steps is a mode, as in find.hpp; off the axes a value is the sum of what its
// coordinates add. The answer of a refusal is the first index such that no layout agrees with the function up to it, and the
// value that those before it force.
#pragma once

#include <vector>

#include "colex/layout.hpp"

namespace colex::cli {

template <class Number>
struct ByCoordinates {
  std::vector<std::vector<Mode<Number>>> modes{};  ///< of each coordinate
  std::int64_t refused = -1;                       ///< the index, or -1
  Number forced{};                                 ///< there
};

/// f is called with 0 <= index < product of `extents`, in order and with earlier ones; its values can be subtracted.
template <class Number, class F>
ByCoordinates<Number> by_coordinates(F f, std::vector<std::int64_t> const& extents) {
  ByCoordinates<Number> r;
  Number const zero = f(0);
  std::int64_t base = 1;  // of the coordinate in the index
  for (std::int64_t const extent : extents) {
    auto& modes = r.modes.emplace_back();
    std::int64_t block = 1;  // points of the modes that have ended, along this coordinate
    Number stride{};
    auto const axis = [&](std::int64_t x) { return f(x * base); };
    auto const refuse = [&](std::int64_t index, Number const& forced) {
      r.refused = index, r.forced = forced;
      return r;
    };
    for (std::int64_t x = 1; x < extent; ++x) {
      Number const here = axis(x);
      if (std::int64_t const within = x % block; within != 0) {
        Number const forced = axis(x - within) + (axis(within) - zero);
        if (!(here == forced)) return refuse(x * base, forced);
      } else if (x == block) {
        stride = here - zero;
      } else if (Number const forced = axis(x - block) + stride; !(here == forced)) {
        std::int64_t const run = x / block;
        if (extent / block % run != 0) return refuse(x * base, forced);
        modes.push_back({Number(run), stride});
        block = x;
        stride = here - zero;
      }
      for (std::int64_t low = 1; low < base; ++low) {
        Number const forced = here + (f(low) - zero);
        if (!(f(x * base + low) == forced)) return refuse(x * base + low, forced);
      }
    }
    if (extent / block > 1 || modes.empty()) modes.push_back({Number(extent / block), stride});
    base *= extent;
  }
  return r;
}

}  // namespace colex::cli
