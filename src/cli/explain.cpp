// SPDX-License-Identifier: MIT
// explain: how an answer or a refusal comes about, step by step.
//
//   colex explain complement 8:2 32      colex explain composition '(4,6,8):(1,10,100)' '(3,2):(8,12)' --json
#include "questions/explain.hpp"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"

namespace colex::cli {

void add_explain(CLI::App& app, int& status) {
  struct Options {
    std::string operation, words[3];
    std::vector<CLI::Option const*> given;
    Flags flags;
    bool json = false;
  };
  auto const o = std::make_shared<Options>();
  auto* const command = app.add_subcommand("explain", "The steps that lead to an answer or to a refusal");
  command->add_option("operation", o->operation, explained_operations())->required();
  for (int k = 0; k < 3; ++k)
    o->given.push_back(command->add_option(fmt::format("argument{}", k + 1), o->words[k]));
  command->add_flag("--json", o->json, "the steps as JSON");
  for (Option const& option : options())
    command->add_flag_callback(
        std::string("--") + option.name, [=] { o->flags.on.emplace_back(option.name); }, option.meaning);
  command->callback([=, &status] {
    std::vector<Argument> arguments;
    for (std::size_t k = 0; k < 3; ++k) {
      if (o->given[k]->count() == 0) continue;
      std::string const name = fmt::format("argument {}", k + 1);
      arguments.push_back({read_value(o->words[k], name, false), o->words[k], name});
    }
    Explanation const e = explain(o->operation, arguments, o->flags);
    put(o->json ? to_json(e).dump() + "\n" : to_text(e));
    status = e.holds ? kYes : kNo;
  });
}

}  // namespace colex::cli
