// SPDX-License-Identifier: MIT
// Conditions as C++, as Python and for people.
#include <fmt/format.h>

#include <algorithm>

#include "operations/characters.hpp"
#include "unknowns/for_which.hpp"
#include "unknowns/total.hpp"

namespace colex::unknowns {

int bits(Weakest const& w) {
  std::vector<Fact> all = w.domain;
  for (auto const& part : w.parts)
    for (Fact const& f : guarded(part.fact)) all.push_back(f);
  return bits(all);
}

std::string to_cpp(std::string const& text) {
  std::string r;
  bool in_number = false, in_name = false;
  for (char const c : text) {
    bool const starts = cli::is_letter(c) || c == '?';
    if (in_number && (starts || c == '(')) r += '*';
    in_name = starts || (in_name && cli::is_name(c));
    in_number = !in_name && cli::is_digit(c);
    r += c;
  }
  return r;
}

std::string to_python(std::string const& text) {
  std::string r;
  std::string const cpp = to_cpp(text);
  for (std::size_t k = 0; k < cpp.size(); ++k) {
    bool const twice = k + 1 < cpp.size() && cpp[k + 1] == cpp[k];
    if (cpp[k] == '/') {
      r += "//";
    } else if ((cpp[k] == '&' || cpp[k] == '|') && twice) {
      r += cpp[k++] == '&' ? "and" : "or";
    } else {
      r += cpp[k];
    }
  }
  return r;
}

std::string to_cpp(Weakest const& w) {
  if (w.parts.empty()) return w.always ? "true" : "false";
  bool const some_or =
      std::any_of(w.parts.begin(), w.parts.end() - 1, [](auto const& part) { return !part.is_and; });
  auto const text = [&](Weakest::Part const& part) {
    auto const facts = guarded(part.fact);
    std::string const whole = to_cpp(conditions_text(facts));
    return some_or && facts.size() > 1 ? "(" + whole + ")" : whole;
  };
  std::string r = text(w.parts.back());
  for (std::size_t k = w.parts.size() - 1; k-- > 0;) {
    bool const turns = k + 2 < w.parts.size() && w.parts[k].is_and != w.parts[k + 1].is_and;
    r = text(w.parts[k]) + (w.parts[k].is_and ? " && " : " || ") + (turns ? "(" + r + ")" : r);
  }
  return r;
}

std::string to_python(Weakest const& w) {
  if (w.parts.empty()) return w.always ? "True" : "False";
  return to_python(to_cpp(w));
}

std::string to_text(Weakest const& w) {
  if (!w.found && w.values > 0)
    return fmt::format("undecided: {} of {} values tried has an answer, which is not proved of all{}{}\n",
                       w.always ? "each" : "none", w.values, w.where.empty() ? "" : "; ", w.where);
  if (!w.found) return "undecided: no condition of the language was found within the budget\n";
  std::string const known =
      w.sufficient && w.necessary ? "proved both ways"
      : w.sufficient ? "under it there is an answer, which is proved; that there is none otherwise is not"
      : w.necessary  ? "otherwise there is no answer, which is proved; that there is one under it is not"
                     : "neither way is proved";
  return fmt::format("{}\nin Python: {}\n({}; compared with numbers for {} values{}{})\n", to_cpp(w),
                     to_python(w), known, w.values, w.where.empty() ? "" : "; ", w.where);
}

}  // namespace colex::unknowns
