// SPDX-License-Identifier: MIT
// Reads the pages of manual/ and prints them: `colex help complement`.
#include "cli/manual.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace colex::cli {

namespace {

constexpr char const* kKeys[] = {"needs", "errors", "laws", "source", "C++", "shell"};

bool starts_with(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }

/// `op(...) == ...` or `op(...) is refused: ...`; an operation on swizzled layouts is called by its plain
/// name.
bool is_example(std::string_view line, std::string_view op) {
  constexpr std::string_view prefix = "swizzled_";
  if (starts_with(op, prefix) && !starts_with(line, prefix)) op.remove_prefix(prefix.size());
  return starts_with(line, std::string(op) + "(") &&
         (line.find(") == ") != line.npos || line.find(") is refused: ") != line.npos);
}

void add_line(Page& page, std::string_view line) {
  for (std::string_view const key : kKeys) {
    if (!starts_with(line, std::string(key) + ": ")) continue;
    page.facts.emplace(key, line.substr(key.size() + 2));
    return;
  }
  if (is_example(line, page.op)) {
    page.examples.emplace_back(line);
  } else {
    if (!page.does.empty()) page.does += ' ';
    page.does += line;
  }
}

/// The first line names the family; a line without indentation starts a page.
void read(std::string_view text, std::vector<Page>& out) {
  std::string family;
  while (!text.empty()) {
    std::size_t const end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    if (line[0] == ' ') {
      line.remove_prefix(line.find_first_not_of(' '));
      add_line(out.back(), line);
    } else if (family.empty()) {
      family = line;
    } else {
      std::size_t const open = line.find('(');
      out.push_back({family,
                     std::string(line.substr(0, open)),
                     std::string(line.substr(open + 1, line.size() - open - 2)),
                     "",
                     {},
                     {}});
    }
  }
}

/// The second word of "header function".
std::string_view cpp_function(Page const& page) {
  std::string_view const cpp = page.facts.find("C++")->second;
  return cpp.substr(cpp.find(' ') + 1);
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

/// Words in lines of at most 100 characters, each line after `indent` spaces.
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

}  // namespace

std::vector<Page> const& manual() {
  static std::vector<Page> const all = [] {
    std::vector<Page> r;
    for (char const* text :
         {pages::measures, pages::tuples, pages::structure, pages::making, pages::composition,
          pages::inverses, pages::divide, pages::swizzle, pages::bits, pages::counting})
      read(text, r);
    return r;
  }();
  return all;
}

Page const* find_page(std::string_view asked) {
  auto const& all = manual();
  auto first = [&](auto holds) -> Page const* {
    auto const at = std::find_if(all.begin(), all.end(), holds);
    return at == all.end() ? nullptr : &*at;
  };
  if (asked.empty()) return nullptr;
  if (auto const* page = first([&](Page const& p) { return p.op == asked; })) return page;
  if (auto const* page = first([&](Page const& p) {
        auto const shell = p.facts.find("shell");
        return shell != p.facts.end() && starts_with(shell->second + " ", fmt::format("colex {} ", asked));
      }))
    return page;
  return first([&](Page const& p) { return cpp_function(p) == asked; });
}

std::vector<std::string> nearest(std::string_view asked) {
  std::vector<std::pair<std::size_t, std::string>> all;
  for (Page const& page : manual()) {
    bool const part = asked.size() > 2 && page.op.find(asked) != page.op.npos;
    std::size_t const distance = edits(asked.substr(0, 64), page.op);
    if (part || distance <= 1 + asked.size() / 2) all.emplace_back(part ? 0 : distance, page.op);
  }
  std::stable_sort(all.begin(), all.end(), [](auto const& a, auto const& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (std::size_t k = 0; k < all.size() && k < 3; ++k) names.push_back(all[k].second);
  return names;
}

std::string to_text(Page const& page) {
  std::string out = fmt::format("{}({})\n  {}\n", page.op, page.takes, wrapped(page.does, 2));
  for (std::string_view const key : kKeys)
    if (auto const fact = page.facts.find(key); fact != page.facts.end())
      out += fmt::format("  {:8}{}", key, wrapped(fact->second, 10));
  out += '\n';
  for (std::string const& example : page.examples) out += fmt::format("  {}\n", example);
  return out;
}

std::string overview() {
  std::string out, family;
  for (Page const& page : manual()) {
    if (page.family != family) out += fmt::format("{}{}\n", family.empty() ? "" : "\n", page.family);
    family = page.family;
    std::string_view does = page.does;
    if (does.back() == '.') does.remove_suffix(1);
    for (std::string_view const end : {". ", "; "}) does = does.substr(0, does.find(end));
    out += fmt::format("  {:24}{}\n", page.op, does);
  }
  return out;
}

}  // namespace colex::cli
