// SPDX-License-Identifier: MIT
// The cvc5 that is kept beside this process, cvc5_kept()'s.
#pragma once

#include "sym/cvc5.hpp"

namespace colex::sym {

/// Starts it: it loads while this process goes on.
void start_kept(Limits const& limits);

/// Seconds that it has computed, and the processes that ended before.
double computed_beside();

}  // namespace colex::sym
