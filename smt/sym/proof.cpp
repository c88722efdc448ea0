// SPDX-License-Identifier: MIT
#include "sym/proof.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <stdexcept>

#include "lemmas/division.hpp"
#include "sym/sha256.hpp"

namespace colex::sym {

namespace {

constexpr int kMutantBound = 24;  // witnesses and counterexamples to mutants are sought up to this magnitude
constexpr Limits kSearch{1'000, 2'000};
constexpr std::size_t kCasesOfAQuery = 100;

std::string text(Model const& model) {
  std::string s;
  for (auto const& [symbol, value] : model) s += (s.empty() ? "" : ", ") + symbol + " = " + value;
  return s;
}

void split_conjuncts(z3::expr const& e, std::vector<z3::expr>& out) {
  if (e.is_and()) {
    for (unsigned k = 0; k < e.num_args(); ++k) split_conjuncts(e.arg(k), out);
  } else {
    out.push_back(e);
  }
}

/// One key in ten, drawn by a word.
bool is_drawn(std::string const& key, std::string const& word) {
  return !word.empty() && std::stoul(sha256(word + "\n" + key).substr(0, 8), nullptr, 16) % 10 == 0;
}

/// A solver's answer, from the cache when it is there; asked anew where that is drawn, and the cache must say the same.
template <class Ask>
Outcome remembered(char const* solver, std::string const& script, Settings const& settings, bool& cached,
                   Ask ask) {
  if (!settings.cache.on()) {
    cached = false;
    return ask();
  }
  std::string const key = Cache::key(solver, script);
  auto const known = settings.cache.find(key);
  if (known && !(known->earlier && is_drawn(key, settings.ask_again))) {
    cached = cached && known->earlier;
    return known->outcome;
  }
  cached = false;
  if (known) {
    Outcome anew = ask();
    if (anew.verdict != known->outcome.verdict) {
      anew.detail = std::string("the cache says ") + name(known->outcome.verdict) +
                    ", and asked anew it is " + name(anew.verdict) + " " + anew.detail;
      anew.verdict = Verdict::error;
    }
    return anew;
  }
  Outcome const answer = ask();
  settings.cache.keep(key, answer);
  return answer;
}

/// A model, or that there is none within a bound, from the cache when it is there; `how` names the search.
template <class Find>
Outcome remembered_model(char const* how, std::vector<z3::expr> const& formulas, Settings const& settings,
                         Find find) {
  bool cached = true;
  std::string const script =
      settings.cache.on() ? smtlib({"", formulas, context().bool_val(false)}) : std::string();
  return remembered(how, script, settings, cached, find);
}

/// Asks both solvers and books the answers; of a query about the paths themselves without its hash, which no count needs.
void ask_both(Query const& query, Settings const& settings, Report& report, bool about_paths = false) {
  if (settings.on_query) settings.on_query(report);
  std::string const script = smtlib(query);
  if (settings.on_script) settings.on_script(query.name, script);
  if (!settings.emit_directory.empty())
    std::ofstream(settings.emit_directory + "/" + script_name(report.name, report.queries)) << script;
  ++report.queries;
  if (!settings.ask) {
    report.z3 = worse(report.z3, Verdict::unknown);
    report.cvc5 = worse(report.cvc5, Verdict::unknown);
    return;
  }
  Asked asked{query.name,
              Verdict::unknown,
              Verdict::unknown,
              true,
              static_cast<int>(query.hypotheses.size()),
              about_paths ? "" : Cache::hash(query.goal.to_string())};
  Outcome first =
      remembered("z3", script, settings, asked.cached, [&] { return ask_z3(query, settings.limits); });
  if (settings.stop_at_refutation && first.verdict != Verdict::proved) {
    std::vector<z3::expr> formulas = query.hypotheses;
    formulas.push_back(!query.goal);
    Outcome const small = find_model(formulas, kMutantBound, kSearch);
    if (small.verdict == Verdict::refuted) first = small;
  }
  asked.z3 = first.verdict;
  report.z3 = worse(report.z3, first.verdict);
  if (first.verdict != Verdict::proved)
    report.failures.push_back(
        query.name + ": z3 " + name(first.verdict) +
        (first.verdict == Verdict::refuted ? " (" + text(first.model) + ")" : " " + first.detail));
  if (settings.second_solver) {
    Outcome const second =
        remembered("cvc5", script, settings, asked.cached, [&] { return ask_cvc5(script, settings.limits); });
    asked.cvc5 = second.verdict;
    report.cvc5 = worse(report.cvc5, second.verdict);
    if (second.verdict != Verdict::proved)
      report.failures.push_back(query.name + ": cvc5 " + name(second.verdict) + " " + second.detail);
  }
  report.cached += asked.cached;
  report.asked.push_back(asked);
}

/// On one line, and short.
std::string brief(z3::expr const& e) {
  std::string s;
  for (char const c : e.to_string())
    if (!std::isspace(static_cast<unsigned char>(c)) || (!s.empty() && s.back() != ' '))
      s += std::isspace(static_cast<unsigned char>(c)) ? ' ' : c;
  return s.size() <= 160 ? s : s.substr(0, 157) + "...";
}

}  // namespace

std::string script_name(std::string const& report, int number) {
  std::string s = report + "." + std::to_string(number);
  for (char& c : s)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '.') c = '-';
  return s + ".smt2";
}

Hint Lemma::instance(std::vector<Integer> const& values) const {
  if (values.size() != variables_.size())
    throw std::logic_error("lemma " + name_ + ": wrong number of arguments");
  z3::expr_vector to(context());
  for (auto const& v : values) to.push_back(v.term());
  z3::expr statement = statement_;
  return Hint(statement.substitute(variables_, to));
}

Lemma Book::prove(std::string const& name, std::string const& statement,
                  std::vector<Integer> const& variables, std::vector<Boolean> const& hypotheses,
                  Boolean const& conclusion, std::vector<Hint> const& hints) {
  auto const start = std::chrono::steady_clock::now();
  Report report;
  report.name = name;
  report.statement = statement;
  report.kind = "lemma";
  report.bound = "all integers";
  if (!settings_.second_solver) report.cvc5 = Verdict::unknown;
  Query query{name, {}, conclusion.formula()};
  z3::expr_vector symbols(context()), given(context());
  for (auto const& v : variables) symbols.push_back(v.term());
  for (auto const& h : hypotheses) {
    given.push_back(h.formula());
    query.hypotheses.push_back(h.formula());
  }
  Outcome live;
  if (settings_.ask) live = find_model(query.hypotheses, kMutantBound, settings_.limits);
  if (settings_.ask && live.verdict != Verdict::refuted) {
    report.z3 = report.cvc5 = Verdict::vacuous;
    report.failures.push_back(name + ": no integers satisfy its hypotheses");
  }
  report.witnesses.push_back(text(live.model));
  for (auto const& h : hints) query.hypotheses.push_back(h.formula());
  ask_both(query, settings_, report);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  reports_.push_back(report);
  if (!report.failures.empty()) throw std::runtime_error("lemma " + report.failures.front());
  return Lemma(name, symbols,
               given.empty() ? conclusion.formula() : z3::implies(z3::mk_and(given), conclusion.formula()));
}

void Proof::use_divisions() {
  auto const divisions = Explorer::current().divisions();
  for (auto const& d : divisions) {
    Integer x(d.dividend);
    Integer const m(d.divisor);
    use(lemmas_.euclid.at(x, m));
    use(lemmas_.by_one.at(x, m));
    for (std::size_t k = 0; k + 1 < d.factors.size(); ++k) {
      z3::expr rest = d.factors[k + 1];
      for (std::size_t j = k + 2; j < d.factors.size(); ++j) rest = rest * d.factors[j];
      Integer const factor(d.factors[k]), others(rest.simplify());
      z3::expr const product = (factor.term() * others.term()).simplify();
      use(lemmas_.split.at(x, factor, others, Integer(product)));
      use(lemmas_.positive.at(factor, others));
      x = quot(x, factor);
    }
  }
}

std::string Proof::new_name(std::string const& name) {
  if (mentions(Explorer::current().path(), name) || !defined_.insert(name).second)
    throw std::logic_error(part_ + ": define(): there is a " + name + " already");
  return defined_name(name);
}

void Proof::vacuous(std::string const& why) {
  report_.z3 = worse(report_.z3, Verdict::vacuous);
  std::string const failure = report_.name + ", " + part_ + ": " + why;
  if (std::find(report_.failures.begin(), report_.failures.end(), failure) == report_.failures.end())
    report_.failures.push_back(failure);
}

void Proof::look_for_values() {
  auto const& path = Explorer::current().path();
  Outcome found = live_ ? remembered_model("z3, a model to 24", path, settings_,
                                           [&] { return find_any_model(path, kMutantBound, kSearch); })
                        : remembered_model("z3, the smallest model to 24", path, settings_,
                                           [&] { return find_model(path, kMutantBound, settings_.limits); });
  if (found.verdict != Verdict::refuted && settings_.every_path)
    found =
        remembered_model("z3, a model", path, settings_, [&] { return find_any_model(path, 0, kSearch); });
  if (found.verdict == Verdict::refuted) {
    if (!live_) report_.witnesses.push_back(part_ + ": " + text(found.model));
    live_ = true;
    reached_.insert(claimed_.begin(), claimed_.end());
  }
  if (found.verdict == Verdict::refuted || !settings_.every_path) return;
  PartRun& run = report_.parts.back();
  if (found.verdict != Verdict::proved) {
    ++run.unknown;
    return;
  }
  std::vector<z3::expr> alone;
  for (auto const& f : path)
    if (!assumed_.contains(f.id())) alone.push_back(f);
  if (alone.size() == path.size() || find_any_model(alone, 0, kSearch).verdict == Verdict::proved)
    ++run.dead;
  else
    vacuous("what is supposed contradicts a path that can be taken");
}

void Proof::claim(std::string const& what, Boolean const& goal, std::vector<Hint> const& hints) {
  ClaimRun* run = nullptr;
  if (mode_ == Mode::prove) {
    auto& claims = report_.parts.back().claims;
    auto at = std::find_if(claims.begin(), claims.end(), [&](ClaimRun const& c) { return c.name == what; });
    if (at == claims.end()) at = claims.insert(at, ClaimRun{what});
    run = &*at;
    claimed_.insert(what);
  }
  claim_all(what, goal.formula(), hints, run);
}

void Proof::claim_all(std::string const& what, z3::expr const& goal, std::vector<Hint> const& hints,
                      ClaimRun* run) {
  if (settings_.ask && mode_ == Mode::prove && !settings_.every_path && !live_ && !path_checked_) {
    path_checked_ = true;
    look_for_values();
  }
  std::vector<z3::expr> goals;
  split_conjuncts(goal, goals);
  std::vector<z3::expr> hypotheses = Explorer::current().path();
  for (auto const& h : hints) hypotheses.push_back(h.formula());
  for (auto const& g : goals) {
    if (run != nullptr) ++(g.simplify().is_true() ? run->evaluated : run->asked);
    discharge(what, hypotheses, g);
  }
}

void Proof::claim_cases(std::vector<Case> const& cases) {
  if (cases.empty()) claim("a case", Boolean(false));
  as_written_ = true;
  if (mode_ == Mode::prove) report_.parts.back().cases += static_cast<int>(cases.size());
  claimed_.insert("every case");
  for (std::size_t first = 0; first < cases.size(); first += kCasesOfAQuery) {
    std::size_t const end = std::min(cases.size(), first + kCasesOfAQuery);
    z3::expr_vector wrong(context());
    for (std::size_t k = first; k < end; ++k) wrong.push_back(!cases[k].holds);
    z3::expr const some = z3::mk_or(wrong);
    if (some.simplify().is_true())
      for (std::size_t k = first; k < end; ++k)
        if (cases[k].holds.simplify().is_false())
          return claim_all(cases[k].name, !!cases[k].holds, {}, nullptr);
    claim_all(cases[first].name + " to " + cases[end - 1].name, !some, {}, nullptr);
  }
}

void Proof::discharge(std::string const& what, std::vector<z3::expr> hypotheses, z3::expr const& goal) {
  if (goal.is_true()) return;  // literally: settled while the path was run, nothing to ask
  hypotheses.insert(hypotheses.end(), hints_.begin(), hints_.end());
  if (mode_ == Mode::list) return;
  if (mode_ == Mode::mutate || mode_ == Mode::drop) {
    Query const query{what, hypotheses, goal};
    bool cached = true;
    std::string const script = settings_.cache.on() ? smtlib(query) : "";
    Outcome answer = remembered("z3", script, settings_, cached, [&] { return ask_z3(query, kSearch); });
    if (answer.verdict == Verdict::proved) return;  // most claims survive a mutant, and fast
    hypotheses.push_back(!goal);
    if (answer.verdict != Verdict::refuted || mode_ == Mode::drop) {
      Outcome const small = remembered_model("z3, the smallest model to 24", hypotheses, settings_,
                                             [&] { return find_model(hypotheses, kMutantBound, kSearch); });
      if (small.verdict == Verdict::refuted) answer = small;
    }
    if (mode_ == Mode::drop && answer.verdict != Verdict::refuted) answer = ask_z3(query, settings_.limits);
    if (mode_ == Mode::drop && answer.verdict == Verdict::proved) return;
    if (mode_ == Mode::drop) {
      not_proved_ = answer;
      not_proved_claim_ = what;
    }
    if (answer.verdict == Verdict::refuted || mode_ == Mode::drop) throw Refuted{};
    return;
  }
  ask_both({report_.name + ", " + part_ + ": " + what, hypotheses, goal, as_written_}, settings_, report_);
  if (settings_.stop_at_refutation && report_.z3 == Verdict::refuted) throw Refuted{};
}

void Proof::run_path(std::function<void()> const& body) {
  hints_.clear();
  defined_.clear();
  assumed_.clear();
  claimed_.clear();
  path_checked_ = false;
  bool const looks = settings_.ask && mode_ == Mode::prove && settings_.every_path;
  try {
    body();
  } catch (std::exception const&) {
    throw;
  } catch (Refuted const&) {
    throw;
  } catch (...) {  // the explorer's: a branch of which neither way is possible, perhaps by what was supposed
    if (looks) look_for_values();
    throw;
  }
  if (looks && !claimed_.empty()) look_for_values();
  auto const obligations = Explorer::current().obligations();
  use_divisions();
  for (std::size_t k = 0; k < obligations.size(); ++k) {
    // paths only grow, so a condition met before holds here for the same reasons
    bool met = false;
    for (std::size_t j = 0; j < k && !met; ++j)
      met = z3::eq(obligations[j].condition, obligations[k].condition);
    if (!met) discharge("every division is defined", obligations[k].path, obligations[k].condition);
  }
}

bool Proof::killed(int target, std::vector<z3::expr> const& given, std::function<void()> const& body) {
  Explorer explorer(Mutation{target});
  try {
    explorer.explore(given, [&] { run_path(body); });
  } catch (Refuted const&) {
    return true;
  }
  return false;
}

void Proof::suppose(Boolean const& hypothesis, std::source_location where) {
  if (mode_ == Mode::list) supposed_.emplace(where.line(), brief(hypothesis.formula()));
  if (mode_ == Mode::drop && where.line() == dropped_) return;
  Explorer::current().assume(hypothesis.formula());
  assumed_.insert(hypothesis.formula().id());
}

void Proof::study_hypotheses(std::vector<z3::expr> const& given, std::function<void()> const& body) {
  std::vector<z3::expr> conjuncts;
  for (auto const& g : given) split_conjuncts(g, conjuncts);
  supposed_.clear();
  mode_ = Mode::list;
  Explorer().explore(conjuncts, [&] { run_path(body); });
  mode_ = Mode::drop;
  /// The verdict on the part with these hypotheses, and without the suppose() in line `line`.
  auto const held = [&](std::vector<z3::expr> const& left, unsigned line) {
    dropped_ = line;
    not_proved_ = {};
    not_proved_.verdict = Verdict::proved;
    try {
      Explorer().explore(left, [&] { run_path(body); });
    } catch (Refuted const&) {
    } catch (TooManyBranches const& e) {
      not_proved_.verdict = Verdict::unknown;
      not_proved_claim_ = e.what();
    }
    return not_proved_.verdict;
  };
  /// Drops one, and books what came of it.
  auto const drop = [&](std::string const& what, std::vector<z3::expr> const& left, unsigned line) {
    if (hypothesis_++ < settings_.first_hypothesis) return;
    Hypothesis h{part_, what, Verdict::error, "the theorem uses an answer that the code then refuses"};
    if (settings_.on_hypothesis) settings_.on_hypothesis(h, false);
    h.without = held(left, line);
    h.evidence = h.without == Verdict::proved ? "" : not_proved_claim_;
    if (h.without == Verdict::refuted) h.evidence += " (" + sym::text(not_proved_.model) + ")";
    if (settings_.on_hypothesis) settings_.on_hypothesis(h, true);
    report_.hypotheses.push_back(h);
    ++report_.queries;
  };
  if (hypothesis_ + static_cast<int>(conjuncts.size() + supposed_.size()) > settings_.first_hypothesis)
    if (Verdict const all = held(conjuncts, 0); all != Verdict::proved) {
      report_.z3 = worse(report_.z3, all);
      report_.failures.push_back(report_.name + ", " + part_ +
                                 ": with all hypotheses, Z3 does not prove: " + not_proved_claim_);
    }
  for (std::size_t k = 0; k < conjuncts.size(); ++k) {
    std::vector<z3::expr> left = conjuncts;
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(k));
    drop(brief(conjuncts[k]), left, 0);
  }
  for (auto const& [line, what] : supposed_) drop("supposed: " + what, conjuncts, line);
}

void Proof::ask_about_branches(std::vector<Explorer::Pruned> const& ways_not_taken,
                               std::vector<z3::expr> const& given, std::vector<z3::expr> const& leaves) {
  auto const all_of = [](std::vector<z3::expr> const& formulas) {
    z3::expr_vector v(context());
    for (auto const& f : formulas) v.push_back(f);
    return z3::mk_and(v);
  };
  PartRun& run = report_.parts.back();
  z3::expr_vector ways(context());
  for (auto const& leaf : leaves) ways.push_back(leaf);
  for (auto const& pruned : ways_not_taken) {
    auto prefix = pruned.decided;
    prefix.push_back(pruned.condition);
    ways.push_back(all_of(prefix));
    auto needed = contradiction(pruned.path, pruned.condition);
    std::vector<unsigned> ids = {pruned.condition.id()};
    for (auto const& f : needed) ids.push_back(f.id());
    std::sort(ids.begin() + 1, ids.end());
    if (!branches_.insert(ids).second) continue;
    ++run.branches;
    ask_both({report_.name + ", " + part_ + ": a way not taken", needed, !pruned.condition, true}, settings_,
             report_, true);
    needed.push_back(pruned.condition);
    branches_kept_.push_back(needed);
  }
  if (ways.size() != 1 || !ways[0].simplify().is_true())
    ask_both({report_.name + ", " + part_ + ": the paths cover the hypotheses", given, z3::mk_or(ways), true},
             settings_, report_, true);
}

void Proof::part(std::string const& name, std::vector<Boolean> const& given,
                 std::function<void()> const& body) {
  if (settings_.stop_at_refutation && report_.z3 == Verdict::refuted) return;
  if (settings_.wants_part && !settings_.wants_part(name)) return;
  part_ = name;
  live_ = as_written_ = false;
  reached_.clear();
  mode_ = Mode::prove;
  std::vector<z3::expr> assumptions, leaves;
  for (auto const& b : given) assumptions.push_back(b.formula());
  if (settings_.without_hypotheses) return study_hypotheses(assumptions, body);
  report_.parts.push_back({});
  report_.parts.back().name = name;
  Explorer explorer;
  try {
    explorer.explore(assumptions, [&] {
      run_path(body);
      z3::expr_vector way(context());
      for (auto const& d : explorer.decided()) way.push_back(d);
      leaves.push_back(z3::mk_and(way));
    });
  } catch (Refuted const&) {
    return;
  }
  report_.parts.back().paths = explorer.paths();
  report_.paths += explorer.paths();
  if (settings_.ask && !live_) vacuous("no small integers satisfy its hypotheses");
  if (settings_.every_path) {
    for (auto const& c : report_.parts.back().claims)
      if (live_ && !reached_.contains(c.name))
        vacuous("no integers were found that reach the claim: " + c.name);
    ask_about_branches(explorer.pruned(), assumptions, leaves);
  }
  if (!settings_.mutants || explorer.operations() == 0) return;
  mode_ = Mode::mutate;
  std::vector<bool>& killed_before = report_.mutants[step_];
  killed_before.resize(std::max<std::size_t>(killed_before.size(), explorer.operations()));
  for (int k = 0; k < explorer.operations(); ++k)
    if (!killed_before[k]) killed_before[k] = killed(k, assumptions, body);
  mode_ = Mode::prove;
}

}  // namespace colex::sym
