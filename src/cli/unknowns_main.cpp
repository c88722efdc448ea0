// SPDX-License-Identifier: MIT
// colex-unknowns: questions with unknowns alone, as `colex` and colex-prove hand them over. Exit statuses as in main.cpp.
//
//   colex-unknowns complement 64:1 K --assume 'K % 64 == 0' --json     colex-unknowns complement 64:1 K --for K --json
//   colex-unknowns prove 'coalesce(A) == A' --bound 1 --json -          colex-unknowns check -
//   colex-unknowns only 'complement(64:1, K)' --assume 'K % 64 == 0' --called file:3
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <new>
#include <nlohmann/json.hpp>
#include <span>

#include "cli/streams.hpp"
#include "cli/unknowns.hpp"
#include "operations/characters.hpp"
#include "operations/read.hpp"

namespace {

using namespace colex::cli;

std::vector<std::string> split(std::string const& names) {
  std::vector<std::string> all(1);
  for (char const c : names) {
    if (c == ',')
      all.emplace_back();
    else
      all.back() += c;
  }
  return all;
}

template <class T>
T number(std::string const& option, std::string const& text, T least, T most) {
  T n{};
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc{} || *end != '\0' || !(n >= least && n <= most))
    throw InputError(option + " is from " + std::to_string(least) + " to " + std::to_string(most) + ", not " +
                     printable(text));
  return n;
}

/// "seconds=5,branches=60,steps=4096", or some of them.
BudgetOfUnknowns budget(std::string const& text) {
  BudgetOfUnknowns r;
  for (std::string const& item : split(text)) {
    std::string const what = item.substr(0, item.find('=')),
                      value = item.substr(std::min(what.size() + 1, item.size()));
    if (what == "seconds")
      r.seconds = number(what, value, 0.1, 3600.0);
    else if (what == "branches")
      r.branches = number(what, value, 1, 10'000);
    else if (what == "steps")
      r.steps = number(what, value, std::int64_t{0}, kMostBudget);
    else
      throw InputError("--budget takes seconds=S, branches=B and steps=N, not " + printable(item));
  }
  return r;
}

/// What stands after the command, an operation's name or `prove`; options may stand anywhere in it.
struct Given {
  std::vector<std::string> words{};
  AskedOfUnknowns asked{};
  LawCommand law{};
  std::string called = "expression";

  explicit Given(std::span<char*> rest, bool of_law) {
    for (std::size_t k = 0; k < rest.size(); ++k) {
      std::string const word = rest[k];
      if (word == "--") {  // no option stands behind it
        words.insert(words.end(), rest.begin() + static_cast<std::ptrdiff_t>(k) + 1, rest.end());
        return;
      }
      auto const value = [&]() -> std::string {
        if (++k == rest.size()) throw InputError(word + " needs a value");
        return rest[k];
      };
      if (!word.starts_with("--"))
        words.push_back(word);
      else if (word == "--assume")
        asked.assumptions.push_back(value());
      else if (word == "--json" && of_law)
        law.json = value();
      else if (word == "--bound" && of_law)
        law.bound = number(word, value(), 1, 4);
      else if (word == "--budget")
        law.budget = asked.budget = budget(value());
      else if (word == "--called")
        called = value();
      else if (word == "--defined" && of_law)
        law.defined = true;
      else if (word == "--json")
        asked.json = true;
      else if (word == "--for" && !of_law)
        for (std::string const& name : split(value())) asked.which.push_back(name);
      else
        throw InputError("no option " + printable(word) + " of questions with unknowns");
    }
  }
};

int check(std::vector<std::string> const& words) {
  if (words != std::vector<std::string>{"-"}) throw InputError("check: expected -");
  int status = kYes;
  for (CheckedLine const& line : check_lines(read_input(kMaxText), "-", with_unknowns().answers)) {
    if (line.wrong.empty()) continue;
    put("-:" + std::to_string(line.line) + ": " + line.question + ": " + line.wrong + "\n");
    status = kNo;
  }
  return status;
}

int ask(std::span<char*> words) {
  if (words.empty()) throw InputError("expected an operation, expression, prove or check");
  std::string const command = words[0];
  if (command == "--version") {
    put(COLEX_VERSION "\n");
    return kYes;
  }
  Given given(words.subspan(1), command == "prove");
  if (command == "check") return check(given.words);
  bool const one = given.words.size() == 1;
  if (command == "prove") {
    if (!one) throw InputError("prove: expected EXPR == EXPR");
    given.law.law = given.words[0];
    given.law.assumptions = given.asked.assumptions;
    return prove_law(given.law);
  }
  if (command == "predicate" && one) {
    Json const question = Json::parse(given.words[0], nullptr, false);
    if (!question.is_object()) throw InputError("predicate: expected a question as JSON");
    return with_unknowns().ask_predicate(predicate_question(question), given.asked);
  }
  if (command == "only" && one) {
    put(only_answer_as_json({{}, given.words, {given.called}, given.asked.assumptions}));
    return kYes;
  }
  if (command == "expression" && one)
    return with_unknowns().ask({{}, given.words, {"expression"}, given.asked.assumptions}, given.asked);
  return with_unknowns().ask(symbolic_call(command, given.words, given.asked.assumptions), given.asked);
}

int unusable(std::string const& message) {
  std::fprintf(stderr, "colex: %s\n", one_line(message).c_str());
  return kUnusable;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    int const status = ask(std::span(argv, static_cast<std::size_t>(argc)).subspan(1));
    return std::fflush(stdout) == 0 ? status : unusable("cannot write the answer");
  } catch (Failure const& failure) {
    return unusable(failure.message);
  } catch (std::bad_alloc const&) {
    return unusable("out of memory");
  }
}
