// SPDX-License-Identifier: MIT
// The subcommands of `colex`. Each lives in a file of its own and registers itself with one function here;
// main.cpp calls them all.
//
//   A new one: src/cli/<command>.cpp with `void add_<command>(CLI::App&, int&)`, its line below, its line in
//   main.cpp and its file in src/meson.build.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/operations.hpp"

namespace colex::cli {

/// Exit statuses.
enum Exit : int { kYes = 0, kNo = 1, kUnusable = 2 };

/// One argument of a subcommand: its name in messages, and its text.
using Named = std::pair<std::string, std::string>;

/// Answers `operation` on stdout, or says in one line on stderr why not; the exit status.
int answer(std::string_view operation, std::vector<Named> const& arguments,
           std::vector<std::string> flags = {});

/// Reads all of standard input, up to `most` bytes; throws InputError beyond.
std::string read_input(std::size_t most);

// Each adds its subcommand to `app`; when it runs, it sets `status`.
void add_eval(CLI::App& app, int& status);
void add_coalesce(CLI::App& app, int& status);
void add_complement(CLI::App& app, int& status);
void add_compose(CLI::App& app, int& status);
void add_compose(CLI::App& app, int& status, char const* help,
                 char const* operation);  // of A and B, --bounded
void add_find(CLI::App& app, int& status);
void add_equal(CLI::App& app, int& status);
void add_admissible(CLI::App& app, int& status);
void add_coordinates(CLI::App& app, int& status);  // idx2crd, crd2idx
void add_measures(CLI::App& app, int& status);     // size, cosize, extent, rank, depth
void add_help(CLI::App& app, int& status);
void add_batch(CLI::App& app, int& status);
void add_prove(CLI::App& app, int& status);
void add_certify(CLI::App& app, int& status);
void add_run(CLI::App& app, int& status);

}  // namespace colex::cli
