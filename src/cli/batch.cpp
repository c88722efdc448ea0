// SPDX-License-Identifier: MIT
// batch: JSON lines in, one JSON answer per line out, in order. A line that cannot be used is answered with
// an error and never stops the others. An input that cannot be read and an answer that cannot be written end
// the run.
//
//   {"op": "coalesce", "args": ["(2,1):(3,1)"]}   ->   {"ok": true, "result": "2:3"}
//   {"op": "complement", "args": ["4:3", 16]}     ->   {"ok": false, "error": {"condition": ...}}
//
// With --columns a line that cannot be used ends the run, and lines are rows (columns.hpp).
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "cli/columns.hpp"
#include "cli/commands.hpp"
#include "cli/line.hpp"
#include "cli/reply.hpp"
#include "cli/system.hpp"

namespace colex::cli {

namespace {

/// Answers go out before more input is waited for, and while a question takes long.
void run(int in, std::string const& name, Asked asked) {
  asked.stops = [] {
    std::fflush(stdout);
    return false;
  };
  bool const shown = on_terminal();
  long number = 0;
  Lines lines(in, flush);
  while (lines.next()) {
    ++number;
    std::string reply = lines.too_long() ? reply_to_too_long() : reply_to(lines.text(), asked, number);
    put(reply += '\n');
    if (shown) flush();
  }
  if (lines.error() != 0)
    throw InputError("batch: cannot read " + name + ": " + std::strerror(lines.error()));
}

/// Requests as rows of columns, or of columns: an answer per column.
void run_columns(int in, std::string const& name) {
  long number = 0;
  Lines lines(in, flush);
  Columns columns;
  while (lines.next()) {
    ++number;
    if (lines.too_long()) {
      columns.finish();
      throw InputError("batch: line " + std::to_string(number) + " is longer than 1 MiB");
    }
    columns.take(lines.text(), number);
  }
  columns.finish();
  if (lines.error() != 0)
    throw InputError("batch: cannot read " + name + ": " + std::strerror(lines.error()));
}

}  // namespace

void add_batch(CLI::App& app, int& status) {
  struct Options {
    std::string file = "-";
    bool schema = false, columns = false;
    Asked asked;
  };
  auto const given = std::make_shared<Options>();
  auto* const command = app.add_subcommand("batch", "JSON lines in, one JSON answer per line out");
  command->add_option("file", given->file, "default: standard input");
  command->add_flag("--schema", given->schema, "print the JSON schema of a request");
  auto* const columns = command->add_flag(
      "--columns", given->columns,
      "rows of one operation, one after another, are answered as columns: \"result\" and \"condition\"");
  add_convention(*command, given->asked.cute);
  add_budget(*command, given->asked.budget);
  for (char const* const other : {"--schema", "--convention", "--budget"})
    columns->excludes(command->get_option(other));
  command->callback([=, &status] {
    status = kYes;
    if (given->schema) return put(schema() + "\n");
    auto const answer = [&](int in, std::string const& name) {
      given->columns ? run_columns(in, name) : run(in, name, given->asked);
    };
    if (given->file == "-") return answer(kStandardInput, "standard input");
    int const file = open_to_read(given->file);
    if (file < 0) throw InputError("batch: cannot read " + given->file + ": " + std::strerror(errno));
    answer(file, given->file);
    close_file(file);
  });
}

}  // namespace colex::cli
