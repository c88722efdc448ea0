// SPDX-License-Identifier: MIT
// --budget of questions with numbers, and of those with unknowns; the options of a law of one's own.
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "cli/commands.hpp"
#include "operations/characters.hpp"

namespace colex::cli {

void add_budget(CLI::App& command, Budget& budget) {
  command
      .add_option("--budget", budget.steps,
                  "steps that a question may take before it is undecided, some 10 ns each")
      ->check(CLI::Range(std::int64_t{0}, kMostBudget))
      ->capture_default_str();
}

namespace {

/// "100", "steps=100", "seconds=20", "branches=200".
void read_budget(std::string const& item, Budget* numbers, BudgetOfUnknowns& unknowns) {
  auto const equals = item.find('=');
  std::string const what = equals == item.npos ? "steps" : item.substr(0, equals);
  std::string const text = equals == item.npos ? item : item.substr(equals + 1);
  char* end = nullptr;
  double const n = std::strtod(text.c_str(), &end);
  bool const is_number = !text.empty() && *end == '\0' && is_digit(text[0]);
  auto const within = [&](double least, double most) {
    bool const whole = what == "seconds" || n == std::floor(n);
    if (!is_number || !whole || !(n >= least && n <= most))
      throw CLI::ValidationError("--budget", fmt::format("{} is a number from {} to {:.0f}, not {}", what,
                                                         least, most, printable(text)));
  };
  if (what == "steps") {
    within(0, static_cast<double>(kMostBudget));
    unknowns.steps = static_cast<std::int64_t>(n);
    if (numbers != nullptr) numbers->steps = unknowns.steps;
  } else if (what == "seconds") {
    within(0.1, 3600);
    unknowns.seconds = n;
  } else if (what == "branches") {
    within(1, 10'000);
    unknowns.branches = static_cast<int>(n);
  } else {
    throw CLI::ValidationError("--budget",
                               "expected STEPS, steps=N, seconds=S or branches=B, not " + printable(item));
  }
}

}  // namespace

void add_budget(CLI::App& command, Budget* numbers, BudgetOfUnknowns& unknowns) {
  command
      .add_option_function<std::vector<std::string>>(
          "--budget",
          [numbers, &unknowns](std::vector<std::string> const& items) {
            for (std::string const& item : items) read_budget(item, numbers, unknowns);
          },
          "steps that a search may take before it is undecided, some 10 ns each; with unknowns also "
          "seconds=S of "
          "computing (5) and branches=B of one path (60), and 4096 steps")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->default_str(numbers != nullptr ? std::to_string(numbers->steps) : "");
}

void add_law_options(CLI::App& command, LawCommand& law) {
  command
      .add_option("--assume", law.assumptions, "Of a law: of its unknowns, such as 'M >= 2'; may be repeated")
      ->allow_extra_args(false);
  command.add_option("--bound", law.bound, "Of a law: the largest rank of a layout that it names")
      ->check(CLI::Range(1, 4))
      ->capture_default_str();
  add_budget(command, nullptr, law.budget);
  command.add_flag("--defined", law.defined, "Of a law: it says as well that both sides are defined");
}

}  // namespace colex::cli
