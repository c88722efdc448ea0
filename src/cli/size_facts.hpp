// SPDX-License-Identifier: MIT
// `--assume` of sizes of arrays, and of numbers that a launch gives.
#pragma once

#include <string>

#include "code/inspect.hpp"

namespace colex::cli {

/// "bytes(arg0) >= 4 * arg24", "0 <= arg24 < 65536", "block < 4096": false where the fact is no comparison. Throws InputError where it is one that
/// is not understood.
bool read_comparison(std::string const& fact, code::Kernel const& kernel, code::InspectOptions& options);

}  // namespace colex::cli
