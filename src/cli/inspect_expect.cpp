// SPDX-License-Identifier: MIT
// What inspect --expect and --diff say, as text, in JSON and in SARIF.
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <regex>

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

namespace {

/// What each access does, loops by their order in the code and not by their places.
std::vector<std::string> accesses_of(Inspector const& of) {
  std::vector<std::string> r;
  std::map<std::string, std::size_t> places;
  for (InspectedAccess const& a : of.result().accesses) {
    std::string text = does(of, a);
    for (auto const& form : a.forms) text += (&form == &a.forms[0] ? " at " : ", or ") + at_text(form);
    if (!a.undecided.empty()) text += ": undecided: " + a.undecided;
    text += costs(of, a);
    static std::regex const numbered("@(0x[0-9a-f]+|[0-9]+)");
    std::string renamed;
    auto const end = std::sregex_iterator();
    std::size_t from = 0;
    for (auto at = std::sregex_iterator(text.begin(), text.end(), numbered); at != end; ++at) {
      std::size_t const number = places.try_emplace(at->str(), places.size()).first->second;
      renamed +=
          text.substr(from, static_cast<std::size_t>(at->position()) - from) + fmt::format("@{}", number);
      from = static_cast<std::size_t>(at->position() + at->length());
    }
    r.push_back(renamed + text.substr(from));
  }
  return r;
}

}  // namespace

Difference difference(Inspector const& old, Inspector const& now) {
  auto const a = accesses_of(old), b = accesses_of(now);
  // The longest common part, from the end.
  std::vector<std::vector<std::uint32_t>> common(a.size() + 1, std::vector<std::uint32_t>(b.size() + 1, 0));
  for (std::size_t i = a.size(); i-- > 0;)
    for (std::size_t j = b.size(); j-- > 0;)
      common[i][j] = a[i] == b[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
  Difference r;
  for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    if (i < a.size() && j < b.size() && a[i] == b[j])
      ++i, ++j;
    else if (j == b.size() || (i < a.size() && common[i + 1][j] >= common[i][j + 1]))
      r.accesses.push_back({false, i, a[i]}), ++i;
    else
      r.accesses.push_back({true, j, b[j]}), ++j;
  }
  code::Inspection const &before = old.result(), &after = now.result();
  for (auto const& [what, judgement] : {std::pair("waits", &code::Inspection::waits),
                                        {"distances", &code::Inspection::distances},
                                        {"race_free", &code::Inspection::race_free},
                                        {"in_bounds", &code::Inspection::in_bounds}})
    if ((before.*judgement).verdict != (after.*judgement).verdict)
      r.judged.push_back({what, (before.*judgement).verdict, after.*judgement});
  return r;
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
  if (d.is_same()) text += "  the same accesses in the same order, with the same conflicts\n";
  return text;
}

Json json_of(Inspector const& old, Inspector const& now, Difference const& d) {
  std::vector<std::size_t> removed, added;
  for (auto const& one : d.accesses) (one.is_new ? added : removed).push_back(one.number);
  Json judged = Json::object();
  for (auto const& [what, before, after] : d.judged)
    judged[what] = {{"before", name_of(before)}, {"verdict", name_of(after.verdict)}};
  return {{"kernel", now.result().kernel},
          {"same", d.is_same()},
          {"removed", json_of(old, removed)},
          {"added", json_of(now, added)},
          {"judged", judged}};
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
}

}  // namespace colex::cli
