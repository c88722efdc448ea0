// SPDX-License-Identifier: MIT
// coalesce: the fewest modes, the same function.
//   colex coalesce '(2,1):(3,1)'   2:3
#include <memory>

#include "cli/commands.hpp"

namespace colex::cli {

void add_coalesce(CLI::App& app, int& status) {
  auto const layout = std::make_shared<std::string>();
  auto* const command = app.add_subcommand("coalesce", "The fewest modes that give the same function");
  command->add_option("layout", *layout)->required();
  command->callback([=, &status] { status = answer("coalesce", {{"layout", *layout}}); });
}

}  // namespace colex::cli
