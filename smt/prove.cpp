// SPDX-License-Identifier: MIT
#include "prove.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>
#include <sstream>
#include <utility>

#include "children.hpp"
#include "counts.hpp"
#include "lemmas/division.hpp"

namespace colex::sym {

namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::ordered_json;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::string dump(Json const& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// What is to be shown, before anything is.
Report entry(Theorem const& theorem, Settings const& settings) {
  Report report;
  report.name = theorem.name;
  report.statement = theorem.statement;
  report.source = theorem.source;
  report.bound = text(theorem.bound);
  std::istringstream words(theorem.argument);  // a raw string, over several lines
  for (std::string word; words >> word;) report.meta += (report.meta.empty() ? "" : " ") + word;
  if (!settings.second_solver) report.cvc5 = Verdict::unknown;
  return report;
}

Report entry(RefutedClaim const& claim) {
  Report report;
  report.name = claim.name;
  report.statement = claim.statement;
  report.source = claim.source;
  report.kind = "refuted";
  return report;
}

Report run(Theorem const& theorem, Lemmas const& lemmas, Settings const& settings) {
  Report report = entry(theorem, settings);
  auto const start = Clock::now();
  Proof proof(lemmas, settings, report);
  try {
    theorem.prove(proof);
    std::vector<std::string> found;
    if (!settings.without_hypotheses) found = faults_of(theorem.bound, report.parts);
    if (settings.ask && !settings.without_hypotheses)
      for (auto const& m : miscounts(declaration(theorem.name), report)) found.push_back(m);
    for (auto const& d : found) {
      report.z3 = worse(report.z3, Verdict::error);
      report.failures.push_back(theorem.name + ", " + d);
    }
  } catch (std::exception const& e) {
    report.z3 = Verdict::error;
    report.failures.push_back(theorem.name + ": " + e.what());
  }
  report.seconds = since(start);
  return report;
}

Report run(RefutedClaim const& claim, Settings const& settings) {
  Report report = entry(claim);
  auto const start = Clock::now();
  Refutation refutation(settings);
  try {
    claim.refute(refutation);
    report.counterexample = claim.replay(refutation.counterexample());
  } catch (std::exception const& e) {
    report.failures.push_back(claim.name + ": " + e.what());
  }
  report.queries = 1;
  report.seconds = since(start);
  report.z3 = refutation.counterexample().empty() ? Verdict::unknown : Verdict::refuted;
  report.cvc5 = refutation.confirmation();
  if (report.z3 != Verdict::refuted)
    report.failures.push_back(claim.name + ": no counterexample found");
  else if (report.counterexample.empty())
    report.failures.push_back(claim.name + ": the 64-bit code does not show it");
  if (settings.second_solver && report.cvc5 != Verdict::refuted)
    report.failures.push_back(claim.name +
                              ": cvc5 does not confirm the counterexample: " + name(report.cvc5));
  return report;
}

/// One process's task: all lemmas, a theorem or a refuted claim.
struct Task {
  Report expected;  ///< what the report says when there is none
  std::function<std::vector<Report>(Settings const&)> work;
};

std::vector<Report> prove_lemmas(Settings const& settings) {
  Book book(settings);
  try {
    Lemmas const lemmas(book);
  } catch (std::exception const&) {  // an unproved lemma: its report says so, and nothing may rest on it
  }
  return book.reports();
}

std::vector<Report> prove_theorem(Theorem const& theorem, Settings const& settings) {
  // Another task proves the lemmas with both solvers, writes and reports them. Here Z3 proves them once more,
  // since a hint is made of what its own process has proved.
  Settings quiet = settings, thorough = settings;
  thorough.every_path = true;
  quiet.second_solver = false;
  quiet.emit_directory.clear();
  quiet.on_query = {};
  Book book(quiet);
  try {
    Lemmas const lemmas(book);
    return {run(theorem, lemmas, thorough)};
  } catch (std::exception const& e) {  // an unproved lemma
    Report report = entry(theorem, settings);
    report.z3 = report.cvc5 = Verdict::error;
    report.failures.push_back(theorem.name + ": " + e.what());
    return {report};
  }
}

std::vector<Task> tasks_of(ProveOptions const& options) {
  auto const names = chosen(options);
  auto const is_chosen = [&](std::string const& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  std::vector<Task> tasks;
  for (auto const& t : theorems())
    if (is_chosen(t.name))
      tasks.push_back({entry(t, options.settings), [t](Settings const& s) { return prove_theorem(t, s); }});
  if (!tasks.empty()) {
    Report lemmas;
    lemmas.name = "lemmas";
    lemmas.kind = "lemma";
    tasks.insert(tasks.begin(), Task{lemmas, prove_lemmas});
  }
  if (options.settings.without_hypotheses) return tasks;
  for (auto const& c : refuted_claims())
    if (is_chosen(c.name))
      tasks.push_back({entry(c), [c](Settings const& s) { return std::vector<Report>{run(c, s)}; }});
  return tasks;
}

}  // namespace

std::vector<std::string> chosen(ProveOptions const& options) {
  std::vector<std::string> names, own;
  auto const add = [&](std::string const& name) {
    if (name.find(options.pattern) != std::string::npos) names.push_back(name);
  };
  for (auto const& t : theorems()) add(t.name);
  if (!options.settings.without_hypotheses)
    for (auto const& c : refuted_claims()) add(c.name);
  for (std::size_t k = 0; k < names.size(); ++k)
    if (k % static_cast<std::size_t>(options.shards) + 1 == static_cast<std::size_t>(options.shard))
      own.push_back(names[k]);
  return own;
}

Ledger prove(ProveOptions const& options, Watch const& watch) {
  auto const start = Clock::now();
  Ledger ledger;
  ledger.z3 = z3_version();
  ledger.cvc5 = options.settings.second_solver ? cvc5_version() : "not asked";
  ledger.pattern = options.pattern;
  ledger.shard = options.shard;
  ledger.shards = options.shards;
  ledger.mutants = options.settings.mutants;
  ledger.without_hypotheses = options.settings.without_hypotheses;
  auto const tasks = tasks_of(options);
  std::vector<std::vector<Report>> reports(tasks.size());
  std::size_t const lemmas = !tasks.empty() && tasks[0].expected.kind == "lemma" ? 1 : 0;
  watch.begun(tasks.size() - lemmas);
  if (!options.settings.emit_directory.empty())
    std::filesystem::create_directories(options.settings.emit_directory);

  Children children;
  children.jobs = options.jobs;
  children.seconds = options.seconds;
  children.passing = 20 * options.seconds;
  std::vector<std::size_t> due(tasks.size()), again;  // tasks to do, and those to do once more
  std::iota(due.begin(), due.end(), std::size_t{0});
  std::vector<std::vector<Hypothesis>> studied(tasks.size());  // without_hypotheses: what is known so far
  std::vector<std::size_t> met(tasks.size());                  // and how many that was when a process ended
  children.work = [&](std::size_t k, auto const& say) {
    k = due[k];
    Settings settings = options.settings;
    settings.on_query = [&](Report const& r) { say(std::to_string(r.queries + 1)); };
    settings.first_hypothesis = static_cast<int>(studied[k].size());
    settings.on_hypothesis = [&](Hypothesis const& h, bool finished) {
      say((finished ? "after" : "before") + dump(to_json(h)));
    };
    Json answer = Json::array();
    for (auto const& r : tasks[k].work(settings)) answer.push_back(to_json(r));
    return dump(answer);
  };
  children.on_start = [&](std::size_t k) {
    k = due[k];
    if (k >= lemmas) watch.started(tasks[k].expected.name);
  };
  children.on_line = [&](std::size_t k, std::string const& line) {
    k = due[k];
    int number = std::atoi(line.c_str());
    if (auto const at = line.find('{'); at != std::string::npos) {
      if (line.starts_with("after")) studied[k].pop_back();
      studied[k].push_back(hypothesis_from_json(Json::parse(line.substr(at))));
      number = static_cast<int>(studied[k].size());
    }
    if (k >= lemmas) watch.query(tasks[k].expected.name, number);
  };
  children.on_end = [&](std::size_t k, Ended const& ended) {
    k = due[k];
    if (ended.fault.empty()) {
      for (auto const& r : Json::parse(ended.answer)) reports[k].push_back(report_from_json(r));
    } else if (!ended.timeout && studied[k].size() > met[k]) {  // that hypothesis is needed; on from the next
      met[k] = studied[k].size();
      again.push_back(k);
      return;
    } else {
      Report r = tasks[k].expected;
      r.z3 = r.cvc5 = ended.timeout ? Verdict::timeout : Verdict::error;
      r.failures.push_back(r.name + ": " + ended.fault);
      r.seconds = ended.timeout ? options.seconds : 0;
      reports[k].push_back(r);
    }
    if (!studied[k].empty()) reports[k].front().hypotheses = studied[k];
    if (k >= lemmas) watch.done(reports[k].front());
  };
  while (!due.empty()) {
    children.run(due.size());
    due = std::exchange(again, {});
  }

  for (auto const& r : reports) ledger.reports.insert(ledger.reports.end(), r.begin(), r.end());
  if (ledger.mutants && !ledger.without_hypotheses && options.pattern.empty() && options.shards == 1)
    ledger.survivors = find_survivors(ledger.reports);
  ledger.seconds = since(start);
  return ledger;
}

}  // namespace colex::sym
