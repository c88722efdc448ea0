// SPDX-License-Identifier: MIT
// A tile plan from a file of JSON, or from an object as it stands; -: standard input.
#pragma once

#include <string>

#include "questions/plan.hpp"

namespace colex::cli {

/// Throws InputError as read_file(), strict_json() and plan_of() do.
Plan read_plan(std::string const& file);

}  // namespace colex::cli
