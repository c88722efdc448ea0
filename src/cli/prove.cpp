// SPDX-License-Identifier: MIT
// prove: the theorems, proved here and now, and the claims that must stay refuted.
//   colex prove                    everything;  colex prove complement   what has that in its name
#include "prove.hpp"

#include <unistd.h>

#include <iostream>
#include <memory>

#include "cli/commands.hpp"

namespace colex::cli {

void add_prove(CLI::App& app, int& status) {
  auto const given = std::make_shared<sym::ProveOptions>();
  auto* const command =
      app.add_subcommand("prove", "Prove the theorems with Z3 and cvc5; exit 0 when all are green");
  command->add_option("pattern", given->pattern, "Only theorems and claims whose name contains this");
  command->add_option("--json", given->json, "Write the results to this file as JSON");
  command->add_option("--junit", given->junit, "Write the results to this file as JUnit XML");
  command->add_option("--emit", given->settings.emit_directory,
                      "Write every query to this directory as SMT-LIB");
  command->add_option("--timeout", given->settings.limits.milliseconds, "Milliseconds a query and solver")
      ->capture_default_str();
  command->add_option("--memory", given->settings.limits.megabytes, "Megabytes a query and solver")
      ->capture_default_str();
  command->add_flag("!--one-solver", given->settings.second_solver,
                    "Ask Z3 only: nothing counts as proved then");
  command->add_flag("!--no-mutants", given->settings.mutants, "Do not mutate the shipped steps");
  command->callback([=, &status] {
    given->terminal = isatty(STDERR_FILENO) != 0;
    status = sym::prove_command(*given, std::cout, std::cerr);
  });
}

}  // namespace colex::cli
