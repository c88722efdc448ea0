// SPDX-License-Identifier: MIT
// One pass over the text: separators, then an integer by std::from_chars; "0, 2\n4" holds three.
#include "text/table.hpp"

#include <algorithm>
#include <charconv>

#include "colex/number.hpp"

namespace colex {

ParsedTable parse_table(std::string_view text) {
  ParsedTable r;
  std::size_t at = 0;
  auto fail = [&](std::string why) {
    std::string_view const before = text.substr(0, at);
    std::size_t const newline = before.rfind('\n');
    r.line = 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
    r.column = static_cast<int>(newline == before.npos ? at + 1 : at - newline);
    r.message = std::move(why);
    r.values.clear();
    return r;
  };
  auto skip_blanks = [&] {
    while (at < text.size() && std::string_view(" \t\r\n").find(text[at]) != std::string_view::npos) ++at;
  };
  for (skip_blanks(); at < text.size() || r.values.empty(); skip_blanks()) {
    std::int64_t value = 0;
    auto const [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range || value > kReachLimit || value < -kReachLimit)
      return fail("integer beyond 2^62");
    if (error != std::errc{}) return fail("expected an integer");
    if (r.values.size() == kMaxTable) return fail("more than 2^24 values");
    at = static_cast<std::size_t>(end - text.data());
    r.values.push_back(value);
    std::size_t const after_value = at;
    skip_blanks();
    if (at == text.size()) break;
    if (text[at] == ',') {
      ++at;
      skip_blanks();
      if (at == text.size()) return fail("expected an integer");
    } else if (at == after_value) {
      return fail("expected ',' or white space");
    }
  }
  return r;
}

}  // namespace colex
