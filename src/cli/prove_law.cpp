// SPDX-License-Identifier: MIT
// prove, of a law of one's own.
//
//   colex prove 'coalesce(coalesce(A)) == coalesce(A)' --bound 1 --json -
#include <memory>

#include "cli/commands.hpp"

namespace colex::cli {

void add_prove_law(CLI::App& app, int& status) {
  auto const law = std::make_shared<LawCommand>();
  auto* const command = app.add_subcommand("prove", "Prove a law of your own with Z3 and cvc5");
  command->add_option("law", law->law, "EXPR == EXPR; a name alone is any layout")->required();
  add_law_options(*command, *law);
  command->add_option("--json", law->json, "Write the results to this file as JSON; - is standard output");
  command->callback([=, &status] {
    if (law->law.find("==") == std::string::npos)
      throw InputError("prove: expected EXPR == EXPR; the theorems of colex are not in this program");
    status = prove_law(*law);
  });
}

}  // namespace colex::cli
