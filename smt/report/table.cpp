// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "report/report.hpp"

namespace colex::sym {

std::string verdict_text(Report const& r) {
  if (r.green()) return name(r.z3);
  return r.kind == "refuted" ? "NOT refuted" : name(worse(r.z3, r.cvc5));
}

std::string mutants_text(Report const& r) {
  int dead = 0, all = 0;
  for (auto const& [step, mutants] : r.mutants) {
    dead += static_cast<int>(std::count(mutants.begin(), mutants.end(), true));
    all += static_cast<int>(mutants.size());
  }
  return all == 0 ? "-" : fmt::format("{}/{}", dead, all);
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
    out << fmt::format(
        row, r.name, name(r.z3), name(r.cvc5), r.queries, mutants_text(r), fmt::format("{:.2f}", r.seconds),
        r.cached == 0 ? bound
                      : fmt::format("{} {} of {} queries from the cache.", bound, r.cached, r.queries));
    if (r.kind == "refuted" && r.failures.empty())
      out << "    " << r.statement << "\n    false: " << r.counterexample << "\n";
    for (auto const& f : r.failures) out << "    " << f << "\n";
  }
  int lemmas = 0, green_lemmas = 0, cached = 0, branches = 0, claims = 0, evaluated = 0;
  for (auto const& r : ledger.reports) {
    for (auto const& part : r.parts) {
      branches += part.branches;
      for (auto const& claim : part.claims) {
        ++claims;
        evaluated += claim.asked == 0;
      }
    }
    cached += r.cached;
    if (r.kind == "lemma") {
      ++lemmas;
      green_lemmas += r.green();
    }
  }
  for (auto const& s : ledger.survivors) out << "a mutant that no theorem refutes: " << s << "\n";
  if (cached > 0)
    out << fmt::format(
        "{} queries were answered by an earlier run, from the cache; --no-cache asks all again\n", cached);
  if (claims > 0)
    out << fmt::format(
        "{} claims, of which evaluating the goal settles {}; {} queries about ways not taken\n", claims,
        evaluated, branches);
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
