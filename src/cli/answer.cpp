// SPDX-License-Identifier: MIT
// From an operation to the terminal: answers and "no" on stdout, refusals and wrong input on stderr.
//
//   colex coalesce '(2,1):(3,1)'   prints 2:3        colex complement 4:3 16   refuses, exit status 1
#include <cstdio>

#include "cli/commands.hpp"

namespace colex::cli {

namespace {

/// A table prints as `0,2,4`, which `find` reads again.
std::string to_line(Json const& result) {
  if (result.is_string()) return result.get<std::string>();
  if (!result.is_array()) return result.dump();
  std::string line;
  for (Json const& entry : result) line += (line.empty() ? "" : ",") + to_line(entry);
  return line;
}

}  // namespace

int answer(std::string_view operation, std::vector<Named> const& arguments, std::vector<std::string> flags) {
  Json values = Json::array();
  std::vector<std::string> names;
  for (auto const& [name, text] : arguments) {
    names.push_back(name);
    values.push_back(text);
  }
  try {
    Answer const given = perform(operation, Arguments(std::move(values), std::move(flags), std::move(names)));
    std::puts((given.text.empty() ? to_line(given.result) : given.text).c_str());
    return given.holds ? kYes : kNo;
  } catch (Failure const& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return failure.is_input() ? kUnusable : kNo;
  }
}

std::string read_input(std::size_t most) {
  std::string text;
  char block[1 << 16];
  while (std::size_t const got = std::fread(block, 1, sizeof block, stdin)) {
    if (text.size() + got > most)
      throw InputError("standard input is longer than " + std::to_string(most) + " bytes");
    text.append(block, got);
  }
  return text;
}

}  // namespace colex::cli
