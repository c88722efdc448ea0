// SPDX-License-Identifier: MIT
#include "docstring.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace colex::python {

namespace {

using cli::Page;
using cli::Parameter;

/// The words of a fact, without the line ends of the page.
std::string words(std::string text) {
  std::string r;
  for (char const c : text)
    if (c != '\n' && (c != ' ' || (!r.empty() && r.back() != ' ')))
      r += c;
    else if (!r.empty() && r.back() != ' ')
      r += ' ';
  return r;
}

std::string argument(Parameter const& p) {
  std::vector<std::string> kinds;
  for (cli::Kind const kind : p.kinds) kinds.emplace_back(cli::name(kind));
  return fmt::format("    {}{}: {}{}\n", p.repeated ? "*" : "", python_name(p.name), fmt::join(kinds, " or "),
                     p.optional && !p.repeated ? "; may be left out" : "");
}

std::string arguments(Page const& page) {
  std::string r = "Args:\n";
  for (Parameter const& p : page.parameters) r += argument(p);
  for (cli::Option const& option : cli::options())
    if (std::find(page.options.begin(), page.options.end(), option.name) != page.options.end())
      r += fmt::format("    {}: {}\n", option.name, words(option.meaning));
  return r + "    cute: CuTe's answer, where several are right\n";
}

std::string raises(Page const& page) {
  auto const errors = page.facts.find("errors");
  std::string r = "Raises:\n";
  if (errors != page.facts.end() && words(errors->second) != "none")
    r += fmt::format("    Refused: {}\n", words(errors->second));
  return r + "    InputError: an argument is no value of its kind\n";
}

std::string of_page(Page const& page) {
  std::string r = cli::wrapped(page.does, 0);
  if (auto const needs = page.facts.find("needs"); needs != page.facts.end())
    r += fmt::format("Needs {}.\n", words(needs->second));
  r += "\n" + arguments(page) + "\nReturns:\n    What is said above";
  auto const answered = [](std::string const& example) { return example.find(") == ") != example.npos; };
  auto const first = std::find_if(page.examples.begin(), page.examples.end(), answered);
  r += first == page.examples.end() ? ".\n\n" : fmt::format("; {}\n\n", *first);
  r += raises(page);
  if (!page.examples.empty()) r += "\nExamples:\n";
  for (std::string const& example : page.examples) r += "    " + example + "\n";
  for (std::string_view const key : {"laws", "source", "C++"})
    if (auto const fact = page.facts.find(key); fact != page.facts.end() && words(fact->second) != "none")
      r += fmt::format("\n{}: {}", key, words(fact->second));
  return r;
}

}  // namespace

std::string python_name(std::string const& parameter) { return parameter == "from" ? "from_" : parameter; }

std::string signature(std::vector<cli::Operation const*> const& pages, bool method) {
  std::string out = method ? "($self" : "(", options;
  Page const& page = pages.front()->page;
  for (std::string const& option : page.options) options += option + "=False, ";
  options += "cute=False)";
  auto const comma = [&] { out += out.size() > 1 ? ", " : ""; };
  if (pages.size() > 1) {
    comma();
    return out + (method ? "/, " : "") + "*arguments, " + options;
  }
  bool repeated = false;
  for (std::size_t k = method ? 1 : 0; k < page.parameters.size(); ++k) {
    auto const& p = page.parameters[k];
    comma();
    if (p.repeated) out += "/, *", repeated = true;
    out += python_name(p.name);
    if (p.optional && !p.repeated) out += "=None";
  }
  comma();
  return out + (repeated ? "" : "*, ") + options;
}

std::string docstring(std::vector<cli::Operation const*> const& pages) {
  std::string text;
  for (cli::Operation const* one : pages) {
    if (pages.size() > 1) text += one->page.signature() + "\n\n";
    text += of_page(one->page) + "\n\n";
  }
  return text;
}

}  // namespace colex::python
