// SPDX-License-Identifier: MIT
// batch: JSON lines in, one JSON answer a line out, in order. A line that cannot be used is answered with an
// error and never stops the others.
//
//   {"op": "coalesce", "args": ["(2,1):(3,1)"]}   ->   {"ok": true, "result": "2:3"}
//   {"op": "complement", "args": ["4:3", 16]}     ->   {"ok": false, "error": {"condition": ...}}
#include <unistd.h>

#include <cstdio>
#include <memory>

#include "cli/commands.hpp"
#include "cli/reply.hpp"

namespace colex::cli {

namespace {

struct Line {
  std::string text;
  bool too_long = false;
};

/// The next line, its first kMaxRequest bytes; false at the end of input. Memory stays bounded.
bool read_line(std::FILE* in, Line& line) {
  line.text.clear();
  line.too_long = false;
  int c = std::getc(in);
  if (c == EOF) return false;
  for (; c != EOF && c != '\n'; c = std::getc(in)) {
    if (line.text.size() == kMaxRequest) {
      line.too_long = true;
    } else {
      line.text += static_cast<char>(c);
    }
  }
  return true;
}

int run(std::FILE* in, bool flush, bool cute) {
  for (Line line; read_line(in, line);) {
    std::string const reply = line.too_long ? reply_to_too_long() : reply_to(line.text, cute);
    std::puts(reply.c_str());
    if (flush) std::fflush(stdout);
  }
  return kYes;
}

}  // namespace

void add_batch(CLI::App& app, int& status) {
  struct Options {
    std::string file = "-", convention = "colex";
  };
  auto const given = std::make_shared<Options>();
  auto* const command = app.add_subcommand("batch", "JSON lines in, one JSON answer a line out");
  command->add_option("file", given->file, "default: standard input");
  command->add_option("--convention", given->convention, "where several answers are right: colex or cute")
      ->check(CLI::IsMember({"colex", "cute"}));
  command->callback([=, &status] {
    bool const cute = given->convention == "cute";
    if (given->file == "-") {
      status = run(stdin, true, cute);
      return;
    }
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> const file(std::fopen(given->file.c_str(), "rb"),
                                                               std::fclose);
    if (!file) throw InputError("batch: cannot read " + given->file);
    status = run(file.get(), isatty(STDOUT_FILENO) != 0, cute);
  });
}

}  // namespace colex::cli
