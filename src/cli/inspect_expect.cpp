// SPDX-License-Identifier: MIT
// inspect --expect and --diff, in words.
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "cli/inspection.hpp"

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
  for (std::string const& missing : compared.missing) text += "  " + missing + "\n";
  if (!compared.not_covered.empty())
    text += fmt::format("  {} accesses are of no line, the first {}\n", compared.not_covered.size(),
                        place(of, of.result().accesses[compared.not_covered[0]].access.instruction));
  return text + (compared.verdict == Verdict::holds   ? "  as expected, in every lane and trip\n"
                 : compared.verdict == Verdict::fails ? "  not as expected\n"
                                                      : "  undecided\n");
}

Json json_of(Inspector const& of, std::vector<Expectation> const& expected, Comparison const& compared) {
  auto const at = [&](std::size_t access) {
    auto const& i = of.program()[of.result().accesses[access].access.instruction].instruction;
    return Json{{of.result().is_ptx ? "line" : "address", i.address}, {"instruction", i.text}};
  };
  Json lines = Json::array(), accesses = Json::array(), others = Json::array();
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
  for (std::size_t const k : compared.not_covered) others.push_back(at(k));
  return {{"verdict", name_of(compared.verdict)},
          {"expected", lines},
          {"accesses", accesses},
          {"missing", compared.missing},
          {"not_covered", others},
          {"waits", name_of(of.result().waits.verdict)},
          {"race_free", name_of(of.result().race_free.verdict)}};
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

bool is_same(Inspector const& old, Inspector const& now, std::string& text) {
  auto const a = accesses_of(old), b = accesses_of(now);
  // The longest common part, from the end.
  std::vector<std::vector<std::uint32_t>> common(a.size() + 1, std::vector<std::uint32_t>(b.size() + 1, 0));
  for (std::size_t i = a.size(); i-- > 0;)
    for (std::size_t j = b.size(); j-- > 0;)
      common[i][j] = a[i] == b[j] ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
  text += fmt::format("{}: {} accesses, {} before\n", now.result().kernel, b.size(), a.size());
  bool same = true;
  auto const differs = [&](char sign, Inspector const& of, std::size_t k, std::string const& what) {
    same = false;
    text += fmt::format("  {} {} {}\n", sign, where(of, of.result().accesses[k].access.instruction), what);
  };
  for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    if (i < a.size() && j < b.size() && a[i] == b[j])
      ++i, ++j;
    else if (j == b.size() || (i < a.size() && common[i + 1][j] >= common[i][j + 1]))
      differs('-', old, i, a[i]), ++i;
    else
      differs('+', now, j, b[j]), ++j;
  }
  auto const verdicts = [](Inspector const& of) {
    auto const& r = of.result();
    return std::tuple(r.waits.verdict, r.distances.verdict, r.race_free.verdict, r.in_bounds.verdict);
  };
  if (verdicts(old) != verdicts(now))
    same = false, text += "  waits, distances, races or bounds are judged otherwise\n";
  if (same) text += "  the same accesses in the same order, with the same conflicts\n";
  return same;
}

}  // namespace colex::cli
