// SPDX-License-Identifier: MIT
// Law: a (thread, value) layout deals a tile out without loss and without repeats exactly when it is a
// bijection onto the tile.   ((4,8),2):((16,1),8) covers 64 elements once: thread t holds two of them, 8
// apart.
#pragma once

#include "colex/decide.hpp"
#include "colex/structure.hpp"

namespace colex::laws {

struct tv_layouts_cover_once {
  static constexpr char const* statement =
      "L = (T, V): every offset in [0, M) is held by one thread at one value, by no other, and no other "
      "offset "
      "is held, if and only if bijective(L, M)";
  static constexpr char const* source = "CuTe, thread-value layouts";

  /// The index of thread t's value v.
  template <Number Int>
  static constexpr Int index(Int const& threads, Int const& t, Int const& v) {
    return v * threads + t;
  }

  /// Counts what every thread holds, as the definition has it. `held` is scratch of M zeroed bytes.
  /// Precondition: rank 2.
  static constexpr bool holds(Layout<std::int64_t> const& tv, std::int64_t points, unsigned char* held) {
    auto const threads = entry(tv, 0), values = entry(tv, 1);
    bool once = true;
    for (std::int64_t t = 0; t < size(threads); ++t)
      for (std::int64_t v = 0; v < size(values); ++v) {
        std::int64_t const offset = evaluate(threads, t) + evaluate(values, v);
        if (offset < 0 || offset >= points || held[offset]++ != 0) once = false;
      }
    for (std::int64_t k = 0; k < points; ++k) once = once && held[k] == 1;
    auto const why = bijective(tv, points).condition;
    return why == Condition::undecided || (why == Condition::none) == once;
  }
};

}  // namespace colex::laws
