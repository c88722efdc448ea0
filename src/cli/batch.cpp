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
#include "cli/manual.hpp"

namespace colex::cli {

namespace {

constexpr std::size_t kMaxLine = std::size_t{1} << 20;

/// Keys in the order written.
using Ordered = nlohmann::ordered_json;

struct Line {
  std::string text;
  bool too_long = false;
};

/// The next line, its first kMaxLine bytes; false at the end of input. Memory stays bounded.
bool read_line(std::FILE* in, Line& line) {
  line.text.clear();
  line.too_long = false;
  int c = std::getc(in);
  if (c == EOF) return false;
  for (; c != EOF && c != '\n'; c = std::getc(in)) {
    if (line.text.size() == kMaxLine) {
      line.too_long = true;
    } else {
      line.text += static_cast<char>(c);
    }
  }
  return true;
}

Ordered error(std::string const& condition, std::string const& message, Json const& witness) {
  return {{"ok", false}, {"error", {{"condition", condition}, {"message", message}, {"witness", witness}}}};
}

Ordered unusable(std::string const& message) { return error("input", message, nullptr); }

Ordered page(Page const& p) {
  Ordered r{{"op", p.op}, {"family", p.family}, {"takes", p.takes}, {"does", p.does}};
  for (auto const& [key, fact] : p.facts) r[key] = fact;
  r["examples"] = p.examples;
  for (Operation const& operation : operations())
    if (operation.name == p.op) r["least"] = operation.least, r["most"] = operation.most;
  return r;
}

/// {"op": "help", "args": [NAME]}: the page of an operation; without NAME all operations, and all pages.
Ordered help(Json const& args) {
  Ordered result;
  if (args.empty()) {
    for (Operation const& operation : operations()) result["operations"].push_back(operation.name);
    for (Page const& p : manual()) result["pages"].push_back(page(p));
  } else {
    auto const* found = args[0].is_string() ? find_page(args[0].get_ref<std::string const&>()) : nullptr;
    if (found == nullptr) return unusable("help: unknown operation");
    result = page(*found);
  }
  return {{"ok", true}, {"result", result}};
}

/// {"op": name, "args": [...], "cover": true, "bounded": true}; other keys are ignored.
Ordered answer_line(Line const& line, bool cute) {
  if (line.too_long) return unusable("the line is longer than 1 MiB");
  Json const call = Json::parse(line.text, nullptr, false);
  if (call.is_discarded()) return unusable("not a JSON value");
  if (!call.is_object()) return unusable("expected a JSON object");
  auto const op = call.find("op"), args = call.find("args");
  if (op == call.end() || !op->is_string()) return unusable("\"op\" must name an operation");
  if (args == call.end() || !args->is_array()) return unusable("\"args\" must be an array");
  if (*op == "help") return help(*args);
  std::vector<std::string> flags;
  for (char const* flag : {"cover", "bounded"})
    if (auto const at = call.find(flag); at != call.end() && *at == true) flags.emplace_back(flag);
  if (cute) flags.emplace_back("cute");
  try {
    Answer const given = perform(op->get<std::string>(), Arguments(*args, flags));
    Ordered reply{{"ok", true}, {"result", given.result}};
    if (!given.text.empty()) reply["message"] = given.text;
    if (!given.decided.empty()) reply["decided"] = given.decided;
    if (!given.witness.is_null()) reply["witness"] = given.witness;
    return reply;
  } catch (Failure const& failure) {
    return error(failure.condition, failure.message, failure.witness);
  }
}

int run(std::FILE* in, bool flush, bool cute) {
  for (Line line; read_line(in, line);) {
    std::string const reply = answer_line(line, cute).dump(-1, ' ', false, Json::error_handler_t::replace);
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
