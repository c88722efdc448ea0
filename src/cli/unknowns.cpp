// SPDX-License-Identifier: MIT
// Questions with unknowns from the shell: a line per case, then what is known of them; the condition that --for asks
// for; laws. Each is answered in a process of its own, which ends with its budget: Z3 does not look at its limits everywhere.
//
//   colex complement 64:1 K --for K      colex prove 'coalesce(A) == A'
#include "cli/unknowns.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <z3.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "children.hpp"
#include "cli/streams.hpp"
#include "operations/characters.hpp"
#include "questions/question_lines.hpp"
#include "sym/beside.hpp"
#include "unknowns/budget.hpp"
#include "unknowns/json.hpp"
#include "unknowns/predicate.hpp"
#include "unknowns/proved.hpp"

namespace colex::cli {

namespace {

using Ordered = nlohmann::ordered_json;
constexpr double kPassing = 24;  // times the budget, where the machine is busy

/// Of its processor's time, should it not end by itself.
unsigned most_seconds(BudgetOfUnknowns const& budget) {
  return static_cast<unsigned>(std::ceil(budget.seconds)) + 1;
}

void limit_this_process(BudgetOfUnknowns const& budget) {
  rlimit const processor{most_seconds(budget), most_seconds(budget)}, no_file{0, 0};
  ::setrlimit(RLIMIT_CPU, &processor);
  ::setrlimit(RLIMIT_CORE, &no_file);
}

std::string dump(Ordered const& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

using Say = std::function<void(std::string const&)>;

/// What `work` answers, nothing where its process ended before; what it says meanwhile goes to `hear`. Input that cannot
/// be used goes on to main().
std::optional<Ordered> apart(BudgetOfUnknowns const& budget, std::function<Ordered(Say const&)> const& work,
                             Say const& hear = {}) {
  sym::Ended ended;
  sym::Children one;
  one.seconds = most_seconds(budget) + 1;
  one.passing = static_cast<unsigned>(std::ceil(kPassing * budget.seconds));
  one.on_line = [&](std::size_t, std::string const& line) { hear(line); };
  one.work = [&](std::size_t, Say const& say) {
    limit_this_process(budget);
    unknowns::start_question(budget.seconds);
    sym::start_kept({.megabytes = unknowns::kMegabytes});
    try {
      return dump({{"answer", work(say)}});
    } catch (InputError const& error) {
      return dump({{"unusable", error.message}});
    }
  };
  one.on_end = [&](std::size_t, sym::Ended const& how) { ended = how; };
  one.run(1);
  if (ended.answer.empty()) return {};
  Ordered const said = Ordered::parse(ended.answer);
  if (said.contains("unusable")) throw InputError(said["unusable"].get<std::string>());
  return said["answer"];
}

unknowns::Limit limit(BudgetOfUnknowns const& budget) {
  auto r = unknowns::Limit{}.times(budget.seconds / unknowns::kSeconds);
  r.branches = budget.branches;
  r.steps = budget.steps;
  return r;
}

unknowns::Table answered(SymbolicCall const& q, BudgetOfUnknowns const& budget,
                         unknowns::OnCase const& tell = {}) {
  auto const limits = limit(budget);
  return unknowns::ask(
      unknowns::start(unknowns::read({q.operation, q.arguments, q.called, q.assumptions}), limits), limits,
      tell);
}

/// Where its process was ended.
std::string ended(BudgetOfUnknowns const& budget) {
  return fmt::format("undecided: budget ended ({:g} s in all, in a solver)", budget.seconds);
}

/// The one answer that there is; else why there is none.
std::string only_answer(SymbolicCall const& q, std::string& why) {
  BudgetOfUnknowns const budget;
  auto const said = apart(budget, [&](Say const&) {
    auto const table = answered(q, budget);
    std::string const text = unknowns::only_answer(table);
    return Ordered{{"text", text}, {"why", text.empty() ? unknowns::to_line(table) : ""}};
  });
  why = said ? (*said)["why"].get<std::string>() : ended(budget);
  return said ? (*said)["text"].get<std::string>() : "";
}

/// A line per case as soon as it is known, then what is known of them.
int ask_for_cases(SymbolicCall const& q, AskedOfUnknowns const& asked) {
  bool some = false;
  auto const said = apart(
      asked.budget,
      [&](Say const& say) -> Ordered {
        auto const table = answered(q, asked.budget, [&](auto const& question, auto const& one) {
          say(unknowns::case_text(question, one));
        });
        return {{"text", unknowns::what_is_known(table)}, {"good", unknowns::is_answered(table)}};
      },
      [&](std::string const& line) {
        some = true;
        put(line + "\n");
        std::fflush(stdout);
      });
  put(said ? (*said)["text"].get<std::string>() : (some ? "otherwise " : "") + ended(asked.budget) + "\n");
  return said && (*said)["good"] == true ? kYes : kNo;
}

int ask(SymbolicCall const& q, AskedOfUnknowns const& asked) {
  if (asked.which.empty() && !asked.json) return ask_for_cases(q, asked);
  auto said = apart(asked.budget, [&](Say const&) -> Ordered {
    BudgetOfUnknowns of_table = asked.budget;
    if (!asked.which.empty()) of_table.seconds /= 2;  // the rest is the search's
    auto const table = answered(q, of_table);
    if (asked.which.empty())
      return {{"json", unknowns::to_json(table)}, {"good", unknowns::is_answered(table)}};
    auto const condition = unknowns::for_which(table, asked.which, limit(asked.budget));
    return {{"text", unknowns::to_text(condition)},
            {"json", unknowns::to_json(condition, asked.which)},
            {"good", condition.sufficient && condition.necessary}};
  });
  if (!said) {
    Ordered none = asked.which.empty() ? unknowns::to_json(unknowns::Table{})
                                       : unknowns::to_json(unknowns::Weakest{}, asked.which);
    none["why"] = ended(asked.budget);
    said = Ordered{{"text", ended(asked.budget) + "\n"}, {"json", none}, {"good", false}};
  }
  put(asked.json ? dump((*said)["json"]) + "\n" : (*said)["text"].get<std::string>());
  return (*said)["good"] == true ? kYes : kNo;
}

unknowns::SizedPredicate decided(PredicateText const& text, PredicateQuestion const& q,
                                 BudgetOfUnknowns const& budget) {
  return unknowns::decide(text, q.assumed, limit(budget));
}

int ask_predicate(PredicateQuestion const& q, AskedOfUnknowns const& asked) {
  auto said = apart(asked.budget, [&](Say const&) -> Ordered {
    PredicateText const text = read_predicate(q);
    auto const answer = decided(text, q, asked.budget);
    return {{"text", unknowns::to_text(text, answer)},
            {"json", unknowns::to_json(text, answer)},
            {"good", answer.is_exact(text)}};
  });
  if (!said) {
    PredicateText const text = read_predicate(q);
    unknowns::SizedPredicate none;
    none.not_given.resize(text.given.size());
    said = Ordered{
        {"text", ended(asked.budget) + "\n"}, {"json", unknowns::to_json(text, none)}, {"good", false}};
    (*said)["json"]["why"] = ended(asked.budget);
  }
  put(asked.json ? dump((*said)["json"]) + "\n" : (*said)["text"].get<std::string>());
  return (*said)["good"] == true ? kYes : kNo;
}

/// A line's.
std::string only_predicate(SymbolicCall const& call, std::string& why) {
  BudgetOfUnknowns const budget;
  PredicateQuestion q = predicate_of_line(call.arguments.front(), call.called.front() + ": ");
  q.assumed.insert(q.assumed.end(), call.assumptions.begin(), call.assumptions.end());
  auto const said = apart(budget, [&](Say const&) -> Ordered {
    PredicateText const text = read_predicate(q);
    std::string reason, line = unknowns::to_line(text, decided(text, q, budget), reason);
    return {{"text", line}, {"why", reason}};
  });
  why = said ? (*said)["why"].get<std::string>() : ended(budget);
  return said ? (*said)["text"].get<std::string>() : "";
}

constexpr char const* kWithoutZ3 = "there is no Z3: pip install 'colex-layouts[prove]'";

std::string only_answer_of(SymbolicCall const& q, std::string& why) {
  return asks_a_command(q.arguments.front()) ? only_predicate(q, why) : only_answer(q, why);
}

/// A wheel carries an empty libz3 for where z3-solver is not installed: python/CMakeLists.txt.
bool z3_is_there() {
  char const* const version = Z3_get_full_version();
  return version != nullptr && *version != '\0';
}

}  // namespace

Unknowns with_unknowns() {
  if (!z3_is_there()) return {{mentions_unknowns, nullptr}, kWithoutZ3};
  return {{mentions_unknowns, only_answer_of}, "", ask, ask_predicate};
}

std::string only_answer_as_json(SymbolicCall const& q) {
  try {
    std::string why, text = only_answer_of(q, why);
    return dump({{"text", text}, {"why", why}}) + "\n";
  } catch (InputError const& error) {
    return dump({{"unusable", error.message}}) + "\n";
  }
}

int prove_law(LawCommand const& given) {
  if (!z3_is_there()) throw InputError(std::string("prove: ") + kWithoutZ3);
  using Is = unknowns::Instance::Is;
  std::vector<unknowns::Instance> all;
  BudgetOfUnknowns left = given.budget;
  for (auto const& ranks : unknowns::instances(given.law, given.assumptions, given.bound)) {
    unknowns::Instance one;
    std::optional<Ordered> said;
    if (left.seconds > 0)
      said = apart(left, [&](Say const&) -> Ordered {
        double const start = unknowns::computed();
        auto const i =
            unknowns::prove_instance(given.law, given.assumptions, ranks, given.defined, limit(given.budget));
        return {{"is", static_cast<int>(i.is)},
                {"counterexample", i.counterexample},
                {"values", i.values},
                {"seconds", unknowns::computed() - start}};
      });
    left.seconds -= said ? (*said)["seconds"].get<double>() : left.seconds;
    one.ranks = ranks;
    if (said) {
      one.is = static_cast<Is>((*said)["is"].get<int>());
      one.counterexample = (*said)["counterexample"];
      one.values = (*said)["values"];
    }
    all.push_back(one);
    if (one.is == Is::refuted) break;
  }
  unknowns::LawOptions const options{given.bound, given.defined};
  std::string const json = dump(unknowns::to_json(all, options)) + "\n";
  put(given.json == "-" ? json : unknowns::to_text(all, options));
  if (!given.json.empty() && given.json != "-") {
    std::ofstream out(given.json);
    out << json;
    if (!out.flush()) throw InputError("prove: cannot write " + printable(given.json));
  }
  return unknowns::verdict(all) == Is::proved ? kYes : kNo;
}

}  // namespace colex::cli
