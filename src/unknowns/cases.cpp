// SPDX-License-Identifier: MIT
#include "unknowns/cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "unknowns/budget.hpp"
#include "unknowns/merge.hpp"
#include "unknowns/proved.hpp"

namespace colex::unknowns {

namespace {

using Is = Reply<Unknown>::Is;
using Is64 = Reply<std::int64_t>::Is;

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
    ended.push_back({fmt::format("{:g} s", seconds), name});
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

/// Numbers by which something is divided are at least 1.
void divisors(Expression const& e, std::vector<z3::expr>& given) {
  if (!e.left) return;
  divisors(*e.left, given);
  if (e.right) divisors(*e.right, given);
  if (e.op == '/' || e.op == '%') given.push_back(term(*e.right) >= 1);
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
  } catch (z3::exception const&) {
    path_ended(ended, "Z3");
    return {};
  }
  c.conditions = facts();
  return c;
}

/// The conditions that do not follow from the others.
void drop_redundant(Question const& q, Case& c) {
  for (std::size_t k = c.conditions.size(); k-- > 0;) {
    auto others = c.conditions;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
    auto known = formulas(others);
    known.push_back(!c.conditions[k].formula());
    if (impossible(q.given, known)) c.conditions = std::move(others);
  }
}

void look(Question const& q, Case& c, Prover& prover, std::vector<Values> const& values, int most) {
  for (Values const& v : values) {
    if (c.values == most) break;
    if (!holds(c.conditions, v)) continue;
    if (c.example.empty()) c.example = v;
    if (budget_ended()) return;
    auto const truth = on_numbers(q, v);
    if (!truth) continue;
    ++c.values;
    if (agrees(c.reply, *truth, v)) continue;
    c.known = Known::wrong;
    for (auto const& [name, n] : v)
      c.counterexample += fmt::format("{}{} = {}", c.counterexample.empty() ? "" : ", ", name, n);
    return;
  }
  if (c.values > 0) c.known = Known::compared;
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
  return std::all_of(conditions.begin(), conditions.end(), [&](Fact const& f) {
    auto const v = f.value.at(values);
    return v && ((f.is == Fact::Is::zero ? *v == 0 : *v > 0) == f.holds);
  });
}

std::optional<Truth> on_numbers(Question const& q, Values const& values) {
  constexpr std::int64_t kMost = 1 << 28, kSteps = 1 << 16;
  bool good = true;
  std::function<Coordinate(Expression const&)> const in_bases = [&](Expression const& e) {
    auto const v = coordinate(e, values);
    if (!v) good = false;
    return v ? *v : Coordinate(1);
  };
  std::function<std::int64_t(Expression const&)> const number = [&](Expression const& e) {
    auto const v = value(e, values);
    if (!v || *v > kMost || *v < -kMost) good = false;
    return v && good ? *v : 1;
  };
  set_search_budget(kSteps);
  try {
    Truth r;
    if (!has_bases(q.reading)) {
      static_cast<Reply<std::int64_t>&>(r) = run<std::int64_t>(q.reading, number, false);
    } else {
      r.coordinates = run<Coordinate>(q.reading, in_bases, false);
      r.is = static_cast<Is64>(r.coordinates->is);
      r.refusal = scalar(r.coordinates->refusal);
    }
    if (good && !(r.is == Is64::refused && r.refusal.condition == Condition::undecided)) return r;
  } catch (BeyondLimits const&) {
  }
  return {};
}

namespace {

/// A number of an answer, at values: along no basis vector.
std::optional<std::int64_t> at(Unknown const& n, Values const& values) { return n.polynomial().at(values); }

/// The layout at values, with its strides along basis vector k, or along none where k is -1.
std::optional<Layout<std::int64_t>> at(Layout<Unknown> const& layout, Values const& values, int k) {
  bool whole = true;
  auto const r = transform(layout, [&](Mode<Unknown> const& m) {
    Polynomial const& all = m.stride.polynomial();
    auto const shape = at(m.shape, values), stride = (k < 0 ? all.scalar() : all.along(k)).at(values);
    whole = whole && shape && stride && *shape >= 1;
    return whole ? Mode<std::int64_t>{*shape, *stride} : Mode<std::int64_t>{1, 0};
  });
  return whole ? std::optional(r) : std::nullopt;
}

bool same_layout(Layout<Unknown> const& answer, Layout<std::int64_t> const& truth, Values const& values) {
  auto const numbers = at(answer, values, -1);
  return numbers && equal(*numbers, truth).equal;
}

bool same_layout(Layout<Unknown> const& answer, Layout<Coordinate> const& truth, Values const& values) {
  for (int k = -1; k < kMaxBases; ++k) {
    auto const numbers = at(answer, values, k);
    auto const want = transform(truth, [&](Mode<Coordinate> const& m) {
      return Mode<std::int64_t>{m.shape.scalar, k < 0 ? m.stride.scalar : m.stride.along[k]};
    });
    if (!numbers || !equal(*numbers, want).equal) return false;
  }
  return true;
}

bool same_number(Unknown const& answer, std::int64_t truth, Values const& values) {
  return at(answer, values) == truth;
}
bool same_number(Unknown const& answer, Coordinate const& truth, Values const& values) {
  return truth == Coordinate(truth.scalar) && at(answer, values) == truth.scalar;
}

template <class Int>
bool same_reply(Reply<Unknown> const& answer, Reply<Int> const& truth, Values const& values) {
  if (static_cast<int>(answer.is) != static_cast<int>(truth.is)) return false;
  switch (answer.is) {
    case Is::layout:
      return same_layout(answer.layout, truth.layout, values);
    case Is::placed:
      return same_layout(answer.layout, truth.layout, values) &&
             same_number(answer.number, truth.number, values);
    case Is::pair:
      return same_layout(answer.layout, truth.layout, values) &&
             same_layout(answer.second, truth.second, values);
    case Is::tuple:
      if (!congruent(answer.tuple, truth.tuple)) return false;
      for (int k = 0; k < answer.tuple.leaves.count; ++k)
        if (!same_number(answer.tuple.leaves[k], truth.tuple.leaves[k], values)) return false;
      return true;
    case Is::number:
      return same_number(answer.number, truth.number, values);
    case Is::word:
      return answer.word == truth.word;
    case Is::refused:
      return answer.refusal.condition == truth.refusal.condition;
    case Is::yes:
    case Is::no:
      return true;
  }
  return false;
}

}  // namespace

bool agrees(Reply<Unknown> const& answer, Truth const& truth, Values const& values) {
  if (truth.coordinates) return same_reply(answer, *truth.coordinates, values);
  return same_reply<std::int64_t>(answer, truth, values);
}

std::set<std::int64_t> numerals(Reading const& reading) {
  std::set<std::int64_t> r;
  std::function<void(Expression const&)> const collect = [&](Expression const& e) {
    if (e.op == '#' && e.numeral > 0 && e.numeral <= kNumeral) r.insert(e.numeral);
    if (e.left) collect(*e.left);
    if (e.right) collect(*e.right);
  };
  for (Given const& g : reading.arguments)
    for (auto const& e : g.tree.leaves) collect(e->shape), collect(e->stride);
  for (Assumption const& a : reading.assumptions) collect(a.left), collect(a.right);
  return r;
}

std::vector<Values> small_values(Question const& q, int most) {
  std::set<std::int64_t> numbers;
  for (std::int64_t n = 0; n <= 9; ++n) numbers.insert(n);
  numbers.insert(-1);
  for (std::int64_t const n : numerals(q.reading))
    for (std::int64_t k = 1; k <= 3; ++k) numbers.insert({n * k, n * k + 1, n * k - 1, 1 - n});
  std::vector<std::int64_t> const list(numbers.begin(), numbers.end());
  std::vector<Values> r;
  Values at;
  std::vector<std::string> const names(q.reading.names.begin(), q.reading.names.end());
  auto const keeps = [&](Values const& v) {
    for (Given const& g : q.reading.arguments)
      for (auto const& e : g.tree.leaves) {
        auto const extent = value(e->shape, v), stride = value(e->stride, v);
        if (!extent || !stride || (g.extents && !e->keep && *extent < 1)) return false;
      }
    return std::all_of(q.reading.assumptions.begin(), q.reading.assumptions.end(), [&](Assumption const& a) {
      auto const yes = unknowns::holds(a, v);
      return yes && *yes;
    });
  };
  // Each name walks through the list; where there are many names, a fixed sample of their combinations.
  double combinations = 1;
  for (std::size_t k = 0; k < names.size(); ++k) combinations *= static_cast<double>(list.size());
  constexpr int kTried = 20'000;
  std::uint64_t state = 1;
  for (int tried = 0; tried < kTried && tried < combinations && static_cast<int>(r.size()) < most; ++tried) {
    if (budget_ended()) break;
    std::uint64_t rest = static_cast<std::uint64_t>(tried);
    if (combinations > kTried) rest = (state = state * 6364136223846793005u + 1442695040888963407u) >> 16;
    for (std::string const& name : names) {
      at[name] = list[rest % list.size()];
      rest = combinations > kTried ? (state = state * 6364136223846793005u + 1442695040888963407u) >> 16
                                   : rest / list.size();
    }
    if (keeps(at)) r.push_back(at);
  }
  auto const weight = [](Values const& v) {
    std::int64_t sum = 0;
    for (auto const& [name, n] : v) sum += n < 0 ? -n : n;
    return sum;
  };
  std::stable_sort(r.begin(), r.end(),
                   [&](Values const& a, Values const& b) { return weight(a) < weight(b); });
  return r;
}

Limit Limit::times(double factor) const {
  Limit r = *this;
  for (double* part : {&r.exploring, &r.tidying, &r.proving, &r.covering, &r.searching}) *part *= factor;
  return r;
}

Question start(Reading reading, Limit const& limit) {
  check_question(reading);
  forget_atoms();
  Question q{std::move(reading), {}};
  for (std::string const& name : q.reading.names) name_atom(name);
  for (Given const& g : q.reading.arguments)
    for (auto const& e : g.tree.leaves) {
      if (!e->keep && g.extents) q.given.push_back(term(e->shape) >= 1);
      divisors(e->shape, q.given), divisors(e->stride, q.given);
    }
  for (Assumption const& a : q.reading.assumptions) {
    divisors(a.left, q.given), divisors(a.right, q.given);
    q.given.push_back(formula(a));
  }
  if (impossible(q.given, {}))
    throw cli::InputError("no values keep the assumptions, with every extent and every divisor at least 1");
  std::vector<Ended> ended;
  within(limit.tidying, "tidying", ended, [&] {
    for (std::string const& name : q.reading.names) {
      Atom& a = atom(name_atom(name));
      a.positive = impossible(q.given, {a.term < 1});
    }
  });
  return q;
}

Table ask(Question question, Limit const& limit, OnCase const& tell) {
  Table table{std::move(question)};
  Question const& q = table.question;
  auto& cases = table.cases;
  sym::context().set("timeout", static_cast<int>(limit.branch_milliseconds));
  start_exploration(limit.branches);
  within(limit.exploring, "exploring", table.ended, [&] {
    sym::Explorer().explore(q.given, [&] {
      start_path();
      set_search_budget(limit.steps);
      if (auto c = path_of(q, limit, table.ended)) cases.push_back(std::move(*c));
    });
  });
  Prover prover(q.given, limit);
  within(limit.tidying, "tidying", table.ended, [&] {
    // One at a time: std::erase_if would leave cases half moved where the budget ends within.
    for (auto c = cases.begin(); c != cases.end();) {
      bool const never = impossible(q.given, formulas(c->conditions)) &&
                         prover.proves(formulas(c->conditions), sym::context().bool_val(false));
      c = never ? cases.erase(c) : c + 1;
    }
    for (Case& c : cases) drop_redundant(q, c);
    merge(q, cases);
  });
  within(limit.tidying, "tidying", table.ended, [&] {
    for (Case& c : cases) use_equations(c);
  });
  std::vector<Values> values;
  std::size_t looked = 0;
  within(limit.proving, "proving", table.ended, [&] {
    values = small_values(q, limit.values * 20);
    for (Case& c : cases) {
      look(q, c, prover, values, limit.values);
      if (tell && c.known != Known::undecided) tell(q, c);
      ++looked;
    }
  });
  for (; tell && looked < cases.size(); ++looked)  // the budget ended within one of them
    if (cases[looked].known != Known::undecided) tell(q, cases[looked]);
  table.left_out =
      static_cast<int>(std::erase_if(cases, [](Case const& c) { return c.known == Known::undecided; }));
  within(limit.covering, "covering", table.ended, [&] {
    table.complete = some_holds(cases, prover);
    table.disjoint = never_two_hold(cases, prover);
  });
  if (!table.complete) look_elsewhere(table, values);
  return table;
}

}  // namespace colex::unknowns
