// SPDX-License-Identifier: MIT
// check: a file of questions and their answers.
//
//   colex check layouts.colex --junit layouts.xml       exit status 0 where all answers are as the file says
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <memory>

#include "cli/commands.hpp"

namespace colex::cli {

void add_check(CLI::App& app, int& status, SymbolicAnswers const& symbolic) {
  struct Options {
    std::string file, junit;
    std::vector<std::string> may_skip;
  };
  auto const o = std::make_shared<Options>();
  auto* const command =
      app.add_subcommand("check", "Whether questions in a file have the answers that it says");
  command->add_option("file", o->file, "lines such as 'coalesce((2,1):(3,1)) == 2:3'; - reads standard input")
      ->required();
  command->add_option("--junit", o->junit, "write a report for CI there");
  command
      ->add_option("--allow-skip", o->may_skip,
                   "unknowns: lines that this program cannot answer are no failures")
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"unknowns"}));
  command->callback([=, &status] {
    std::string const text = read_file("check", o->file, kMaxText);
    auto lines = check_lines(text, o->file, symbolic);
    std::size_t wrong = 0, skipped = 0;
    for (CheckedLine& line : lines) {
      if (line.skipped && o->may_skip.empty()) line.wrong = std::string(kNeedsProofs) + "; see --allow-skip";
      if (line.skipped && line.wrong.empty()) ++skipped;
      if (line.wrong.empty()) continue;
      ++wrong;
      put(fmt::format("{}:{}: {}: {}\n", o->file, line.line, line.question, line.wrong));
    }
    put(fmt::format("{} of {} as expected{}\n", lines.size() - wrong - skipped, lines.size(),
                    skipped == 0 ? "" : fmt::format(", {} skipped", skipped)));
    if (!o->junit.empty()) {
      std::ofstream out(o->junit);
      out << to_junit(lines, o->file);
      if (!out.flush()) throw InputError("check: cannot write " + printable(o->junit));
    }
    status = wrong == 0 ? kYes : kNo;
  });
}

}  // namespace colex::cli
