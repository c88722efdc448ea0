// SPDX-License-Identifier: MIT
#include "operations/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace colex::cli {

namespace {

constexpr char const* kKeys[] = {"needs", "errors", "laws", "source", "C++"};

bool starts_with(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }

/// The pieces of a text between separators.
std::vector<std::string> pieces(std::string_view text, std::string_view separator) {
  std::vector<std::string> all;
  while (!text.empty()) {
    std::size_t const end = std::min(text.find(separator), text.size());
    all.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + separator.size(), text.size()));
  }
  return all;
}

/// "[path: mode ...]"
Parameter read_parameter(std::string_view text) {
  Parameter p;
  if (text.front() == '[') p.optional = true, text = text.substr(1, text.size() - 2);
  if (std::size_t const end = text.find(" ..."); end != text.npos)
    p.repeated = true, text = text.substr(0, end);
  std::size_t const colon = text.find(": ");
  if (colon == text.npos) throw std::logic_error("a parameter has no kind: " + std::string(text));
  p.name = text.substr(0, colon);
  for (auto const& kind : pieces(text.substr(colon + 2), " | ")) p.kinds.push_back(kind_named(kind));
  return p;
}

/// `op(...) == ...` or `op(...) is refused: ...`
bool is_example(std::string_view line, std::string_view op) {
  return starts_with(line, std::string(op) + "(") &&
         (line.find(") == ") != line.npos || line.find(") is refused: ") != line.npos);
}

void add_line(Page& page, std::string_view line) {
  for (std::string_view const key : kKeys) {
    if (!starts_with(line, std::string(key) + ": ")) continue;
    page.facts.emplace(key, line.substr(key.size() + 2));
    return;
  }
  if (starts_with(line, "options: ")) {
    page.options = pieces(line.substr(9), " ");
  } else if (is_example(line, page.op)) {
    page.examples.emplace_back(line);
  } else {
    if (!page.does.empty()) page.does += ' ';
    page.does += line;
  }
}

}  // namespace

bool Parameter::takes(Kind kind) const { return std::find(kinds.begin(), kinds.end(), kind) != kinds.end(); }

std::size_t Page::least() const {
  return static_cast<std::size_t>(
      std::count_if(parameters.begin(), parameters.end(), [](Parameter const& p) { return !p.optional; }));
}

std::size_t Page::most() const {
  bool const repeats = !parameters.empty() && parameters.back().repeated;
  return repeats ? kMaxLeaves + 1 : parameters.size();
}

std::vector<Option> const& options() {
  static std::vector<Option> const all = {
      {"cover", "Cover::at_least", "round up to whole tiles, repeats or vectors"},
      {"bounded", "Domain::bounded", "A ends at its size; by default its last mode runs on"}};
  return all;
}

Page read_page(std::string const& family, std::string_view text) {
  Page page;
  page.family = family;
  for (std::string const& line : pieces(text, "\n")) {
    std::size_t const start = line.find_first_not_of(' ');
    if (start == line.npos) continue;
    if (!page.op.empty()) {
      add_line(page, std::string_view(line).substr(start));
      continue;
    }
    std::size_t const open = line.find('(');
    page.op = line.substr(0, open);
    page.takes = line.substr(open + 1, line.size() - open - 2);
    for (auto const& parameter : pieces(page.takes, ", "))
      page.parameters.push_back(read_parameter(parameter));
  }
  return page;
}

std::string wrapped(std::string_view text, std::size_t indent) {
  std::string out, line;
  while (!text.empty()) {
    std::size_t const end = std::min(text.find(' '), text.size());
    if (!line.empty() && indent + line.size() + 1 + end > 100) {
      out += fmt::format("{}\n{:{}}", line, "", indent);
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return fmt::format("{}{}\n", out, line);
}

std::string to_text(Page const& page) {
  std::string out = fmt::format("{}\n  {}\n", page.signature(), wrapped(page.does, 2));
  for (Option const& option : options())
    if (std::find(page.options.begin(), page.options.end(), option.name) != page.options.end())
      out += fmt::format("  {:12}{}", fmt::format("--{}", option.name), wrapped(option.meaning, 14));
  for (std::string_view const key : kKeys)
    if (auto const fact = page.facts.find(key); fact != page.facts.end())
      out += fmt::format("  {:8}{}", key, wrapped(fact->second, 10));
  out += '\n';
  for (std::string const& example : page.examples) out += fmt::format("  {}\n", example);
  return out;
}

std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      std::size_t const change = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, change});
    }
  }
  return row.back();
}

std::vector<std::string> nearest(std::string_view asked, std::vector<std::string> const& words) {
  std::vector<std::pair<std::size_t, std::string>> all;
  for (std::string const& word : words) {
    bool const part = asked.size() > 2 && word.find(asked) != word.npos;
    std::size_t const distance = edits(asked.substr(0, 64), word);
    if (part || distance <= 1 + asked.size() / 3) all.emplace_back(part ? 0 : distance, word);
  }
  std::stable_sort(all.begin(), all.end(), [](auto const& a, auto const& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (auto const& [distance, word] : all)
    if (names.size() < 3 && std::find(names.begin(), names.end(), word) == names.end()) names.push_back(word);
  return names;
}

std::string suggestion(std::string_view asked, std::vector<std::string> const& words) {
  auto const near = nearest(asked, words);
  return near.empty() ? "" : fmt::format("; nearest: {}", fmt::join(near, ", "));
}

}  // namespace colex::cli
