// SPDX-License-Identifier: MIT
#include "ledger.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

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

std::string verdict_text(Report const& r) {
  if (r.green()) return name(r.z3);
  return r.kind == "refuted" ? "NOT refuted" : name(worse(r.z3, r.cvc5));
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

std::string mutants_text(Report const& r) {
  int dead = 0, all = 0;
  for (auto const& [step, mutants] : r.mutants) {
    dead += killed(mutants);
    all += static_cast<int>(mutants.size());
  }
  return all == 0 ? "-" : fmt::format("{}/{}", dead, all);
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
    one["asked"].push_back(
        {{"what", a.what}, {"z3", name(a.z3)}, {"cvc5", name(a.cvc5)}, {"cached", a.cached}});
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
    r.asked.push_back(asked);
  }
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

namespace {

void print_hypotheses(Ledger const& ledger, std::ostream& out) {
  int needed = 0, spare = 0;
  for (auto const& r : ledger.reports) {
    if (r.kind != "theorem") continue;
    out << r.name << "\n";
    for (auto const& h : r.hypotheses) {
      ++(h.without == Verdict::proved ? spare : needed);
      out << fmt::format("  {:<10} {}: {}{}{}\n",
                         h.without == Verdict::proved ? "not needed" : name(h.without), h.part, h.text,
                         h.evidence.empty() ? "" : "; without it: ", h.evidence);
    }
    for (auto const& f : r.failures) out << "    " << f << "\n";
  }
  out << fmt::format("{} hypotheses, {} needed, {} not needed; z3 {}; {:.1f} s\n", needed + spare, needed,
                     spare, ledger.z3, ledger.seconds);
}

}  // namespace

void print_table(Ledger const& ledger, std::ostream& out) {
  if (ledger.without_hypotheses) return print_hypotheses(ledger, out);
  constexpr char const* row = "{:<47} {:<8} {:<8} {:>7} {:>7} {:>8}  {}\n";
  out << fmt::format(row, "law", "z3", "cvc5", "queries", "mutants", "seconds", "bound");
  for (auto const& r : ledger.reports) {
    if (r.kind == "lemma" && r.failures.empty()) continue;
    std::string const bound = r.kind == "refuted" ? "must be refuted" : r.bound;
    out << fmt::format(row, r.name, name(r.z3), name(r.cvc5), r.queries, mutants_text(r),
                       fmt::format("{:.2f}", r.seconds),
                       r.cached == 0 ? bound : fmt::format("{}; {} queries from the cache", bound, r.cached));
    if (r.kind == "refuted" && r.failures.empty())
      out << "    " << r.statement << "\n    false: " << r.counterexample << "\n";
    for (auto const& f : r.failures) out << "    " << f << "\n";
  }
  int lemmas = 0, green_lemmas = 0, cached = 0;
  for (auto const& r : ledger.reports) {
    cached += r.cached;
    if (r.kind == "lemma") {
      ++lemmas;
      green_lemmas += r.green();
    }
  }
  for (auto const& s : ledger.survivors) out << "a mutant that no theorem refutes: " << s << "\n";
  if (cached > 0) out << fmt::format("{} queries from the cache; --no-cache asks all again\n", cached);
  out << fmt::format("{} of {} lemmas proved; z3 {}, cvc5 {}; {:.1f} s: {}\n", green_lemmas, lemmas,
                     ledger.z3, ledger.cvc5, ledger.seconds, ledger.green() ? "all green" : "NOT green");
}

void write_junit(Ledger const& ledger, std::ostream& out) {
  auto const failed =
      std::count_if(ledger.reports.begin(), ledger.reports.end(), [](Report const& r) { return !r.green(); });
  out << fmt::format(
      "<?xml version=\"1.0\"?>\n<testsuite name=\"colex prove\" tests=\"{}\" failures=\"{}\" "
      "time=\"{:.3f}\">\n",
      ledger.reports.size() + ledger.survivors.size(), failed + static_cast<long>(ledger.survivors.size()),
      ledger.seconds);
  for (auto const& r : ledger.reports) {
    out << fmt::format("  <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\">", r.kind, escaped(r.name),
                       r.seconds);
    if (!r.green()) {
      std::string text;
      for (auto const& f : r.failures) text += f + "\n";
      out << fmt::format("<failure message=\"{}\">{}</failure>", name(worse(r.z3, r.cvc5)), escaped(text));
    }
    out << "</testcase>\n";
  }
  for (auto const& s : ledger.survivors)
    out << fmt::format(
        "  <testcase classname=\"mutant\" name=\"{}\"><failure message=\"no theorem refutes it\"/>"
        "</testcase>\n",
        escaped(s));
  out << "</testsuite>\n";
}

std::string escaped(std::string const& s) {
  std::string r;
  for (char c : s)
    r += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
  return r;
}

}  // namespace colex::sym
