// SPDX-License-Identifier: MIT
// eval: one value of a layout, or all of them.
//   colex eval '(4,(2,4)):(2,(1,8))' '(2,(0,1))'   12        colex eval 4:2   0,2,4,6
#include <memory>

#include "cli/commands.hpp"

namespace colex::cli {

void add_eval(CLI::App& app, int& status) {
  struct Options {
    std::string layout, coordinate;
  };
  auto const given = std::make_shared<Options>();
  auto* const command =
      app.add_subcommand("eval", "The offset at a coordinate (integral, flat or natural); all without one");
  command->add_option("layout", given->layout)->required();
  auto const* const coordinate = command->add_option("coordinate", given->coordinate);
  command->callback([=, &status] {
    std::vector<Named> arguments{{"layout", given->layout}};
    if (coordinate->count() > 0) arguments.emplace_back("coordinate", given->coordinate);
    status = answer("eval", arguments);
  });
}

}  // namespace colex::cli
