// SPDX-License-Identifier: MIT
// How deep a JSON text nests, found before it is parsed: the parser, a copy and a dump all recurse or
// allocate once a level, so a text of nothing but brackets is refused here, in one pass and no memory.
//
//   nested_beyond("[[1, \"[[[\"]]", 2) is false: brackets inside a string do not count
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace colex {

/// The deepest JSON that is read: far more than any request or certificate needs.
inline constexpr int kMaxJsonDepth = 64;

/// More than `most` brackets or braces are open at once somewhere. Right for valid JSON; of a text that is
/// not JSON it may say either, and the parser says the rest.
constexpr bool nested_beyond(std::string_view text, int most) {
  int open = 0;
  bool quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    char const c = text[at];
    if (quoted) {
      if (c == '\\') ++at;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      if (++open > most) return true;
    } else if (c == ']' || c == '}') {
      --open;
    }
  }
  return false;
}

/// The text as JSON, members in their order; discarded where it is none. Compiled by itself, and optimized in
/// every build: without, 16 MiB of numbers take ten seconds.
nlohmann::ordered_json parsed_json(std::string_view text);

}  // namespace colex
