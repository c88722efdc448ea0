// SPDX-License-Identifier: MIT
// Lines of requests from a file, a pipe or a terminal.
#pragma once

#include <string>
#include <string_view>

#include "cli/reply.hpp"

namespace colex::cli {

class Lines {
 public:
  /// `waits` is called before each read, which may wait for more input.
  Lines(int file, void (*waits)()) : file_(file), waits_(waits) {}

  /// The next line; false at the end of input, and where no more can be read, which error() says. Memory stays bounded.
  bool next();
  std::string_view text() const { return text_; }
  bool too_long() const { return too_long_; }  ///< longer than kMaxRequest: text() is not all of it
  int error() const { return error_; }         ///< errno's, or 0

 private:
  bool more();
  int file_;
  void (*waits_)();
  std::string read_{};  ///< text that has been read; lines before from_ have been given
  std::size_t from_ = 0;
  std::string_view text_{};
  bool too_long_ = false;
  int error_ = 0;
};

}  // namespace colex::cli
