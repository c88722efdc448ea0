// SPDX-License-Identifier: MIT
// What is known of a branch before it is decided: values that keep the path show a way to be possible, and Z3 is not asked.
#pragma once

namespace colex::sym {

struct KnownWays {
  bool yes = false, no = false;  ///< possible
};

/// Of the next condition that this thread's explorer decides.
void know(KnownWays ways);

}  // namespace colex::sym
