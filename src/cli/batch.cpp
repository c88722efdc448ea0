// SPDX-License-Identifier: MIT
// batch: JSON lines in, one JSON answer per line out, in order. A line that cannot be used is answered with
// an error and never stops the others. An input that cannot be read and an answer that cannot be written end
// the run.
//
//   {"op": "coalesce", "args": ["(2,1):(3,1)"]}   ->   {"ok": true, "result": "2:3"}
//   {"op": "complement", "args": ["4:3", 16]}     ->   {"ok": false, "error": {"condition": ...}}
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "cli/commands.hpp"
#include "cli/line.hpp"
#include "cli/reply.hpp"

namespace colex::cli {

namespace {

/// Answers go out before more input is waited for, and while a question takes long.
void run(int in, std::string const& name, Asked asked) {
  asked.stops = [] {
    std::fflush(stdout);
    return false;
  };
  bool const shown = isatty(STDOUT_FILENO) != 0;
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

}  // namespace

void add_batch(CLI::App& app, int& status) {
  struct Options {
    std::string file = "-";
    bool schema = false;
    Asked asked;
  };
  auto const given = std::make_shared<Options>();
  auto* const command = app.add_subcommand("batch", "JSON lines in, one JSON answer per line out");
  command->add_option("file", given->file, "default: standard input");
  command->add_flag("--schema", given->schema, "print the JSON schema of a request");
  add_convention(*command, given->asked.cute);
  add_budget(*command, given->asked.budget);
  command->callback([=, &status] {
    status = kYes;
    if (given->schema) return put(schema() + "\n");
    if (given->file == "-") return run(STDIN_FILENO, "standard input", given->asked);
    int const file = ::open(given->file.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) throw InputError("batch: cannot read " + given->file + ": " + std::strerror(errno));
    run(file, given->file, given->asked);
    ::close(file);
  });
}

}  // namespace colex::cli
