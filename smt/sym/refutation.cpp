// SPDX-License-Identifier: MIT
#include "sym/refutation.hpp"

#include <cstdlib>

namespace colex::sym {

namespace {
constexpr int kBound = 64;

/// Z3 prints negative numerals as (- 3).
long numeral(std::string const& text) {
  return text.starts_with("(- ") ? -std::atol(text.c_str() + 3) : std::atol(text.c_str());
}
}  // namespace

void Refutation::part(std::vector<Boolean> const& given, std::function<void()> const& body) {
  std::vector<z3::expr> assumptions;
  for (auto const& b : given) assumptions.push_back(b.formula());
  Explorer explorer;
  explorer.explore(assumptions, body);
}

void Refutation::claim(Boolean const& goal) {
  std::vector<z3::expr> formulas = Explorer::current().path();
  formulas.push_back(!goal.formula());
  Outcome const found = find_model(formulas, kBound, settings_.limits);
  if (found.verdict != Verdict::refuted) return;
  long weight = 0;
  for (auto const& [symbol, value] : found.model) weight += std::labs(numeral(value));
  if (best_weight_ >= 0 && weight >= best_weight_) return;
  best_ = found.model;
  best_weight_ = weight;
  Query query{"is this a counterexample?", Explorer::current().path(), goal.formula()};
  for (auto const& [symbol, value] : found.model)
    query.hypotheses.push_back(context().int_const(symbol.c_str()) == context().int_val(numeral(value)));
  confirmation_ =
      settings_.second_solver ? ask_cvc5(smtlib(query), settings_.limits).verdict : Verdict::unknown;
}

}  // namespace colex::sym
