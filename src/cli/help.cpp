// SPDX-License-Identifier: MIT
// help: what an operation takes, means, refuses and obeys, with examples; without a name, all operations.
//   colex help complement        colex help admissible compose        colex help
#include <cstdio>
#include <memory>

#include "cli/commands.hpp"
#include "cli/manual.hpp"

namespace colex::cli {

namespace {

std::string unknown(std::string const& asked) {
  std::string line =
      "help: unknown operation " + Json(asked).dump(-1, ' ', true, Json::error_handler_t::replace);
  auto const near = nearest(asked);
  for (std::size_t k = 0; k < near.size(); ++k) line += (k == 0 ? "; nearest: " : ", ") + near[k];
  return line + "; colex help lists all";
}

}  // namespace

void add_help(CLI::App& app, int& status) {
  auto const words = std::make_shared<std::vector<std::string>>();
  auto* const command =
      app.add_subcommand("help", "What an operation means, refuses and obeys, with examples");
  command->add_option("operation", *words, "default: a list of all operations");
  command->callback([=, &app, &status] {
    status = kYes;
    std::string asked;
    for (std::string const& word : *words) {
      if (&word != words->data()) asked += ' ';
      asked += word;
    }
    if (words->empty()) {
      std::fputs(
          (overview() + "\ncolex help NAME shows one. Any: colex batch '{\"op\": NAME, \"args\": [...]}'\n")
              .c_str(),
          stdout);
    } else if (auto const* page = find_page(asked)) {
      std::fputs(to_text(*page).c_str(), stdout);
    } else if (auto const other =
                   app.get_subcommands([&](CLI::App const* c) { return c->get_name() == asked; });
               !other.empty()) {
      std::fputs(other[0]->help().c_str(), stdout);
    } else {
      throw InputError(unknown(asked));
    }
  });
}

}  // namespace colex::cli
