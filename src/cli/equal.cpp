// SPDX-License-Identifier: MIT
// equal: are two layouts the same function?
//   colex equal 10:3 '(2,5):(3,6)'   yes        colex equal 4:1 4:2   no, first difference at index 1
#include <memory>

#include "cli/commands.hpp"

namespace colex::cli {

void add_equal(CLI::App& app, int& status) {
  struct Options {
    std::string a, b;
  };
  auto const given = std::make_shared<Options>();
  auto* const command = app.add_subcommand("equal", "Are A and B the same function? Exit status 1: no");
  command->add_option("A", given->a)->required();
  command->add_option("B", given->b)->required();
  command->callback([=, &status] { status = answer("equal", {{"A", given->a}, {"B", given->b}}); });
}

}  // namespace colex::cli
