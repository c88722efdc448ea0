// SPDX-License-Identifier: MIT
// One request of `colex batch` and its reply. Whatever the request is, the reply is one line of JSON.
//
//   reply_to(R"({"op": "coalesce", "args": ["(2,1):(3,1)"]})", {}) == R"({"ok":true,"result":"2:3"})"
#pragma once

#include <string>
#include <string_view>

#include "operations/call.hpp"

namespace colex::cli {

/// The longest request that is read; a longer one is answered with an error.
inline constexpr std::size_t kMaxRequest = std::size_t{1} << 20;

/// What holds for requests that do not say otherwise, and what they may not go beyond.
struct Asked {
  bool cute = false;  ///< --convention cute
  Budget budget{};    ///< of a request without "budget"
  std::int64_t most_budget = kMostBudget;
  bool (*stops)() = nullptr;  ///< whether nobody waits for the answer any more: Work::stops
};

/// The reply, without a newline. `line` is the request's in its file, for errors in its JSON.
std::string reply_to(std::string_view request, Asked const& asked, long line = 1);

/// The reply to a request longer than kMaxRequest.
std::string reply_to_too_long();
/// The reply to a request for whose answer there is no memory.
std::string reply_to_too_much_memory();

/// The JSON schema of a request, made from the table of operations.
std::string schema();
/// The result of {"op": "help", "args": [NAME]}: the pages of an operation; without NAME all operations, all pages, and
/// why operations refuse. Throws InputError for other arguments.
std::string help_as_json(Json const& args);

}  // namespace colex::cli
