// SPDX-License-Identifier: MIT
// Questions with unknowns, asked of the program colex-unknowns: what stands here becomes the words of cli/unknowns_main.cpp.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/plug_in.hpp"
#include "cli/unknowns.hpp"
#include "operations/characters.hpp"

namespace colex::cli {

namespace {

void add_budget(std::vector<std::string>& words, BudgetOfUnknowns const& budget) {
  words.insert(words.end(), {"--budget", fmt::format("seconds={},branches={},steps={}", budget.seconds,
                                                     budget.branches, budget.steps)});
}

void add_assumptions(std::vector<std::string>& words, std::vector<std::string> const& assumptions) {
  for (std::string const& one : assumptions) words.insert(words.end(), {"--assume", one});
}

/// What is asked, behind all options, where no word of it is taken for one.
void add_question(std::vector<std::string>& words, std::vector<std::string> const& question) {
  words.emplace_back("--");
  words.insert(words.end(), question.begin(), question.end());
}

int ask(SymbolicCall const& q, AskedOfUnknowns const& asked) {
  std::vector<std::string> words{q.operation.empty() ? "expression" : q.operation};
  add_budget(words, asked.budget);
  add_assumptions(words, q.assumptions);
  for (std::string const& name : asked.which) words.insert(words.end(), {"--for", name});
  if (asked.json) words.emplace_back("--json");
  add_question(words, q.arguments);
  become("unknowns", words);
}

int ask_predicate(PredicateQuestion const& question, AskedOfUnknowns const& asked) {
  std::vector<std::string> words{"predicate"};
  add_budget(words, asked.budget);
  if (asked.json) words.emplace_back("--json");
  add_question(words, {to_json(question).dump(-1, ' ', true, Json::error_handler_t::replace)});
  become("unknowns", words);
}

std::string only_answer(SymbolicCall const& q, std::string& why) {
  std::vector<std::string> words{"only", "--called", q.called.front()};
  add_assumptions(words, q.assumptions);
  add_question(words, q.arguments);
  Json const said = Json::parse(said_by("unknowns", words), nullptr, false);
  if (!said.is_object()) throw InputError(q.called.front() + ": colex-unknowns ended without an answer");
  if (said.contains("unusable")) throw InputError(said["unusable"].get<std::string>());
  why = said["why"];
  return said["text"];
}

}  // namespace

Unknowns unknowns_beside() {
  return {.answers = {mentions_unknowns, plug_in("unknowns").empty() ? nullptr : only_answer},
          .ask = ask,
          .ask_predicate = ask_predicate};
}

void prove_law_beside(LawCommand const& given) {
  std::vector<std::string> words{"prove", "--bound", std::to_string(given.bound)};
  add_budget(words, given.budget);
  add_assumptions(words, given.assumptions);
  if (given.defined) words.emplace_back("--defined");
  if (!given.json.empty()) words.insert(words.end(), {"--json", given.json});
  add_question(words, {given.law});
  become("unknowns", words);
}

}  // namespace colex::cli
