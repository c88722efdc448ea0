// SPDX-License-Identifier: MIT
// What the tool reads and writes, and its exit statuses.
#pragma once

#include <functional>
#include <string>

#include "operations/failure.hpp"

namespace colex::cli {

/// Exit statuses.
enum Exit : int { kYes = 0, kNo = 1, kUnusable = 2 };

/// Writes to standard output; throws InputError where that fails, so that no answer is lost unnoticed.
void put(std::string const& text);
/// Sends what has been put; throws as put() does.
void flush();

/// What `ask` returns; a refusal is printed after `before`, and is kNo. Unusable input goes on to main().
int asked(char const* before, std::function<int()> const& ask);

/// Reads all of standard input, up to `most` bytes; throws InputError beyond, and where it cannot be read.
std::string read_input(std::size_t most);
/// All of a file, or of standard input for -; `command` reads it.
std::string read_file(char const* command, std::string const& path, std::size_t most);

}  // namespace colex::cli
