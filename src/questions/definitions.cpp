// SPDX-License-Identifier: MIT
// What names stand for in a source, by the function and the class in which they stand.
#include <fmt/format.h>

#include <algorithm>

#include "operations/characters.hpp"
#include "questions/spelled.hpp"

namespace colex::cli {

namespace {

constexpr std::size_t kMost = 1 << 14;        ///< names, and functions and classes
constexpr std::int64_t kMostSpent = 1 << 16;  ///< characters of what names stand for, in one layout
constexpr std::int64_t kMostScanned = std::int64_t{1}
                                      << 28;  ///< characters, of values that do not end again and again

/// The end of a value that starts at `at`: a semicolon, or the end of a line, outside of all brackets.
std::size_t value_end(std::string_view text, std::size_t at) {
  int depth = 0, angles = 0;
  std::size_t const most = std::min(text.size(), at + 4000);
  for (std::size_t k = at; k < most; ++k) {
    char const c = text[k];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if ((c == ')' || c == ']' || c == '}') && --depth < 0) return k;
    bool const shift = text.substr(k, 2) == "<<" || (k > at && text[k - 1] == '<');
    if (c == '<' && !shift) ++angles;
    if (c == '>' && angles > 0) --angles;
    if (c == ';' && depth == 0) return k;
    if (c == '\n' && depth == 0 && angles == 0) {
      std::size_t const next = text.find_first_not_of(" \t\r\n", k);
      bool const begins = text.find_first_not_of(" \t\r\n", at) >= k;  // the value is in the next line
      if (!begins &&
          (next == text.npos || std::string_view("<?:.").find(text[next]) == std::string_view::npos))
        return k;
    }
  }
  return text.npos;
}

/// How many integers ": Tuple[int, int]" is of; 0 where a parameter says something else.
std::size_t annotated(std::string_view rest) {
  auto const word = [&](std::string_view expected) {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
    bool const there = rest.starts_with(expected);
    rest.remove_prefix(there ? expected.size() : 0);
    return there;
  };
  if (!word(":") || (!word("Tuple[") && !word("tuple["))) return 0;
  std::size_t count = 0;
  do ++count;
  while ((word("int") || word("cutlass.Int32") || word("Int32")) && word(","));
  return word("]") ? count : 0;
}

/// The names that a list of parameters or of targets names: "a, b: int = 4, *c", "class T, int N = 4".
std::vector<std::string_view> names_of_list(std::string_view list) {
  std::vector<std::string_view> names;
  for (std::size_t start = 0, depth = 0, k = 0; k <= list.size(); ++k) {
    char const c = k < list.size() ? list[k] : ',';
    depth += c == '(' || c == '[' || c == '{' ? 1 : 0;
    depth -= depth > 0 && (c == ')' || c == ']' || c == '}') ? 1 : 0;
    if (c != ',' || depth > 0) continue;
    for (std::size_t first = start, last = start; first < k; first = last) {  // the last word before a sign
      first = std::min(list.find_first_not_of(" \t\r\n*(.", first), k), last = first;
      while (last < k && (is_name(list[last]) || list[last] == '.')) ++last;
      std::size_t const next = std::min(list.find_first_not_of(" \t\r\n.", last), k);
      if (last == first) break;
      if (next < k && is_name(list[next])) continue;
      names.push_back(list.substr(first, last - first));
      break;
    }
    start = k + 1;
  }
  return names;
}

}  // namespace

Definitions::Definitions(std::string_view text, std::vector<std::string> const& given) : text_(text) {
  scopes_.push_back({0, text.size(), 0, 0, false, {}, {}});
  for (std::string const& one : given) {
    std::size_t const equals = one.find('=');
    std::size_t const first = one.find_first_not_of(' '), last = one.find_last_not_of(' ', equals - 1);
    if (equals == one.npos || first >= equals || last == one.npos)
      throw InputError("import: --given takes NAME=VALUE");
    given_[one.substr(first, last + 1 - first)] = one.substr(equals + 1);
  }
  std::size_t within = 0, open = 0;  // the end of a list of parameters; the scope that is open
  for (std::size_t line = 0; line < text.size() && count_ < kMost;) {
    std::size_t const end = std::min(text.find('\n', line), text.size());
    std::size_t const first = std::min(text.find_first_not_of(" \t", line), end);
    if (line >= within && first < end &&
        std::string_view("#)]}").find(text[first]) == std::string_view::npos) {
      while (open > 0 && first - line <= scopes_[open].indent)
        scopes_[open].end = line, open = scopes_[open].parent;
      within = std::max(within, enter(line, first, end, open));
    }
    read_line(line, end, open);
    line = end + 1;
  }
}

/// Opens the scope of a function or a class of Python that begins in a line; the end of its list of parameters.
std::size_t Definitions::enter(std::size_t line, std::size_t first, std::size_t end, std::size_t& open) {
  std::string_view word = text_.substr(first, end - first);
  if (word.starts_with("async ")) word.remove_prefix(6);
  bool const function = word.starts_with("def ");
  if (!function && !word.starts_with("class ")) return 0;
  if (scopes_.size() >= kMost) throw InputError("import: too many functions and classes");
  std::size_t close = first;
  if (std::size_t const bracket = text_.find('(', first); bracket < end) {
    close = closing_within(text_, bracket);
    scanned(bracket, close);
  }
  if (close == text_.npos) return 0;
  std::size_t const after =
      std::min(text_.find_first_not_of(function ? " \t)"
                                                : " \t)abcdefghijklmnopqrstuvwxyz_"
                                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
                                       close),
               text_.size());
  if (after == text_.size() || (text_[after] != ':' && text_.substr(after, 2) != "->")) return 0;
  scopes_.push_back({first, text_.size(), open, first - line, !function, {}, {}});
  open = scopes_.size() - 1;
  if (!function) return 0;
  std::size_t const bracket = text_.find('(', first);
  for (std::string_view const name : names_of_list(text_.substr(bracket + 1, close - bracket - 1))) {
    define(open, name, {});
    auto const after_name = static_cast<std::size_t>(name.data() - text_.data()) + name.size();
    if (std::size_t const count = annotated(text_.substr(after_name, close - after_name)); count > 0)
      scopes_[open].entries.emplace(std::string(name), count);
  }
  return close;
}

void Definitions::scanned(std::size_t from, std::size_t to) {
  constexpr std::size_t kOfOne = 1 << 13;
  scanned_ += static_cast<std::int64_t>(to == text_.npos ? kOfOne : to - std::min(from, to));
  if (scanned_ > kMostScanned) throw InputError("import: too many definitions that do not end");
}

/// A name that has two values in a scope has none there.
void Definitions::define(std::size_t scope, std::string_view name, std::string_view value) {
  if (name.starts_with("self."))
    while (scope > 0 && !scopes_[scope].is_class) scope = scopes_[scope].parent;
  auto const [at, is_new] = scopes_[scope].names.emplace(std::string(name), value);
  count_ += is_new ? 1 : 0;
  if (!is_new) scopes_[scope].entries.erase(at->first);
  if (!is_new && at->second != value) at->second = {};
}

void Definitions::read_line(std::size_t line, std::size_t end, std::size_t scope) {
  std::string_view const text = text_;
  auto const value_at = [&](std::size_t from) {
    std::size_t const to = value_end(text, from);
    scanned(from, to);
    return text.substr(from, to == text.npos ? 0 : to - from);
  };
  if (std::size_t const list = text.substr(0, end).find("template", line); list != text.npos) {
    std::size_t const open = text.find_first_not_of(" \t", list + 8);
    std::size_t const close =
        open < text.size() && text[open] == '<' ? closing_within(text, open) : text.npos;
    if (close != text.npos)  // template <class T, int N = 4>
      for (std::string_view const each : names_of_list(text.substr(open + 1, close - open - 1)))
        define(scope, each, {});
  }
  bool macro = false, constant = false;
  for (std::size_t at = line, words = 0; at < end; ++words) {  // words of a type, and the name last
    at = std::min(text.find_first_not_of(" \t&*#", at), end);
    std::size_t const start = at;
    while (at < end && (is_name(text[at]) || text[at] == '.' || text.substr(at, 2) == "::"))
      at += text[at] == ':' ? 2 : 1;
    if (at == start) break;
    std::string_view const word = text.substr(start, at - start);
    std::size_t const next = std::min(text.find_first_not_of(" \t", at), end);
    std::string_view const rest = text.substr(next, end - next);
    if (rest.empty()) break;
    std::size_t const in = word == "for" ? rest.find(" in ") : rest.npos;
    std::size_t const several = rest[0] == ',' && words == 0 ? rest.find('=') : rest.npos;
    if (in != rest.npos)
      for (std::string_view const name : names_of_list(rest.substr(0, in))) define(scope, name, {});
    if (several != rest.npos && rest.substr(several, 2) != "==")  // a, b = VALUE
      for (std::string_view const name : names_of_list(text.substr(start, next + several - start)))
        define(scope, name, {});
    constant = constant || word == "constexpr" || word == "const";
    if (macro) define(scope, word, rest);
    if (macro) break;
    macro = word == "define" && start > line && text[start - 1] == '#';
    if (rest[0] == '=' && !rest.starts_with("==")) define(scope, word, value_at(next + 1));
    if (rest[0] == '{' && constant) define(scope, word, value_at(next));
    bool const changed =
        rest.size() > 2 && std::string_view("+-*/%|&^").find(rest[0]) != rest.npos && rest[1] == '=';
    if (changed) define(scope, word, rest), define(scope, word, "");
    std::size_t const typed =
        rest[0] == ':' && words == 0 ? rest.find('=') : rest.npos;  // NAME: TYPE = VALUE
    if (typed != rest.npos) define(scope, word, value_at(next + typed + 1));
    if (!is_name(rest[0]) && std::string_view("&*").find(rest[0]) == rest.npos) break;
  }
}

std::string_view Definitions::of(std::string const& name, char const* where) const {
  std::string_view const value = value_of(name, where);
  spent_ += static_cast<std::int64_t>(value.size());
  within_limit();
  return value;
}

void Definitions::within_limit() const {
  if (spent_ > kMostSpent)
    throw InputError(fmt::format("what its names stand for has more than {} characters", kMostSpent));
}

/// The scope in which a place of the text stands; the text's for another place.
std::size_t Definitions::scope_at(char const* where) const {
  if (where < text_.data() || where >= text_.data() + text_.size()) return 0;
  auto const at = static_cast<std::size_t>(where - text_.data());
  auto const after = std::upper_bound(scopes_.begin(), scopes_.end(), at,
                                      [](std::size_t x, Scope const& s) { return x < s.begin; });
  auto scope = static_cast<std::size_t>(after - scopes_.begin()) - 1;  // the last before it, or one around
  while (scope > 0 && at >= scopes_[scope].end) scope = scopes_[scope].parent;
  return scope;
}

std::size_t Definitions::entries(std::string const& name, char const* where) const {
  for (std::size_t scope = scope_at(where);; scope = scopes_[scope].parent) {
    if (auto const known = scopes_[scope].entries.find(name); known != scopes_[scope].entries.end())
      return known->second;
    if (scope == 0 || scopes_[scope].names.contains(name)) return 0;
  }
}

std::string_view Definitions::value_of(std::string const& name, char const* where) const {
  if (auto const said = given_.find(name); said != given_.end()) return said->second;
  std::size_t scope = scope_at(where);
  for (bool innermost = true;; innermost = false, scope = scopes_[scope].parent) {
    Scope const& s = scopes_[scope];
    bool const own = name.starts_with("self.");
    if (auto const known = s.names.find(name); known != s.names.end() && (!s.is_class || innermost || own))
      return known->second;
    if (s.is_class && own)
      if (auto const known = s.names.find(name.substr(5)); known != s.names.end()) return known->second;
    if (scope == 0) return {};
  }
}

}  // namespace colex::cli
