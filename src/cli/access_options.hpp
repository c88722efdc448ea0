// SPDX-License-Identifier: MIT
// The options that say how shared memory is accessed: of `banks`, `find_swizzle` and `draw banks`.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "questions/banks.hpp"

namespace colex::cli {

struct AccessOptions {
  std::string on{};
  int width = 4, element = 1, bits = 0;
  std::int64_t lanes = 0;
  bool store = false;
};

/// Adds --on, --width, --element, --bits and --lanes; `with_store`: --store too.
void add_access_options(CLI::App& command, AccessOptions& options, bool with_store);

/// The model that --on names. Throws InputError where it is missing.
gpu::BankModel const& model_of(AccessOptions const& options);

/// LAYOUT, or LAYOUT@BYTES with a width of its own; `name` stands in messages.
SharedAccess read_access(std::string const& text, std::string const& name, AccessOptions const& options,
                         bool cute);

}  // namespace colex::cli
