// SPDX-License-Identifier: MIT
// A thread-value layout as a table, for CPU code that evaluates it often.
//
//   element_table(Atom::c_layout)[lane + 64 * value]      the element's column-major index
#pragma once

#include <vector>

#include "atoms/tv.hpp"

namespace colex::gpu {

/// The element at each (lane, value), lane fastest.
inline std::vector<int> element_table(TvLayout const& tv) {
  std::vector<int> table(static_cast<std::size_t>(size(tv)));
  for (std::size_t i = 0; i < table.size(); ++i)
    table[i] = static_cast<int>(evaluate(tv, static_cast<std::int64_t>(i)));
  return table;
}

}  // namespace colex::gpu
