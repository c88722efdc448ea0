// SPDX-License-Identifier: MIT
// A request as JSON, all of it: what a parser would drop or round is an error.
//
//   strict_json(R"({"op":"size","op":"rank"})", 7)     throws: key "op" stands twice
//   strict_json("{}\0 more", 7)                        throws: not a JSON value: line 7, column 3: a byte of value 0
#pragma once

#include <string_view>

#include "operations/call.hpp"

namespace colex::cli {

/// Throws InputError with the line and the column; also for two members of one name, a byte order mark, nesting beyond
/// kMaxJsonDepth, and a number that no double holds.
Json strict_json(std::string_view text, long line);

}  // namespace colex::cli
