// SPDX-License-Identifier: MIT
// plan: the stages of one block of a GEMM, checked together; `colex draw plan FILE` draws them.
//
//   colex plan gemm.json
#include "questions/plan.hpp"

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/plan_file.hpp"
#include "operations/strict_json.hpp"

namespace colex::cli {

Plan read_plan(std::string const& file) {
  constexpr std::size_t kMostBytes = std::size_t{1} << 20;
  return plan_of(strict_json(file.starts_with("{") ? file : read_file("plan", file, kMostBytes), 1));
}

void add_plan(CLI::App& app, int& status) {
  struct Options {
    std::string file;
    bool json = false;
  };
  auto const o = std::make_shared<Options>();
  auto* const command =
      app.add_subcommand("plan", "Whether the stages of a block of a GEMM fit together, from a file of JSON");
  command->add_option("file", o->file, "the plan, or its JSON as it stands, {...}; -: standard input")
      ->required();
  command->add_flag("--json", o->json, "answer as JSON");
  command->callback([=, &status] {
    status = asked("", [&] {
      PlanAnswer const answer = check(read_plan(o->file));
      put(o->json ? to_json(answer).dump() + "\n" : to_text(answer));
      return answer.first_wrong() == nullptr ? kYes : kNo;
    });
  });
}

}  // namespace colex::cli
