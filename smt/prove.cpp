// SPDX-License-Identifier: MIT
#include "prove.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "lemmas/division.hpp"

namespace colex::sym {

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

int killed(std::vector<bool> const& mutants) {
  return static_cast<int>(std::count(mutants.begin(), mutants.end(), true));
}

/// Progress: a line redrawn on a terminal, a line a theorem in a log.
class Progress {
 public:
  Progress(std::ostream& out, bool terminal, std::size_t total)
      : out_(out), terminal_(terminal), total_(total) {}
  void query(Report const& report) {
    if (!terminal_ || since(drawn_) < 0.1) return;
    drawn_ = Clock::now();
    double const elapsed = since(start_);
    std::string left = "";
    if (done_ > 0) left = fmt::format(", about {:.0f} s left", elapsed / done_ * (total_ - done_));
    out_ << fmt::format("\r\033[K[{}/{}] {}: query {}, {:.0f} s{}", done_ + 1, total_, report.name,
                        report.queries + 1, elapsed, left)
         << std::flush;
  }
  void done(Report const& report) {
    ++done_;
    if (terminal_) out_ << "\r\033[K";
    out_ << fmt::format("[{}/{}] {} {} ({:.1f} s)\n", done_, total_, report.name, verdict(report),
                        report.seconds)
         << std::flush;
  }
  static std::string verdict(Report const& r) {
    if (r.green()) return name(r.z3);
    return r.kind == "refuted" ? "NOT refuted" : name(worse(r.z3, r.cvc5));
  }

 private:
  std::ostream& out_;
  bool terminal_;
  std::size_t total_, done_ = 0;
  Clock::time_point start_ = Clock::now(), drawn_{};
};

Report run(Theorem const& theorem, Lemmas const& lemmas, Settings const& settings) {
  Report report;
  report.name = theorem.name;
  report.statement = theorem.statement;
  report.source = theorem.source;
  report.bound = theorem.bound;
  report.meta = theorem.meta;
  if (!settings.second_solver) report.cvc5 = Verdict::unknown;
  auto const start = Clock::now();
  Proof proof(lemmas, settings, report);
  try {
    theorem.prove(proof);
  } catch (std::exception const& e) {
    report.z3 = Verdict::error;
    report.failures.push_back(theorem.name + ": " + e.what());
  }
  report.seconds = since(start);
  return report;
}

Report run(RefutedClaim const& claim, Settings const& settings) {
  Report report;
  report.name = claim.name;
  report.statement = claim.statement;
  report.source = claim.source;
  report.kind = "refuted";
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

std::string xml(std::string const& s) {
  std::string r;
  for (char c : s)
    r += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
  return r;
}

}  // namespace

bool Ledger::green() const {
  bool all = survivors.empty();
  for (auto const& r : reports) all = all && r.green();
  return all;
}

Ledger prove(ProveOptions const& options, std::ostream& progress_stream) {
  auto const start = Clock::now();
  Ledger ledger;
  ledger.z3 = z3_version();
  ledger.cvc5 = options.settings.second_solver ? cvc5_version() : "not asked";
  auto const matches = [&](std::string const& name) {
    return name.find(options.pattern) != std::string::npos;
  };
  std::vector<Theorem> chosen;
  std::vector<RefutedClaim> claims;
  for (auto const& t : theorems())
    if (matches(t.name)) chosen.push_back(t);
  for (auto const& c : refuted_claims())
    if (matches(c.name)) claims.push_back(c);
  if (chosen.empty() && claims.empty()) return ledger;

  Progress progress(progress_stream, options.terminal, chosen.size() + claims.size());
  Settings settings = options.settings;
  settings.on_query = [&](Report const& r) { progress.query(r); };
  if (!settings.emit_directory.empty()) std::filesystem::create_directories(settings.emit_directory);

  Book book(settings);
  try {
    if (!chosen.empty()) {
      Lemmas const lemmas(book);
      ledger.reports = book.reports();
      for (auto const& t : chosen) {
        ledger.reports.push_back(run(t, lemmas, settings));
        progress.done(ledger.reports.back());
      }
      if (settings.mutants && options.pattern.empty()) ledger.survivors = find_survivors(ledger.reports);
    }
  } catch (std::exception const&) {  // an unproved lemma: its report says so, and nothing may rest on it
    ledger.reports = book.reports();
  }
  for (auto const& c : claims) {
    ledger.reports.push_back(run(c, settings));
    progress.done(ledger.reports.back());
  }
  ledger.seconds = since(start);
  return ledger;
}

void print_table(Ledger const& ledger, std::ostream& out) {
  constexpr char const* row = "{:<47} {:<8} {:<8} {:>7} {:>7} {:>8}  {}\n";
  out << fmt::format(row, "law", "z3", "cvc5", "queries", "mutants", "seconds", "bound");
  for (auto const& r : ledger.reports) {
    if (r.kind == "lemma" && r.failures.empty()) continue;
    out << fmt::format(row, r.name, name(r.z3), name(r.cvc5), r.queries, mutants_text(r),
                       fmt::format("{:.2f}", r.seconds), r.kind == "refuted" ? "must be refuted" : r.bound);
    if (r.kind == "refuted" && r.failures.empty())
      out << "    " << r.statement << "\n    false: " << r.counterexample << "\n";
    for (auto const& f : r.failures) out << "    " << f << "\n";
  }
  int lemmas = 0, green_lemmas = 0;
  for (auto const& r : ledger.reports)
    if (r.kind == "lemma") {
      ++lemmas;
      green_lemmas += r.green();
    }
  for (auto const& s : ledger.survivors) out << "a mutant that no theorem refutes: " << s << "\n";
  out << fmt::format("{} of {} lemmas proved; z3 {}, cvc5 {}; {:.1f} s: {}\n", green_lemmas, lemmas,
                     ledger.z3, ledger.cvc5, ledger.seconds, ledger.green() ? "all green" : "NOT green");
}

void write_json(Ledger const& ledger, std::ostream& out) {
  nlohmann::ordered_json all = {{"z3", ledger.z3},
                                {"cvc5", ledger.cvc5},
                                {"seconds", ledger.seconds},
                                {"green", ledger.green()},
                                {"surviving_mutants", ledger.survivors}};
  all["results"] = nlohmann::ordered_json::array();
  for (auto const& r : ledger.reports) {
    nlohmann::ordered_json one = {
        {"kind", r.kind},       {"law", r.name},    {"statement", r.statement}, {"source", r.source},
        {"bound", r.bound},     {"z3", name(r.z3)}, {"cvc5", name(r.cvc5)},     {"seconds", r.seconds},
        {"queries", r.queries}, {"paths", r.paths}, {"witnesses", r.witnesses}, {"failures", r.failures}};
    for (auto const& [step, mutants] : r.mutants)
      one["mutants"][step] = {{"killed", killed(mutants)}, {"of", mutants.size()}};
    if (!r.counterexample.empty()) one["counterexample"] = r.counterexample;
    if (!r.meta.empty()) one["argument"] = r.meta;
    all["results"].push_back(one);
  }
  out << all.dump(2) << "\n";
}

void write_junit(Ledger const& ledger, std::ostream& out) {
  auto const failed =
      std::count_if(ledger.reports.begin(), ledger.reports.end(), [](Report const& r) { return !r.green(); });
  out << fmt::format(
      "<?xml version=\"1.0\"?>\n<testsuite name=\"colex prove\" tests=\"{}\" failures=\"{}\" "
      "time=\"{:.3f}\">\n",
      ledger.reports.size(), failed, ledger.seconds);
  for (auto const& r : ledger.reports) {
    out << fmt::format("  <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\">", r.kind, xml(r.name),
                       r.seconds);
    if (!r.green()) {
      std::string text;
      for (auto const& f : r.failures) text += f + "\n";
      out << fmt::format("<failure message=\"{}\">{}</failure>", name(worse(r.z3, r.cvc5)), xml(text));
    }
    out << "</testcase>\n";
  }
  out << "</testsuite>\n";
}

int prove_command(ProveOptions const& options, std::ostream& out, std::ostream& progress) {
  Ledger const ledger = prove(options, progress);
  if (ledger.reports.empty()) {
    progress << fmt::format("prove: no theorem or claim matches '{}'\n", options.pattern);
    return 2;
  }
  print_table(ledger, out);
  auto write = [&](std::string const& path, void (*writer)(Ledger const&, std::ostream&)) {
    if (path.empty()) return true;
    std::ofstream file(path);
    writer(ledger, file);
    file.close();
    if (!file) progress << "prove: cannot write " << path << "\n";
    return bool(file);
  };
  bool const written = write(options.json, write_json) & write(options.junit, write_junit);
  return ledger.green() ? (written ? 0 : 2) : 1;
}

}  // namespace colex::sym
