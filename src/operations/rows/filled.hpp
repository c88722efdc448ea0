// SPDX-License-Identifier: MIT
// Layouts and tuples that are filled up to a number of modes.
#pragma once

#include "operations/call.hpp"

namespace colex::cli {

/// What `fill` makes of t, so many modes and x; refused at once where these have no room, and not after each of them.
template <class T, class Fill>
Answer filled(Nested<T> const& t, int modes, Nested<T> const& x, Fill fill) {
  int const more = modes - rank(t);
  if (more > 0 && t.leaves.count + more * x.leaves.count > kMaxLeaves)
    return refused(because<std::int64_t>(Condition::capacity));
  return fill(t, modes, x);
}

}  // namespace colex::cli
