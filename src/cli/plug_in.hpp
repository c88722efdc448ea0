// SPDX-License-Identifier: MIT
// Programs of the tool that need a solver or the kernels: each is a plug-in, a program of its own, which `colex` finds beside
// itself or in libexec/colex and becomes.
//
//   colex prove coalesce_        becomes  colex-prove prove coalesce_
//   colex size M:1               becomes  colex-unknowns size M:1
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace colex::cli {

/// Whether the subcommand is a plug-in's.
bool is_plug_in(std::string const& command);

/// Where colex-NAME is; empty where it is not installed.
std::string plug_in(std::string const& name);

/// Goes on as colex-NAME with these words. Throws InputError where that is not installed, or cannot be run.
[[noreturn]] void become(std::string const& name, std::vector<std::string> const& words);

/// What colex-NAME writes to standard output, with `errors` to standard error as well, asked with these words. Throws InputError as become() does.
std::string said_by(std::string const& name, std::vector<std::string> const& words, bool errors = false);

/// Adds the subcommands of the plug-ins that are installed, to be listed; their options as well where they are asked for.
void add_plug_ins(CLI::App& app, bool with_options);

}  // namespace colex::cli
