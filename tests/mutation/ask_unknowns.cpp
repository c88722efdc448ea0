// SPDX-License-Identifier: MIT
// Answers each argument, an expression with unknowns and ` if ` its assumption: the table, and a line `.` after it.
#include <cstdio>

#include "unknowns/cases.hpp"

int main(int argc, char** argv) {
  using namespace colex;
  for (int k = 1; k < argc; ++k) {
    std::string text = argv[k];
    unknowns::Asked asked;
    asked.called = {"expression"};
    if (std::size_t const at = text.find(" if "); at != text.npos) {
      asked.assumptions = {text.substr(at + 4)};
      text.resize(at);
    }
    asked.arguments = {text};
    try {
      auto const table = unknowns::ask(unknowns::start(unknowns::read(asked)));
      std::printf("%s.\n", unknowns::to_text(table).c_str());
    } catch (cli::InputError const& error) {
      std::printf("%s\n.\n", error.what());
    }
    std::fflush(stdout);
  }
}
