// SPDX-License-Identifier: MIT
// The page of `colex prove --html`: what was proved, how far, by whom, and the scripts with which to ask
// again.
#include <fmt/format.h>

#include "report/report.hpp"

namespace colex::sym {

namespace {

constexpr char const* kStyle =
    "body{font:15px/1.45 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.25rem .6rem;vertical-align:top}"
    "th{border-bottom:2px solid #888}td{border-bottom:1px solid #ccc}td.n,th.n{text-align:right}"
    ".green{color:#17692b}.red{color:#b3121d;font-weight:bold}section{margin:2.2rem 0}"
    "code,pre{font:13px/1.4 ui-monospace,monospace}dt{font-weight:600;margin-top:.5rem}dd{margin-left:1.5rem}"
    "@media(prefers-color-scheme:dark){body{background:#15171a;color:#ddd}a{color:#8ab8ff}.green{color:#"
    "6fd08a}"
    ".red{color:#ff7a83}td{border-color:#444}}";

std::string verdict(Report const& r, Verdict v) {
  Verdict const expected = r.kind == "refuted" ? Verdict::refuted : Verdict::proved;
  return fmt::format("<span class=\"{}\">{}</span>", v == expected ? "green" : "red", name(v));
}

std::string list(std::vector<std::string> const& items) {
  std::string s = "<ul>";
  for (auto const& i : items) s += "<li>" + escaped(i) + "</li>";
  return s + "</ul>";
}

void row(Report const& r, std::ostream& out) {
  out << fmt::format(
      "<tr><td><a href=\"#{0}\">{0}</a></td><td>{1}</td><td>{2}</td><td>{3}</td><td class=\"n\">{4}</td>"
      "<td class=\"n\">{5}</td><td class=\"n\">{6:.2f}</td></tr>\n",
      escaped(r.name), escaped(r.kind == "refuted" ? "must be refuted" : r.bound), verdict(r, r.z3),
      verdict(r, r.cvc5), r.queries, mutants_text(r), r.seconds);
}

/// The queries with what each solver said, and a link to each script.
void queries(Report const& r, std::string const& scripts, std::ostream& out) {
  if (r.asked.empty()) return;
  out << fmt::format(
      "<details><summary>{} queries{}</summary><table><tr><th>query</th><th>z3</th><th>cvc5</th>"
      "<th>SMT-LIB</th></tr>\n",
      r.asked.size(), r.cached == 0 ? "" : fmt::format(", {} from the cache", r.cached));
  for (std::size_t k = 0; k < r.asked.size(); ++k) {
    auto const& a = r.asked[k];
    std::string const file = script_name(r.name, static_cast<int>(k));
    std::string const link =
        scripts.empty() ? "not kept"
                        : fmt::format("<a download href=\"{0}/{1}\">{1}</a>", escaped(scripts), file);
    out << fmt::format("<tr><td>{}{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n", escaped(a.what),
                       a.cached ? " (cached)" : "", verdict(r, a.z3), verdict(r, a.cvc5), link);
  }
  out << "</table></details>\n";
}

void section(Report const& r, std::string const& scripts, std::ostream& out) {
  auto const entry = [&](char const* term, std::string const& text) {
    if (!text.empty()) out << fmt::format("<dt>{}</dt><dd>{}</dd>\n", term, text);
  };
  out << fmt::format("<section id=\"{0}\"><h2>{0}</h2>\n<p>{1}</p>\n<dl>\n", escaped(r.name),
                     escaped(r.statement));
  entry("Source", escaped(r.source));
  entry("Bound", escaped(r.bound));
  entry("Verdicts", fmt::format("z3 {}, cvc5 {}; {} queries on {} paths, {:.2f} s", verdict(r, r.z3),
                                verdict(r, r.cvc5), r.queries, r.paths, r.seconds));
  if (!r.failures.empty()) entry("Failures", "<div class=\"red\">" + list(r.failures) + "</div>");
  for (auto const& [step, mutants] : r.mutants) {
    std::string survivors;
    for (std::size_t k = 0; k < mutants.size(); ++k)
      if (!mutants[k])
        survivors +=
            fmt::format("{}{}", survivors.empty() ? "; not by this theorem: operation " : ", ", k + 1);
    int dead = 0;
    for (bool const m : mutants) dead += m;
    entry("Mutants", fmt::format("<code>{}</code>: {} of {} operations, when replaced, are refuted{}",
                                 escaped(step), dead, mutants.size(), survivors));
  }
  if (!r.counterexample.empty()) entry("False, for", escaped(r.counterexample));
  if (!r.witnesses.empty()) entry("Values that satisfy the hypotheses", list(r.witnesses));
  entry("The argument", escaped(r.meta));
  out << "</dl>\n";
  queries(r, scripts, out);
  out << "</section>\n";
}

}  // namespace

void write_page(Ledger const& ledger, std::string const& scripts, std::ostream& out) {
  out << fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>colex "
      "prove</title><style>{}</style>"
      "</head><body>\n<h1>What colex proves</h1>\n"
      "<p>Z3 {}, cvc5 {}; {:.1f} s; <span class=\"{}\">{}</span>. A law is proved when both solvers say so "
      "of every "
      "query. A query is a script of SMT-LIB; <code>unsat</code> means that the claim follows.</p>\n",
      kStyle, escaped(ledger.z3), escaped(ledger.cvc5), ledger.seconds, ledger.green() ? "green" : "red",
      ledger.green() ? "all green" : "NOT green");
  constexpr char const* head =
      "<table><tr><th>law</th><th>bound</th><th>z3</th><th>cvc5</th><th class=\"n\">queries</th>"
      "<th class=\"n\">mutants</th><th class=\"n\">seconds</th></tr>\n";
  constexpr std::pair<char const*, char const*> kinds[] = {
      {"theorem", "Theorems"},
      {"refuted", "Claims that are printed somewhere, and false"},
      {"lemma", "Lemmas"}};
  for (auto const& [kind, title] : kinds) {
    out << "<h2>" << title << "</h2>\n" << head;
    for (auto const& r : ledger.reports)
      if (r.kind == kind) row(r, out);
    out << "</table>\n";
  }
  if (!ledger.survivors.empty())
    out << "<h2 class=\"red\">Mutants that no theorem refutes</h2>\n" << list(ledger.survivors);
  for (auto const& r : ledger.reports) section(r, scripts, out);
  out << "</body></html>\n";
}

}  // namespace colex::sym
