// SPDX-License-Identifier: MIT
// What main() of each of the tool's programs does: `colex`, and the plug-ins beside it (plug_in.hpp).
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace colex::cli {

/// Asks `ask` about the words after the program's name; the exit status. What goes wrong is one line on standard error.
int program(int argc, char** argv, int (*ask)(std::vector<std::string> words));

/// Refuses an empty word, as a variable of the shell that is not set leaves it: no option with an empty value may count
/// as one that is not given.
void refuse_empty(std::vector<std::string> const& words);

/// Reads the words by `app`, whose subcommand sets `status`; the exit status.
int parsed(CLI::App& app, std::vector<std::string> const& words, int const& status);

}  // namespace colex::cli
