// SPDX-License-Identifier: MIT
// admissible: does the complement, or the composition, exist? Three values, with the reason.
//   colex admissible complement 4:3 16   no layout: cotarget_divides: 12 does not divide 16
#include <memory>

#include "cli/commands.hpp"

namespace colex::cli {

namespace {

void add_complement_question(CLI::App& app, int& status) {
  struct Options {
    std::string layout, cotarget;
  };
  auto const given = std::make_shared<Options>();
  auto* const command = app.add_subcommand(
      "complement", "Is there a complement of the layout in [0, M)? Its modes in order of stride decide");
  command->add_option("layout", given->layout)->required();
  command->add_option("M", given->cotarget)->required();
  command->callback([=, &status] {
    status = answer("admissible_complement", {{"layout", given->layout}, {"M", given->cotarget}});
  });
}

}  // namespace

void add_admissible(CLI::App& app, int& status) {
  auto* const command = app.add_subcommand(
      "admissible", "textbook, representable all the same, or no layout; exit status 1: no layout");
  command->require_subcommand(1);
  add_complement_question(*command, status);
  add_compose(*command, status, "Is there a layout nested as B for i -> A(B(i))?", "admissible_composition");
}

}  // namespace colex::cli
