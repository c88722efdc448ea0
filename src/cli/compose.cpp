// SPDX-License-Identifier: MIT
// compose: the layout i -> A(B(i)), or the index that shows that there is none.
//   colex compose '(4,6,8,10):(2,3,5,7)' 6:12   (2,3):(9,5)
#include <memory>

#include "cli/commands.hpp"

namespace colex::cli {

void add_compose(CLI::App& app, int& status) {
  add_compose(app, status, "The layout i -> A(B(i)), nested as B", "composition");
}

void add_compose(CLI::App& app, int& status, char const* help, char const* operation) {
  struct Options {
    std::string a, b;
    bool bounded = false;
  };
  auto const given = std::make_shared<Options>();
  auto* const command = app.add_subcommand("compose", help);
  command->add_option("A", given->a)->required();
  command->add_option("B", given->b)->required();
  command->add_flag("--bounded", given->bounded, "A ends at its size; by default its last mode runs on");
  command->callback([=, &status] {
    std::vector<std::string> flags;
    if (given->bounded) flags.emplace_back("bounded");
    status = answer(operation, {{"A", given->a}, {"B", given->b}}, flags);
  });
}

}  // namespace colex::cli
