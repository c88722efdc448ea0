// SPDX-License-Identifier: MIT
// find: which layout has these values?
//   colex find 0,2,4,7,9,11   (3,2):(2,7)        colex eval 10:3 | colex find -   10:3
#include <memory>

#include "cli/commands.hpp"

namespace colex::cli {

namespace {
constexpr std::size_t kMaxTableBytes = std::size_t{1} << 28;
}  // namespace

void add_find(CLI::App& app, int& status) {
  auto const table = std::make_shared<std::string>();
  auto* const command = app.add_subcommand("find", "The layout with these values at 0, 1, 2, ...");
  command->add_option("table", *table, "integers apart by commas or blanks; - reads standard input")
      ->required();
  command->callback([=, &status] {
    status = answer("find", {{"table", *table == "-" ? read_input(kMaxTableBytes) : *table}});
  });
}

}  // namespace colex::cli
