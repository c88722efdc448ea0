// SPDX-License-Identifier: MIT
// A text as HTML, XML and SVG have it, in an element or between quotation marks.
//
//   escaped("a < b") == "a &lt; b"
#pragma once

#include <string>
#include <string_view>

namespace colex {

inline std::string escaped(std::string_view text) {
  std::string out;
  for (char const c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

}  // namespace colex
