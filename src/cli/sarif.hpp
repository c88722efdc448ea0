// SPDX-License-Identifier: MIT
// Checked files as SARIF has them, the form in which code hosts take results and show each at its line.
#pragma once

#include <string>

#include "questions/check_file.hpp"

namespace colex::cli {

/// SARIF 2.1.0: an error for each wrong line, a note for each skipped one. A relative name is relative to the repository.
/// Source: OASIS, Static Analysis Results Interchange Format, sections 3.13 to 3.30.
std::string to_sarif(CheckedFiles const& files);

}  // namespace colex::cli
