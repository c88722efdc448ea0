// SPDX-License-Identifier: MIT
#include "unknowns/law.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "unknowns/budget.hpp"

namespace colex::unknowns {

namespace {

using Verdict = Instance::Is;
using Answer = Reply<std::int64_t>;

/// "A = (2,2):(1,3), M = 4": the layouts first.
std::string values_of(std::map<std::string, int> const& ranks, Values values) {
  std::string r;
  auto const put = [&](std::string const& text) { r += (r.empty() ? "" : ", ") + text; };
  for (auto const& [name, rank] : ranks) {
    std::string shape, stride;
    for (int k = 0; k < rank; ++k) {
      for (bool const of_stride : {false, true}) {
        std::string const part = layout_part(name, of_stride, k);
        (of_stride ? stride : shape) += (k > 0 ? "," : "") + std::to_string(values.at(part));
        values.erase(part);
      }
    }
    put(fmt::format(fmt::runtime(rank == 1 ? "{} = {}:{}" : "{} = ({}):({})"), name, shape, stride));
  }
  if (!values.empty()) put(values_text(values));
  return r;
}

/// At numbers, smallest first: what refutes the law, if anything does.
void look_for_counterexample(Question const& q, std::map<std::string, int> const& ranks, bool defined,
                             Instance& one) {
  for (Values const& v : small_values(q, kSamples)) {
    if (budget_ended()) return;
    auto const reply = on_numbers(q, v);
    if (!reply) continue;
    std::string const at = values_of(ranks, v), where = at.empty() ? "" : "at " + at + ": ";
    if (reply->is == Answer::Is::no) {
      one.is = Verdict::refuted;
      one.counterexample = where + difference(q, v).substr(std::string_view("no, ").size());
      return;
    }
    if (reply->is == Answer::Is::refused) {
      if (!defined) continue;
      one.is = Verdict::refuted;
      std::string const why(std::string_view(sentence(reply->refusal, "f")));
      one.counterexample = where + "refused: " + why;
      return;
    }
    ++one.values;
  }
}

bool is_proved(Table const& table, bool defined) {
  return table.complete && std::all_of(table.cases.begin(), table.cases.end(), [&](Case const& c) {
           return c.reply.is == Reply<Unknown>::Is::refused ? !defined && c.known != Known::wrong
                                                            : c.known == Known::proved;
         });
}

}  // namespace

std::vector<std::map<std::string, int>> instances(std::string const& law,
                                                  std::vector<std::string> const& assumptions, int bound) {
  Reading reading = read_law(law, assumptions, {});
  check_question(reading);
  std::vector<std::map<std::string, int>> r{{}};
  for (std::string const& name : named_layouts(reading)) {
    std::vector<std::map<std::string, int>> longer;
    for (auto const& ranks : r)
      for (int rank = 1; rank <= bound; ++rank) {
        longer.push_back(ranks);
        longer.back()[name] = rank;
      }
    r = std::move(longer);
  }
  std::stable_sort(r.begin(), r.end(), [](auto const& a, auto const& b) {
    auto const sum = [](auto const& ranks) {
      int s = 0;
      for (auto const& [name, rank] : ranks) s += rank;
      return s;
    };
    return sum(a) < sum(b);
  });
  return r;
}

Instance prove_instance(std::string const& law, std::vector<std::string> const& assumptions,
                        std::map<std::string, int> const& ranks, bool defined, Limit const& limit) {
  Instance one;
  one.ranks = ranks;
  Question q = start(read_law(law, assumptions, ranks), limit);
  start_budget(limit.proving);
  look_for_counterexample(q, ranks, defined, one);
  stop_budget();
  if (one.is == Verdict::refuted) return one;
  Table const table = ask(std::move(q), limit);
  if (!is_proved(table, defined)) return one;
  bool const some = std::any_of(table.cases.begin(), table.cases.end(),
                                [](Case const& c) { return c.reply.is == Reply<Unknown>::Is::yes; });
  one.is = some ? Verdict::proved : Verdict::vacuous;
  return one;
}

Instance::Is verdict(std::vector<Instance> const& all) {
  auto const any = [&](Verdict is) {
    return std::any_of(all.begin(), all.end(), [&](Instance const& one) { return one.is == is; });
  };
  if (any(Verdict::refuted)) return Verdict::refuted;
  if (any(Verdict::undecided)) return Verdict::undecided;
  return any(Verdict::proved) ? Verdict::proved : Verdict::vacuous;
}

std::string to_text(std::vector<Instance> const& all, LawOptions const& options) {
  std::string names, undecided;
  int values = 0;
  for (auto const& [name, rank] : all.front().ranks) names += (names.empty() ? "" : ", ") + name;
  for (Instance const& one : all) {
    values += one.values;
    if (one.is != Verdict::undecided) continue;
    std::string ranks;
    for (auto const& [name, rank] : one.ranks)
      ranks += fmt::format("{}{} of rank {}", ranks.empty() ? "" : ", ", name, rank);
    undecided += (undecided.empty() ? "" : "; ") + ranks;
  }
  std::string const bound =
      names.empty() ? ""
                    : fmt::format(", for every flat layout {} of rank 1 to {} with strides of at least 0",
                                  names, options.bound);
  char const* const where =
      options.defined ? "both sides are defined everywhere" : "wherever both sides are defined";
  switch (verdict(all)) {
    case Verdict::proved:
      return fmt::format("proved{}\n(by Z3 and cvc5; {}; compared with numbers for {} values)\n", bound,
                         where, values);
    case Verdict::vacuous:
      return "nothing is proved: there are no values at which both sides are defined\n";
    case Verdict::undecided:
      return fmt::format(
          "undecided: budget ended{}\n(it holds for the {} values with which it was compared)\n",
          undecided.empty() ? "" : ", with " + undecided, values);
    case Verdict::refuted:
      break;
  }
  auto const wrong =
      std::find_if(all.begin(), all.end(), [](Instance const& one) { return one.is == Verdict::refuted; });
  return fmt::format("no, {}\n", wrong->counterexample);
}

}  // namespace colex::unknowns
