// SPDX-License-Identifier: MIT
// check: files of questions and their answers.
//
//   colex check layouts.colex --junit layouts.xml       exit status 0 where all answers are as the file says
//   colex check *.colex --sarif colex.sarif             for a code host, which shows each wrong line at its place
#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <memory>

#include "cli/commands.hpp"
#include "cli/sarif.hpp"

namespace colex::cli {

namespace {

/// How many lines are as expected, wrong and skipped.
struct Count {
  std::size_t lines = 0, wrong = 0, skipped = 0;
};

/// Prints each line of a file that is not as it says.
void print_wrong(std::string const& file, std::vector<CheckedLine>& lines, bool may_skip, Count& count) {
  count.lines += lines.size();
  for (CheckedLine& line : lines) {
    if (line.skipped && !may_skip) line.wrong = std::string(kNeedsProofs) + "; see --allow-skip";
    if (line.skipped && line.wrong.empty()) ++count.skipped;
    if (line.wrong.empty()) continue;
    ++count.wrong;
    put(fmt::format("{}:{}: {}: {}\n", file, line.line, line.question, line.wrong));
  }
}

void write_report(std::string const& path, std::string const& report) {
  std::ofstream out(path);
  out << report;
  if (!out.flush()) throw InputError("check: cannot write " + printable(path));
}

}  // namespace

void add_check(CLI::App& app, int& status, SymbolicAnswers const& symbolic, AskOfCode ask_of_code) {
  struct Options {
    std::vector<std::string> files, may_skip;
    std::string junit, sarif;
  };
  auto const o = std::make_shared<Options>();
  auto* const command =
      app.add_subcommand("check", "Whether questions in files have the answers that they say");
  command
      ->add_option("files", o->files, "lines such as 'coalesce((2,1):(3,1)) == 2:3'; - reads standard input")
      ->required();
  command->add_option("--junit", o->junit, "write a report for CI there");
  command->add_option("--sarif", o->sarif,
                      "write the wrong lines there, as code hosts take them: SARIF 2.1.0");
  command
      ->add_option("--allow-skip", o->may_skip,
                   "unknowns: lines that this program cannot answer are no failures")
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"unknowns"}));
  command->callback([=, &status] {
    CheckedFiles checked;
    Count count;
    for (std::string const& file : o->files) {
      auto lines = check_lines(read_file("check", file, kMaxText), file, symbolic, ask_of_code);
      print_wrong(file, lines, !o->may_skip.empty(), count);
      checked.emplace_back(file, std::move(lines));
    }
    put(fmt::format("{} of {} as expected{}\n", count.lines - count.wrong - count.skipped, count.lines,
                    count.skipped == 0 ? "" : fmt::format(", {} skipped", count.skipped)));
    if (!o->junit.empty()) write_report(o->junit, to_junit(checked));
    if (!o->sarif.empty()) write_report(o->sarif, to_sarif(checked));
    status = count.wrong == 0 ? kYes : kNo;
  });
}

}  // namespace colex::cli
