// SPDX-License-Identifier: MIT
// batch: JSON lines in, one JSON answer per line out, in order. A line that cannot be used is answered with
// an error and never stops the others. An input that cannot be read and an answer that cannot be written end
// the run.
//
//   {"op": "coalesce", "args": ["(2,1):(3,1)"]}   ->   {"ok": true, "result": "2:3"}
//   {"op": "complement", "args": ["4:3", 16]}     ->   {"ok": false, "error": {"condition": ...}}
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

void run(std::FILE* in, std::string const& name, bool flush, Asked const& asked) {
  long number = 0;
  for (Line line; read_line(in, line);) {
    ++number;
    put((line.too_long ? reply_to_too_long() : reply_to(line.text, asked, number)) + "\n");
    if (flush && std::fflush(stdout) != 0) throw InputError("batch: cannot write the answers");
  }
  if (std::ferror(in) != 0) throw InputError("batch: cannot read " + name + ": " + std::strerror(errno));
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
    if (given->file == "-") return run(stdin, "standard input", true, given->asked);
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> const file(std::fopen(given->file.c_str(), "rb"),
                                                               std::fclose);
    if (!file) throw InputError("batch: cannot read " + given->file + ": " + std::strerror(errno));
    run(file.get(), given->file, isatty(STDOUT_FILENO) != 0, given->asked);
  });
}

}  // namespace colex::cli
