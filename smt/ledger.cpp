// SPDX-License-Identifier: MIT
#include "ledger.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "counts.hpp"

namespace colex::sym {

using Json = nlohmann::ordered_json;

namespace {

Verdict verdict_named(std::string const& text) {
  for (auto const v : {Verdict::error, Verdict::proved, Verdict::refuted, Verdict::unknown, Verdict::timeout,
                       Verdict::vacuous})
    if (text == name(v)) return v;
  throw std::runtime_error("no verdict: " + text);
}

int killed(std::vector<bool> const& mutants) {
  return static_cast<int>(std::count(mutants.begin(), mutants.end(), true));
}

}  // namespace

bool Ledger::green() const {
  return survivors.empty() &&
         std::all_of(reports.begin(), reports.end(), [](Report const& r) { return r.green(); });
}

std::vector<std::string> find_survivors(std::vector<Report> const& reports) {
  std::map<std::string, std::vector<bool>> all;
  for (auto const& r : reports)
    for (auto const& [step, mutants] : r.mutants) {
      auto& seen = all[step];
      seen.resize(std::max(seen.size(), mutants.size()));
      for (std::size_t k = 0; k < mutants.size(); ++k)
        if (mutants[k]) seen[k] = true;
    }
  std::vector<std::string> survivors;
  for (auto const& [step, seen] : all)
    for (std::size_t k = 0; k < seen.size(); ++k)
      if (!seen[k]) survivors.push_back(fmt::format("{}, operation {}", step, k + 1));
  return survivors;
}

Json to_json(Hypothesis const& h) {
  return {{"part", h.part}, {"text", h.text}, {"without", name(h.without)}, {"evidence", h.evidence}};
}

Hypothesis hypothesis_from_json(Json const& json) {
  Hypothesis h;
  h.part = json.at("part");
  h.text = json.at("text");
  h.without = verdict_named(json.at("without"));
  h.evidence = json.at("evidence");
  return h;
}

namespace {

Json to_json(PartRun const& p) {
  Json one = {{"part", p.name}, {"paths", p.paths},     {"branches", p.branches},
              {"dead", p.dead}, {"unknown", p.unknown}, {"cases", p.cases}};
  one["claims"] = Json::array();
  for (auto const& c : p.claims)
    one["claims"].push_back({{"claim", c.name}, {"asked", c.asked}, {"evaluated", c.evaluated}});
  return one;
}

PartRun part_from_json(Json const& json) {
  PartRun p;
  p.name = json.at("part");
  p.paths = json.at("paths");
  p.branches = json.at("branches");
  p.dead = json.at("dead");
  p.unknown = json.at("unknown");
  p.cases = json.at("cases");
  for (auto const& c : json.at("claims"))
    p.claims.push_back({c.at("claim"), c.at("asked"), c.at("evaluated")});
  return p;
}

}  // namespace

Json to_json(Report const& r) {
  Json one = {{"kind", r.kind},        {"law", r.name},        {"statement", r.statement},
              {"source", r.source},    {"bound", r.bound},     {"z3", name(r.z3)},
              {"cvc5", name(r.cvc5)},  {"seconds", r.seconds}, {"queries", r.queries},
              {"cached", r.cached},    {"paths", r.paths},     {"witnesses", r.witnesses},
              {"failures", r.failures}};
  for (auto const& [step, mutants] : r.mutants) {
    Json survivors = Json::array();
    for (std::size_t k = 0; k < mutants.size(); ++k)
      if (!mutants[k]) survivors.push_back(k + 1);
    one["mutants"][step] = {{"killed", killed(mutants)}, {"of", mutants.size()}, {"survivors", survivors}};
  }
  if (!r.counterexample.empty()) one["counterexample"] = r.counterexample;
  if (!r.meta.empty()) one["argument"] = r.meta;
  for (auto const& a : r.asked)
    one["asked"].push_back({{"what", a.what},
                            {"z3", name(a.z3)},
                            {"cvc5", name(a.cvc5)},
                            {"cached", a.cached},
                            {"hypotheses", a.hypotheses},
                            {"goal", a.goal}});
  for (auto const& p : r.parts) one["parts"].push_back(to_json(p));
  if (!r.parts.empty()) {
    one["declared"] = declared_as(r);
    one["declaration"] = declaration_of(r);
  }
  for (auto const& h : r.hypotheses) one["hypotheses"].push_back(to_json(h));
  return one;
}

Report report_from_json(Json const& json) {
  Report r;
  r.kind = json.at("kind");
  r.name = json.at("law");
  r.statement = json.at("statement");
  r.source = json.at("source");
  r.bound = json.at("bound");
  r.z3 = verdict_named(json.at("z3"));
  r.cvc5 = verdict_named(json.at("cvc5"));
  r.seconds = json.at("seconds");
  r.queries = json.at("queries");
  r.cached = json.at("cached");
  r.paths = json.at("paths");
  r.witnesses = json.at("witnesses").get<std::vector<std::string>>();
  r.failures = json.at("failures").get<std::vector<std::string>>();
  r.counterexample = json.value("counterexample", "");
  r.meta = json.value("argument", "");
  Json const steps = json.value("mutants", Json::object());
  for (auto const& [step, counts] : steps.items()) {
    std::vector<bool> mutants(counts.at("of").get<std::size_t>(), true);
    for (std::size_t const survivor : counts.at("survivors")) mutants.at(survivor - 1) = false;
    r.mutants[step] = mutants;
  }
  for (auto const& a : json.value("asked", Json::array())) {
    Asked asked;
    asked.what = a.at("what");
    asked.z3 = verdict_named(a.at("z3"));
    asked.cvc5 = verdict_named(a.at("cvc5"));
    asked.cached = a.at("cached");
    asked.hypotheses = a.at("hypotheses");
    asked.goal = a.at("goal");
    r.asked.push_back(asked);
  }
  for (auto const& p : json.value("parts", Json::array())) r.parts.push_back(part_from_json(p));
  for (auto const& h : json.value("hypotheses", Json::array()))
    r.hypotheses.push_back(hypothesis_from_json(h));
  return r;
}

Json to_json(Ledger const& ledger) {
  Json all = {{"z3", ledger.z3},
              {"cvc5", ledger.cvc5},
              {"pattern", ledger.pattern},
              {"shard", fmt::format("{}/{}", ledger.shard, ledger.shards)},
              {"mutants", ledger.mutants},
              {"without_hypotheses", ledger.without_hypotheses},
              {"seconds", ledger.seconds},
              {"green", ledger.green()},
              {"surviving_mutants", ledger.survivors}};
  all["results"] = Json::array();
  for (auto const& r : ledger.reports) all["results"].push_back(to_json(r));
  return all;
}

Ledger ledger_from_json(Json const& json) {
  Ledger ledger;
  ledger.z3 = json.at("z3");
  ledger.cvc5 = json.at("cvc5");
  ledger.pattern = json.at("pattern");
  std::string const shard = json.at("shard");
  auto const slash = shard.find('/');
  ledger.shard = std::stoi(shard.substr(0, slash));
  ledger.shards = std::stoi(shard.substr(slash + 1));
  ledger.mutants = json.at("mutants");
  ledger.without_hypotheses = json.at("without_hypotheses");
  ledger.seconds = json.at("seconds");
  ledger.survivors = json.at("surviving_mutants").get<std::vector<std::string>>();
  for (auto const& r : json.at("results")) ledger.reports.push_back(report_from_json(r));
  return ledger;
}

Ledger merge(std::vector<Ledger> const& parts, std::vector<std::string> const& expected) {
  Ledger all;
  if (parts.empty()) throw std::runtime_error("nothing to merge");
  all.z3 = parts[0].z3;
  all.cvc5 = parts[0].cvc5;
  all.pattern = parts[0].pattern;
  all.mutants = parts[0].mutants;
  all.without_hypotheses = parts[0].without_hypotheses;
  std::map<std::string, Report> found;
  std::vector<Report> lemmas;
  for (auto const& part : parts) {
    if (part.z3 != all.z3 || part.cvc5 != all.cvc5)
      throw std::runtime_error("the runs used different solvers");
    if (part.pattern != all.pattern || part.mutants != all.mutants ||
        part.without_hypotheses != all.without_hypotheses)
      throw std::runtime_error("the runs had different options");
    all.seconds += part.seconds;
    for (auto const& r : part.reports) {
      if (r.kind == "lemma") {  // every shard proves those; the one that does not is what counts
        auto const same =
            std::find_if(lemmas.begin(), lemmas.end(), [&](Report const& l) { return l.name == r.name; });
        if (same == lemmas.end())
          lemmas.push_back(r);
        else if (same->green() && !r.green())
          *same = r;
      } else if (!found.emplace(r.name, r).second) {
        throw std::runtime_error(r.name + " is there twice");
      }
    }
  }
  all.reports = lemmas;
  for (auto const& name : expected) {
    auto const r = found.find(name);
    if (r == found.end()) throw std::runtime_error(name + " is missing");
    all.reports.push_back(r->second);
    found.erase(r);
  }
  if (!found.empty()) throw std::runtime_error(found.begin()->first + " is not in the catalogue");
  if (all.mutants && all.pattern.empty()) all.survivors = find_survivors(all.reports);
  return all;
}

}  // namespace colex::sym
