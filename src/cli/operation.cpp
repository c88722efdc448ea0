// SPDX-License-Identifier: MIT
// Operations and expressions from the shell: answers and "no" on stdout, refusals and wrong input on stderr.
//
//   colex logical_divide 16:1 4:4   (4,4):(4,1)        colex complement 4:3 16   refuses, exit status 1
//   colex 'logical_divide((8,8):(8,1) o 4:2, <2>)'     an expression
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "cli/as.hpp"
#include "cli/commands.hpp"
#include "cli/reply.hpp"
#include "operations/characters.hpp"

namespace colex::cli {

namespace {

constexpr std::size_t kMaxTableBytes = std::size_t{1} << 28;

/// Prints what `ask` answers, in the form asked for where it is an answer; the exit status.
template <class Ask>
int answer(Ask ask, std::string const& form) {
  std::optional<Answer> given;
  try {
    given = ask();
    if (!form.empty() && given->holds) {
      put(written_as(given->value, form));
      return kYes;
    }
  } catch (Failure const& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return failure.is_input() ? kUnusable : kNo;
  }
  put((given->text.empty() ? to_text(given->value) : given->text) + "\n");
  return given->holds ? kYes : kNo;
}

Answer call(std::string const& name, std::vector<std::string> const& words, Flags const& flags) {
  auto const candidates = taking(name, words.size());
  std::vector<Argument> arguments;
  std::vector<std::string> read;  // tables from standard input
  for (std::size_t k = 0; k < words.size(); ++k) {
    std::string const called = argument_name(*candidates.front(), k);
    bool const table = takes_table(candidates, k);
    if (table && words[k] == "-") read.push_back(read_input(kMaxTableBytes));
    std::string const& text = table && words[k] == "-" ? read.back() : words[k];
    arguments.push_back({table ? read_table(text, called, flags.cute) : read_value(text, called, flags.cute),
                         words[k], called});
  }
  return perform(name, arguments, flags);
}

/// An unknown stands in the words, or something is asked about one.
bool has_unknowns(std::vector<std::string> const& words, AskedOfUnknowns const& asked,
                  Unknowns const& unknowns) {
  auto const mentions = unknowns.answers.mentions;
  bool const some = asked.any() || (mentions != nullptr && std::any_of(words.begin(), words.end(), mentions));
  if (some && unknowns.ask == nullptr) throw InputError(std::string("unknowns: ") + unknowns.missing);
  return some;
}

/// The answer on numbers as `batch` has it; the exit status.
int answer_as_json(Json request, std::string const& form, bool cute, Budget budget) {
  if (!form.empty()) request["as"] = form;
  Asked asked;
  asked.cute = cute, asked.budget = budget;
  std::string const reply = reply_to(request.dump(-1, ' ', false, Json::error_handler_t::replace), asked);
  put(reply + "\n");
  Json const said = Json::parse(reply);
  if (said["ok"] == true) return said["result"] == false ? kNo : kYes;
  return said["error"]["condition"] == "input" ? kUnusable : kNo;
}

}  // namespace

void add_convention(CLI::App& command, bool& cute) {
  command
      .add_option_function<std::string>(
          "--convention", [&cute](std::string const& name) { cute = name == "cute"; },
          "where several answers are right: colex or cute")
      ->check(CLI::IsMember({"colex", "cute"}));
}

void add_unknowns(CLI::App& command, AskedOfUnknowns& asked) {
  command.add_option("--assume", asked.assumptions, "of unknowns, such as 'K % 64 == 0'; may be repeated")
      ->allow_extra_args(false);
  command
      .add_option("--for", asked.which,
                  "the weakest condition on these unknowns under which there is an answer")
      ->delimiter(',')
      ->allow_extra_args(false);
  command.add_flag("--json", asked.json, "the answer as JSON");
}

void add_operation(CLI::App& app, int& status, std::string const& name, Unknowns const& unknowns) {
  struct Options {
    std::vector<std::string> words;
    AskedOfUnknowns unknowns;
    std::vector<CLI::Option const*> given;
    Flags flags;
    Budget budget;
    std::string form;
  };
  auto const given = std::make_shared<Options>();
  std::set<std::string> taken;
  std::string pages;
  Page const* longest = &named(name).front()->page;
  for (Operation const* form : named(name)) {
    pages += "\n" + to_text(form->page);
    taken.insert(form->page.options.begin(), form->page.options.end());
    if (form->page.most() > longest->most()) longest = &form->page;
  }
  auto* const command = app.add_subcommand(name, named(name).front()->page.op);
  command->footer(pages);
  given->words.resize(longest->most());
  for (std::size_t k = 0; k < longest->most();
       ++k) {  // one by one: CLI11 would split a table in a list of words
    auto const& all = longest->parameters;
    std::string const called = k < all.size() ? all[k].name : all.back().name + std::to_string(k);
    given->given.push_back(command->add_option(called, given->words[k]));
  }
  for (Option const& option : options())
    if (taken.count(option.name) != 0)
      command->add_flag_callback(
          std::string("--") + option.name, [=] { given->flags.on.emplace_back(option.name); },
          option.meaning);
  add_convention(*command, given->flags.cute);
  add_budget(*command, &given->budget, given->unknowns.budget);
  add_unknowns(*command, given->unknowns);
  add_as(*command, given->form);
  command->callback([=, &status] {
    std::vector<std::string> words;
    for (std::size_t k = 0; k < given->words.size(); ++k)
      if (given->given[k]->count() > 0) words.push_back(given->words[k]);
    if (has_unknowns(words, given->unknowns, unknowns)) {
      auto const call = symbolic_call(name, words, given->unknowns.assumptions);
      if (given->flags.cute || !given->flags.on.empty() || !given->form.empty())
        throw InputError(name + ": options have no form with unknowns");
      status = unknowns.ask(call, given->unknowns);
      return;
    }
    if (given->unknowns.json) {
      Json request{{"op", name}, {"args", words}};
      for (std::string const& option : given->flags.on) request["options"][option] = true;
      status = answer_as_json(request, given->form, given->flags.cute, given->budget);
      return;
    }
    Question const question(given->budget);
    status = answer([&] { return call(name, words, given->flags); }, given->form);
  });
}

void add_expression(CLI::App& app, int& status, Unknowns const& unknowns) {
  struct Options {
    std::string text;
    AskedOfUnknowns unknowns;
    bool cute = false;
    Budget budget;
    std::string form;
  };
  auto const given = std::make_shared<Options>();
  auto* const command = app.add_subcommand(
      "expression",
      "The answer of an expression, such as 'coalesce((4,8):(8,1) o 4:2)'; the word may be left out");
  command->add_option("text", given->text, "- reads standard input")->required();
  add_convention(*command, given->cute);
  add_budget(*command, &given->budget, given->unknowns.budget);
  add_unknowns(*command, given->unknowns);
  add_as(*command, given->form);
  command->callback([=, &status] {
    std::string const text = given->text == "-" ? read_input(kMaxText) : given->text;
    bool const names_values = text.find("let ") != text.npos;  // which may start with a capital letter
    if (!names_values && has_unknowns({text}, given->unknowns, unknowns)) {
      if (given->cute || !given->form.empty())
        throw InputError("expression: --convention and --as have no form with unknowns");
      status = unknowns.ask({{}, {text}, {"expression"}, given->unknowns.assumptions}, given->unknowns);
      return;
    }
    if (given->unknowns.json) {
      status = answer_as_json({{"expression", text}}, given->form, given->cute, given->budget);
      return;
    }
    Question const question(given->budget);
    status = answer([&] { return evaluate_expression(text, "expression", given->cute); }, given->form);
  });
}

}  // namespace colex::cli
