// SPDX-License-Identifier: MIT
// Where a document is not the one that it must be.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace colex::gpu {

/// A value for a line: short, and what the text holds besides ASCII escaped.
std::string shown(nlohmann::ordered_json const& value);

/// One line for each member of two objects that is missing, unknown, in another place, or not the same in
/// value or type (1.0 is not 1). Nothing where they agree.
std::vector<std::string> differences(nlohmann::ordered_json const& demanded,
                                     nlohmann::ordered_json const& found);

}  // namespace colex::gpu
