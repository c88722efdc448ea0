// SPDX-License-Identifier: MIT
// What inspect --expect and --diff say, as text, in JSON and in SARIF.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/inspection.hpp"
#include "cli/sarif_log.hpp"

namespace colex::cli {

using code::Comparison;
using code::Expectation;
using code::InspectedAccess;
using code::Inspector;
using code::Verdict;

std::string text_of(Inspector const& of, std::vector<Expectation> const& expected,
                    Comparison const& compared) {
  std::string text = fmt::format("{} of {}:\n", of.result().kernel, of.result().target);
  for (std::size_t k = 0; k < expected.size(); ++k)
    text += fmt::format("  {}: {} accesses\n", expected[k].text, compared.fulfilled[k]);
  for (code::Compared const& one : compared.accesses)
    if (one.expectation < 0)
      text += fmt::format("  {}: {}{}\n", place(of, of.result().accesses[one.access].access.instruction),
                          one.undecided ? "undecided: " : "not as expected: ", one.wrong);
  for (code::Missing const& missing : compared.missing) text += "  " + missing.why + "\n";
  if (!compared.not_covered.empty())
    text += fmt::format("  {} accesses are of no line, the first {}\n", compared.not_covered.size(),
                        place(of, of.result().accesses[compared.not_covered[0]].access.instruction));
  return text + (compared.verdict == Verdict::holds   ? "  as expected, in every lane and trip\n"
                 : compared.verdict == Verdict::fails ? "  not as expected\n"
                                                      : "  undecided\n");
}

Json json_of(Inspector const& of, std::vector<Expectation> const& expected, Comparison const& compared) {
  auto const at = [&](std::size_t access) {
    return json_at(of, of.result().accesses[access].access.instruction);
  };
  Json lines = Json::array(), accesses = Json::array(), missing = Json::array(), others = Json::array();
  for (std::size_t k = 0; k < expected.size(); ++k)
    lines.push_back(
        {{"name", expected[k].name}, {"line", expected[k].line}, {"accesses", compared.fulfilled[k]}});
  for (code::Compared const& one : compared.accesses) {
    Json row = at(one.access);
    if (one.expectation >= 0)
      row["is"] = expected[static_cast<std::size_t>(one.expectation)].name, row["values"] = one.values;
    else
      row[one.undecided ? "undecided" : "wrong"] = one.wrong;
    accesses.push_back(row);
  }
  for (code::Missing const& one : compared.missing) missing.push_back(one.why);
  for (std::size_t const k : compared.not_covered) others.push_back(at(k));
  return {{"verdict", name_of(compared.verdict)},
          {"expected", lines},
          {"accesses", accesses},
          {"missing", missing},
          {"not_covered", others},
          {"waits", name_of(of.result().waits.verdict)},
          {"race_free", name_of(of.result().race_free.verdict)}};
}

void add_results(Json& results, std::string const& file, std::string const& meant, Inspector const& of,
                 std::vector<Expectation> const& expected, Comparison const& compared) {
  for (code::Compared const& one : compared.accesses)
    if (one.expectation < 0)
      add_result(results, file, of, one.undecided ? "undecided" : "not-as-expected",
                 one.undecided ? "note" : "error", one.wrong,
                 of.result().accesses[one.access].access.instruction);
  for (code::Missing const& one : compared.missing) {
    Json where{{"artifactLocation", {{"uri", sarif_uri(meant.empty() ? file : meant)}}}};
    if (!meant.empty()) where["region"] = {{"startLine", expected[one.expectation].line}};
    results.push_back(sarif_result("not-as-expected", "error", of.result().kernel + ": " + one.why, where));
  }
}

std::string text_of(Inspector const& old, Inspector const& now, Difference const& d) {
  std::string text = fmt::format("{}: {} accesses, {} before\n", now.result().kernel,
                                 now.result().accesses.size(), old.result().accesses.size());
  for (auto const& [is_new, number, what] : d.accesses) {
    Inspector const& of = is_new ? now : old;
    text += fmt::format("  {} {} {}\n", is_new ? '+' : '-',
                        where(of, of.result().accesses[number].access.instruction), what);
  }
  if (!d.judged.empty()) text += "  waits, distances, races or bounds are judged otherwise\n";
  if (!d.open.empty()) text += "  undecided whether the accesses are the same: " + d.open + "\n";
  if (d.is_same()) text += "  the same accesses in the same order, with the same conflicts\n";
  return text;
}

Json json_of(Inspector const& old, Inspector const& now, Difference const& d) {
  std::vector<std::size_t> removed, added;
  for (auto const& one : d.accesses) (one.is_new ? added : removed).push_back(one.number);
  Json judged = Json::object();
  for (auto const& [what, before, after] : d.judged)
    judged[what] = {{"before", name_of(before)}, {"verdict", name_of(after.verdict)}};
  Json r{{"kernel", now.result().kernel},
         {"same", d.is_same()},
         {"removed", json_of(old, removed)},
         {"added", json_of(now, added)},
         {"judged", judged}};
  if (!d.open.empty()) r["why"] = d.open;
  return r;
}

void add_results(Json& results, std::string const& old_file, std::string const& now_file,
                 Inspector const& old, Inspector const& now, Difference const& d) {
  for (auto const& [is_new, number, what] : d.accesses) {
    Inspector const& of = is_new ? now : old;
    add_result(results, is_new ? now_file : old_file, of, "not-as-before", "error",
               what + (is_new ? ": only in the newer file" : ": only in the older file"),
               of.result().accesses[number].access.instruction);
  }
  for (auto const& [what, before, after] : d.judged)
    add_result(results, now_file, now, "not-as-before", "error",
               fmt::format("{}: {}, and before {}{}", what, name_of(after.verdict), name_of(before),
                           after.why.empty() ? "" : ": " + after.why),
               after.first);
  if (!d.open.empty()) add_result(results, now_file, now, "undecided", "note", d.open, 0);
}

}  // namespace colex::cli
