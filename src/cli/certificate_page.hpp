// SPDX-License-Identifier: MIT
// A page of HTML that lists certificates: `colex certify --all --html FILE` writes it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace colex::cli {

/// Certificates keep the order in which they were written.
using Document = nlohmann::ordered_json;

/// A table of all configs and obligations, then a section a config with what each obligation says and how it
/// is known. Nothing is fetched from elsewhere, and no script runs.
std::string certificate_page(std::vector<Document> const& certificates);

}  // namespace colex::cli
