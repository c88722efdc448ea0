// SPDX-License-Identifier: MIT
#include "unknowns/cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "sym/search.hpp"
#include "unknowns/budget.hpp"
#include "unknowns/merge.hpp"
#include "unknowns/proved.hpp"
#include "unknowns/total.hpp"

namespace colex::unknowns {

namespace {

using Is = Reply<Unknown>::Is;
using Is64 = Reply<std::int64_t>::Is;

constexpr unsigned kModelMilliseconds = 100;  // for values at which a case holds

std::vector<z3::expr> formulas(std::vector<Fact> const& facts) {
  std::vector<z3::expr> r;
  for (Fact const& f : facts) r.push_back(f.formula());
  return r;
}

/// Z3 alone, for what only makes the answer shorter.
bool impossible(std::vector<z3::expr> all, std::vector<z3::expr> const& more) {
  all.insert(all.end(), more.begin(), more.end());
  return excluded(all, 100'000u);
}

/// Does a part of a question, for so long. Where the budget ends within, what was done until then stands.
void within(double seconds, char const* name, std::vector<Ended>& ended, std::function<void()> const& part) {
  start_budget(seconds);
  try {
    part();
  } catch (BudgetEnded const&) {
    ended.push_back({fmt::format("{:.2g} s", seconds), name});
  }
  stop_budget();
}

/// A path that ended is counted with those that the same budget ended.
void path_ended(std::vector<Ended>& ended, std::string const& budget) {
  constexpr std::size_t kFacts = 4;  // of the first such path
  auto known = std::find_if(ended.begin(), ended.end(), [&](Ended const& e) { return e.budget == budget; });
  if (known == ended.end()) {
    std::vector<Fact> const& all = facts();
    auto const last = all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), kFacts));
    std::string const where = conditions_text({all.begin(), last}) + (last == all.end() ? "" : " && ...");
    known = ended.insert(known, {budget, "exploring", where});
  }
  ++known->paths;
}

/// Of one path; nothing where it takes too long an answer or too many decisions.
std::optional<Case> path_of(Question const& q, Limit const& limit, std::vector<Ended>& ended) {
  Case c;
  try {
    std::function<Unknown(Expression const&)> const number = unknown;
    c.reply = run<Unknown>(q.reading, number, true);
    if (c.reply.is == Is::refused && c.reply.refusal.condition == Condition::undecided) {
      path_ended(ended, fmt::format("{} steps", limit.steps));
      return {};
    }
  } catch (sym::TooManyBranches const&) {
    path_ended(ended, fmt::format("{} branches", limit.branches));
    return {};
  } catch (TooLarge const&) {
    path_ended(ended, "the length of a number");
    return {};
  } catch (DividedByZero const&) {
    path_ended(ended, "a division by 0");
    return {};
  } catch (z3::exception const&) {
    path_ended(ended, "Z3");
    return {};
  }
  c.conditions = facts();
  return c;
}

/// Keeps the conditions that do not follow from the others, and those by which others are total.
void drop_redundant(Question const& q, Case& c, std::vector<Values> const& values) {
  for (std::size_t k = c.conditions.size(); k-- > 0;) {
    auto others = c.conditions;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
    bool const says_more = std::any_of(values.begin(), values.end(), [&](Values const& v) {
      return holds(others, v) && fails({c.conditions[k]}, v);
    });
    if (says_more) continue;
    auto known = formulas(others);
    known.push_back(!c.conditions[k].formula());
    if (impossible(q.given, known) && is_total(q, others, c.reply)) c.conditions = std::move(others);
  }
}

/// Whether the case says something wherever it holds, and is the answer of numbers: at some of the values, or else at those that
/// Z3 finds.
void compare(Question const& q, Case& c, Prover& prover, std::vector<Values> const& values, int most) {
  auto const is_total = [&] {
    return prover.proves({}, totality(q.domain(), c.conditions, numbers_of(c.reply)));
  };
  c.total = is_total();
  if (!c.total && pin(q, c, values)) {
    drop_redundant(q, c, values);
    use_equations(c);
    c.total = is_total();
  }
  if (!c.total) return;
  auto const at = [&](Values const& v) {
    if (c.example.empty()) c.example = v;
    auto const truth = on_numbers(q, v);
    if (!truth) return true;
    ++c.values;
    if (agrees(c.reply, *truth, v)) return true;
    c.known = Known::wrong;
    for (auto const& [name, n] : v)
      c.counterexample += fmt::format("{}{} = {}", c.counterexample.empty() ? "" : ", ", name, n);
    return false;
  };
  for (Values const& v : values) {
    if (c.values == most) break;
    if (!holds(c.conditions, v)) continue;
    if (budget_ended()) break;
    if (!at(v)) return;
  }
  if (c.values == 0 && c.example.empty())
    if (auto const v = values_of(q, formulas(c.conditions), kModelMilliseconds);
        v && holds(c.conditions, *v) && !at(*v))
      return;
  if (c.values > 0) c.known = Known::compared;
}

/// Whether it is proved as well.
void prove(Case& c, Prover& prover) {
  if (!c.total || c.known == Known::wrong) return;
  if (prover.proves(formulas(c.conditions), c.reply.meaning)) c.known = Known::proved;
}

bool some_holds(std::vector<Case> const& cases, Prover& prover) {
  z3::expr any = sym::context().bool_val(false);
  for (Case const& c : cases) any = any || formula(c.conditions);
  return prover.proves({}, any);
}

bool never_two_hold(std::vector<Case> const& cases, Prover& prover) {
  for (std::size_t i = 0; i < cases.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (!prover.proves({}, !(formula(cases[i].conditions) && formula(cases[j].conditions)))) return false;
  return true;
}

/// What is left beside the cases.
void look_elsewhere(Table& table, std::vector<Values> const& values) {
  auto const elsewhere = std::find_if(values.begin(), values.end(), [&](Values const& v) {
    return std::none_of(table.cases.begin(), table.cases.end(),
                        [&](Case const& c) { return holds(c.conditions, v); });
  });
  if (elsewhere != values.end()) table.elsewhere = *elsewhere;
}

}  // namespace

bool holds(std::vector<Fact> const& conditions, Values const& values) {
  return std::all_of(conditions.begin(), conditions.end(),
                     [&](Fact const& f) { return f.at(values) == std::optional(true); });
}

bool fails(std::vector<Fact> const& conditions, Values const& values) {
  return std::any_of(conditions.begin(), conditions.end(),
                     [&](Fact const& f) { return f.at(values) == std::optional(false); });
}

Limit Limit::times(double factor) const {
  Limit r = *this;
  for (double* part : {&r.exploring, &r.tidying, &r.proving, &r.covering, &r.searching}) *part *= factor;
  return r;
}

Table ask(Question question, Limit const& limit, OnCase const& tell) {
  Table table{std::move(question)};
  Question const& q = table.question;
  auto& cases = table.cases;
  sym::Search::bound(limit.branch_seconds);
  watch_searches();
  std::vector<Values> const few = few_values(q);
  start_exploration(limit.branches, few);
  double spare = 0;  // seconds that the parts before left
  auto const take = [&](double seconds, char const* name, std::function<void()> const& part) {
    double const began = computed(), all = seconds + spare;
    within(all, name, table.ended, part);
    spare = std::max(all - (computed() - began), 0.0);
  };
  take(limit.exploring, "exploring", [&] {
    sym::Explorer().explore(q.given, [&] {
      start_path();
      set_search_budget(limit.steps);
      if (auto c = path_of(q, limit, table.ended)) cases.push_back(std::move(*c));
    });
  });
  Prover prover(q.given, limit);
  take(limit.tidying, "tidying", [&] {
    // One at a time: std::erase_if would leave cases half moved where the budget ends within.
    for (auto c = cases.begin(); c != cases.end();) {
      bool const somewhere =
          std::any_of(few.begin(), few.end(), [&](Values const& v) { return holds(c->conditions, v); });
      bool const never = !somewhere && impossible(q.given, formulas(c->conditions)) &&
                         prover.proves(formulas(c->conditions), sym::context().bool_val(false));
      c = never ? cases.erase(c) : c + 1;
    }
    for (Case& c : cases) drop_redundant(q, c, few);
    merge(q, cases, few);
  });
  take(limit.tidying, "tidying", [&] {
    for (Case& c : cases) use_equations(c);
  });
  std::vector<Values> values;
  std::size_t told = 0;  // of the cases in order, those that need not be told any more
  auto const tell_up_to = [&](std::size_t end) {
    for (; told < end; ++told)
      if (tell && cases[told].known != Known::undecided) tell(q, cases[told]);
  };
  take(limit.proving, "proving", [&] {
    values = small_values(q, limit.values * 20);
    for (std::size_t k = 0; k < cases.size(); ++k) {
      compare(q, cases[k], prover, values, limit.values);
      if (cases[k].known == Known::undecided) prove(cases[k], prover);
      tell_up_to(k + 1);
    }
  });
  tell_up_to(cases.size());
  table.left_out =
      static_cast<int>(std::erase_if(cases, [](Case const& c) { return c.known == Known::undecided; }));
  take(limit.covering, "covering", [&] {
    table.complete = some_holds(cases, prover);
    table.disjoint = never_two_hold(cases, prover);
  });
  take(0, "proving", [&] {  // of cases that stand already
    for (Case& c : cases)
      if (c.known == Known::compared) prove(c, prover);
  });
  if (!table.complete) look_elsewhere(table, values);
  return table;
}

}  // namespace colex::unknowns
