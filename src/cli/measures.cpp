// SPDX-License-Identifier: MIT
// size, cosize, extent, rank, depth: one number each.
//   colex size '(4,(2,3))'   24        colex extent 4:-3   1        colex cosize 4:-3   10
#include <memory>

#include "cli/commands.hpp"

namespace colex::cli {

void add_measures(CLI::App& app, int& status) {
  struct Measure {
    char const *name, *help;
  };
  constexpr Measure measures[] = {{"size", "The number of points"},
                                  {"cosize", "1 + the sum of (extent - 1) * |stride|"},
                                  {"extent", "The largest offset + 1"},
                                  {"rank", "The number of modes"},
                                  {"depth", "How deep the profile nests"}};
  for (Measure const& measure : measures) {
    auto const layout = std::make_shared<std::string>();
    auto* const command = app.add_subcommand(measure.name, measure.help);
    command->add_option("layout", *layout)->required();
    command->callback([=, &status] { status = answer(measure.name, {{"layout", *layout}}); });
  }
}

}  // namespace colex::cli
