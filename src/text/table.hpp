// SPDX-License-Identifier: MIT
// A table of values, read: integers apart by commas or white space, over as many lines as it takes.
//
//   parse_table("0,2,4\n7 9 11") holds 0 2 4 7 9 11          parse_table("0,2,x") fails at 1:5
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace colex {

/// The longest table that is read.
inline constexpr std::size_t kMaxTable = std::size_t{1} << 24;

/// The values, or where and why the text is wrong: `message` is empty where the text is right.
struct ParsedTable {
  std::vector<std::int64_t> values;
  std::string message;
  int line = 1, column = 1;
  explicit operator bool() const { return message.empty(); }
};

/// One value at least, kMaxTable at most, each within +-2^62.
ParsedTable parse_table(std::string_view text);

}  // namespace colex
