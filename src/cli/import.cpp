// SPDX-License-Identifier: MIT
// import: the layouts in an IR, in compiler messages or in Triton's encodings, each with its place.
//
//   colex import kernel.mlir      colex import - --check < kernel.mlir
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "questions/foreign.hpp"

namespace colex::cli {

namespace {

int list(std::string const& text, std::vector<std::string> const& given, bool json) {
  auto const all = find_layouts(text, given);
  if (all.empty())
    throw InputError(
        "import: the text holds no layout: none of CuTe's or FlyDSL's types, Triton's encodings, "
        "Layout<...>");
  std::size_t read = 0, texts = 0, open = 0;
  std::string out;
  Json array = Json::array();
  for (Found const& f : all) {
    read += f.reason.empty() ? 1 : 0;
    texts += f.reason.empty() && !f.value ? 1 : 0;
    open += f.given ? 0 : 1;
    if (json) {
      array.push_back(to_json(f));
    } else if (f.reason.empty()) {
      out += fmt::format("{}:{}: {}{}\n", f.line, f.column, f.text, f.note.empty() ? "" : "   " + f.note);
    } else {
      out += fmt::format("{}:{}: not read: {}: {}\n", f.line, f.column, f.reason, printable(f.source));
    }
  }
  put(json ? array.dump(-1, ' ', true, Json::error_handler_t::replace) + "\n"
           : out + fmt::format(
                       "{} of {} layouts read{}{}\n", read, all.size(),
                       texts == 0 ? "" : fmt::format(", {} of them as text only", texts),
                       open == 0 ? ""
                                 : fmt::format(
                                       "; {} more are made of names without a value here: --given NAME=VALUE",
                                       open)));
  return read == all.size() ? kYes : kNo;
}

int check(std::string const& text, bool json) {
  using Outcome = DerivedOperation::Outcome;
  auto const all = check_operations(text);
  if (all.operations.empty())
    throw InputError(
        fmt::format("import: the text holds no operation to derive; {} are not read", all.unread));
  std::size_t count[3] = {};
  std::string out;
  for (DerivedOperation const& o : all.operations) {
    ++count[static_cast<int>(o.outcome)];
    if (o.outcome != Outcome::as_said)
      out += fmt::format("{}:{}: {} is said to be {}; colex: {}{}\n", o.line, o.column, o.call, o.claimed,
                         o.derived, o.outcome == Outcome::other_form ? ", the same function" : "");
  }
  put(json ? to_json(all).dump(-1, ' ', true, Json::error_handler_t::replace) + "\n"
           : out +
                 fmt::format(
                     "{} operations: {} as said, {} in another form, {} different; {} more are not derived\n",
                     all.operations.size(), count[0], count[1], count[2], all.unread));
  return count[2] == 0 ? kYes : kNo;
}

}  // namespace

void add_import(CLI::App& app, int& status) {
  struct Options {
    std::string file;
    std::vector<std::string> given{};
    bool check = false, json = false;
  };
  auto const o = std::make_shared<Options>();
  auto* const command =
      app.add_subcommand("import", "The layouts in an IR, in compiler messages or in Triton's encodings");
  command->add_option("file", o->file, "- reads standard input")->required();
  command->add_flag("--check", o->check, "derive the IR's operations again and name those that differ");
  command
      ->add_option("--given", o->given,
                   "NAME=VALUE of a name that the text gives no value, such as a function's argument")
      ->allow_extra_args(false);
  command->add_flag("--json", o->json, "answer as JSON");
  command->callback([=, &status] {
    std::string const text = read_file("import", o->file, kMaxForeign);
    status = o->check ? check(text, o->json) : list(text, o->given, o->json);
  });
}

}  // namespace colex::cli
