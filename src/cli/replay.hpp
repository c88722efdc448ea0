// SPDX-License-Identifier: MIT
// Whether a race that the judge says may come about does. The executor launches the kernel on arguments that suit its metadata and what is assumed of them:
// arrays of 256 KiB that --seed fills, a few whole numbers. Only a race of the two instructions that the judge names counts, of which the later one changes
// what the earlier one read or stored, or reads what others alone store; and only of a launch that ends with all accesses inside of the arrays, so that the
// arguments suit the kernel.
#pragma once

#include <string>
#include <vector>

#include "cli/inspected_file.hpp"

namespace colex::cli {

/// Instructions of waves, each of at most 64 lanes, that all launches execute together at most, and that one does.
inline constexpr std::uint64_t kMostReplayed = std::uint64_t{1} << 19, kMostOfReplay = std::uint64_t{1} << 17;

/// Says so in the inspection where one is shown. `source`: the words of `colex execute` that say which file it is.
void replay(InspectedFile const& file, std::vector<std::string> const& source, code::Inspector& of);

}  // namespace colex::cli
