// SPDX-License-Identifier: MIT
// All rows over words, by name.
#pragma once

#include "code/rows.hpp"

namespace colex::code {

/// The row of that name on that target; null where there is none.
Row<Wave> const* find_row(std::string const& target, std::string const& name);

/// How many instructions are known for the target.
std::size_t known_rows(std::string const& target);

}  // namespace colex::code
