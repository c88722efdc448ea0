// SPDX-License-Identifier: MIT
// Lines of requests from a file or a terminal.
#pragma once

#include <cstdio>
#include <string>

#include "cli/reply.hpp"

namespace colex::cli {

struct Line {
  std::string text;
  bool too_long = false;
};

/// The next line, its first kMaxRequest bytes; false at the end of input. Memory stays bounded.
inline bool read_line(std::FILE* in, Line& line) {
  line.text.clear();
  line.too_long = false;
  int c = std::getc(in);
  if (c == EOF) return false;
  for (; c != EOF && c != '\n'; c = std::getc(in)) {
    if (line.text.size() == kMaxRequest) {
      line.too_long = true;
    } else {
      line.text += static_cast<char>(c);
    }
  }
  return true;
}

}  // namespace colex::cli
