// SPDX-License-Identifier: MIT
// One request of `colex batch` and its reply. Whatever the request is, the reply is one line of JSON.
//
//   reply_to(R"({"op": "coalesce", "args": ["(2,1):(3,1)"]})", false) == R"({"ok":true,"result":"2:3"})"
#pragma once

#include <string>
#include <string_view>

namespace colex::cli {

/// The longest request that is read; a longer one is answered with an error.
inline constexpr std::size_t kMaxRequest = std::size_t{1} << 20;

/// The reply, without a newline; `cute` is --convention cute.
std::string reply_to(std::string_view request, bool cute);

/// The reply to a request longer than kMaxRequest.
std::string reply_to_too_long();

}  // namespace colex::cli
