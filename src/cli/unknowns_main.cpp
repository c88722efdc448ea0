// SPDX-License-Identifier: MIT
// colex of questions with unknowns alone, as the Python package asks them: python -m colex.build_prove compiles it, which
// needs no CLI11. Exit statuses as in main.cpp.
//
//   colex complement 64:1 K --assume 'K % 64 == 0' --json     colex complement 64:1 K --for K --json
//   colex prove 'coalesce(A) == A' --bound 1 --json -          colex check -
#include <charconv>
#include <cstdio>
#include <new>
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

int bound(std::string const& text) {
  int n = 0;
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc{} || *end != '\0' || n < 1 || n > 4)
    throw InputError("--bound is from 1 to 4, not " + printable(text));
  return n;
}

/// What stands after the command, an operation's name or `prove`; options may stand anywhere in it.
struct Given {
  std::vector<std::string> words{};
  AskedOfUnknowns asked{};
  LawCommand law{};

  explicit Given(std::span<char*> rest, bool of_law) {
    for (std::size_t k = 0; k < rest.size(); ++k) {
      std::string const word = rest[k];
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
        law.bound = bound(value());
      else if (word == "--defined" && of_law)
        law.defined = true;
      else if (word == "--json")
        asked.json = true;
      else if (word == "--for" && !of_law)
        asked.which = split(value());
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
  if (command == "expression" && one)
    return with_unknowns().ask({{}, given.words, {"expression"}, given.asked.assumptions}, given.asked);
  return with_unknowns().ask(symbolic_call(command, given.words, given.asked.assumptions), given.asked);
}

int unusable(std::string const& message) {
  std::fprintf(stderr, "colex: %s\n", printable(message).c_str());
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
