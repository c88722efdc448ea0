// SPDX-License-Identifier: MIT
// What every answer in SARIF shares: the form in which code hosts take results and show each at its place.
// Source: OASIS, Static Analysis Results Interchange Format 2.1.0, sections 3.13 to 3.30.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "operations/value.hpp"

namespace colex::cli {

/// A file's name as a reference of a URI: bytes that may not stand there are written as %XX.
std::string sarif_uri(std::string const& name);
Json sarif_rule(char const* id, char const* says);
/// `place` is a physicalLocation.
Json sarif_result(char const* rule, char const* level, std::string const& text, Json const& place);
/// A whole log of one run.
std::string sarif_log(Json const& rules, Json const& results);

}  // namespace colex::cli
