// SPDX-License-Identifier: MIT
// complement: what a layout leaves out of [0, M).
//   colex complement 8:2 32   (2,2):(1,16)        colex complement 4:3 16   refused: 12 does not divide 16
#include <memory>

#include "cli/commands.hpp"

namespace colex::cli {

void add_complement(CLI::App& app, int& status) {
  struct Options {
    std::string layout, cotarget;
    bool cover = false;
  };
  auto const given = std::make_shared<Options>();
  auto* const command =
      app.add_subcommand("complement", "The modes that fill [0, M) together with the layout");
  command->add_option("layout", given->layout)->required();
  auto const* const cotarget =
      command->add_option("M", given->cotarget, "default: the least that has a complement");
  command->add_flag("--cover", given->cover,
                    "at least [0, M), in whole repeats; leaves modes of stride 0 out");
  command->callback([=, &status] {
    std::vector<Named> arguments{{"layout", given->layout}};
    if (cotarget->count() > 0) arguments.emplace_back("M", given->cotarget);
    std::vector<std::string> flags;
    if (given->cover) flags.emplace_back("cover");
    status = answer("complement", arguments, flags);
  });
}

}  // namespace colex::cli
