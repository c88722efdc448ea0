// SPDX-License-Identifier: MIT
// help: what an operation takes, means, refuses and obeys, with examples; without a name, all operations.
//   colex help complement        colex help        colex help run_divides        colex help conditions
#include <fmt/format.h>

#include <memory>

#include "cli/commands.hpp"

namespace colex::cli {

namespace {

/// What shows that a refusal is right.
char const* shown_text(Evidence shown) {
  switch (shown) {
    case Evidence::index:
      return "a counterexample: an index, the value that is forced there (`got`) and the true one (`want`)";
    case Evidence::index_or_numbers:
      return "a counterexample: an index with `got` and `want`; of masks and strides the numbers";
    case Evidence::pair:
      return "a counterexample: two coordinates, `left` and `right`, that have one offset";
    case Evidence::numbers:
      return "no index; the numbers `left` and `right`, or the mode, that break the condition";
    case Evidence::arguments:
      return "nothing beside the arguments";
    case Evidence::limit:
      return "nothing: it is a limit of colex, and an answer may exist";
  }
  return "";
}

/// The conditions, or the one that is asked for; nothing where there is none of that name.
std::string condition_text(std::string const& asked) {
  std::string out;
  for (int c = 1; c < kConditions; ++c) {
    auto const [named, shown, means] = fact(static_cast<Condition>(c));
    if (asked == "conditions" || asked == named)
      out += fmt::format("{}\n  {}  {}", named, wrapped(means, 2),
                         wrapped(fmt::format("Shows {}.", shown_text(shown)), 2));
  }
  return out;
}

/// The operations that a word names: by name, or by C++ function.
std::vector<Operation const*> meant(std::string const& asked) {
  if (auto const& found = named(asked); !found.empty()) return found;
  std::vector<Operation const*> all;
  for (Operation const& operation : operations()) {
    std::string const& cpp = operation.page.facts.at("C++");
    if (cpp.substr(cpp.find(' ') + 1) == asked) all.push_back(&operation);
  }
  return all;
}

}  // namespace

std::string overview() {
  std::string out, family, last;
  for (Operation const& operation : operations()) {
    Page const& page = operation.page;
    if (page.family != family) out += fmt::format("{}{}\n", family.empty() ? "" : "\n", page.family);
    family = page.family;
    if (page.op == last) continue;
    last = page.op;
    std::string_view does = page.does;
    if (does.back() == '.') does.remove_suffix(1);
    for (std::string_view const end : {". ", "; "}) does = does.substr(0, does.find(end));
    out += fmt::format("  {:24}{}\n", page.op, does);
  }
  return out;
}

void add_help(CLI::App& app, int& status) {
  auto const words = std::make_shared<std::vector<std::string>>();
  auto* const command =
      app.add_subcommand("help", "What an operation means, refuses and obeys, with examples");
  command->add_option("operation", *words, "default: a list of all operations");
  command->callback([=, &app, &status] {
    status = kYes;
    std::string const asked = fmt::format("{}", fmt::join(*words, "_"));
    if (words->empty())
      return put(
          overview() +
          "\ncolex help NAME shows one; colex NAME ARGUMENT... answers it. colex help conditions lists why "
          "operations refuse.\n");
    if (auto const found = meant(asked); !found.empty()) {
      for (Operation const* operation : found)
        put((operation == found.front() ? "" : "\n") + to_text(operation->page));
    } else if (std::string const meaning = condition_text(asked); !meaning.empty()) {
      put(meaning);
    } else if (auto const other =
                   app.get_subcommands([&](CLI::App const* c) { return c->get_name() == asked; });
               !other.empty()) {
      put(other[0]->help());
    } else {
      throw InputError(fmt::format("help: unknown operation \"{}\"{}; colex help lists all", printable(asked),
                                   suggestion(asked, operation_names())));
    }
  });
}

}  // namespace colex::cli
