// SPDX-License-Identifier: MIT
// Brackets, places and the dialects' spelling, which all readers of other people's text share.
#include <fmt/format.h>

#include <algorithm>

#include "operations/characters.hpp"
#include "questions/foreign.hpp"
#include "questions/question_call.hpp"

namespace colex::cli {

namespace {

/// Without blanks around it, and without quotes.
std::string unquoted(std::string_view text) {
  for (text = trimmed(text); text.size() >= 2 && text.front() == '"' && text.back() == '"';)
    text = trimmed(text.substr(1, text.size() - 2));
  return std::string(text);
}

}  // namespace

/// Whether a part of a type is a layout: shape and stride, or a swizzle before one.
bool is_layout_part(std::string const& part) {
  return part.find(':') != part.npos && part.find("::") == part.npos &&
         part.find_first_not_of("0123456789()<>,:_-?*@{}= oSwEdiv[]|;/\t") == part.npos;
}

std::pair<int, int> Places::operator()(std::size_t at) {
  for (; seen_ < at; ++seen_)
    if (text_[seen_] == '\n') ++line_, line_start_ = seen_ + 1;
  return {line_, static_cast<int>(at - line_start_) + 1};
}

std::size_t closing(std::string_view text, std::size_t open, std::int64_t& scanned) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t k = open; k < text.size(); ++k) {
    char const c = text[k];
    if (++scanned > kMaxScan) throw InputError("import: too many brackets that do not close");
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '<' || c == '(' || c == '[' || c == '{') ++depth;
    if (c == '>' && k > 0 && text[k - 1] == '-') continue;  // ->
    if ((c == '>' || c == ')' || c == ']' || c == '}') && --depth == 0) return k;
  }
  return text.npos;
}

std::size_t closing_within(std::string_view text, std::size_t open, std::size_t most) {
  std::int64_t scanned = 0;
  return open >= text.size()
             ? text.npos
             : closing(text.substr(0, open + std::min(most, text.size() - open)), open, scanned);
}

std::vector<std::string> parts(std::string_view text) {
  std::vector<std::string> all;
  int depth = 0;
  bool quoted = false;
  std::size_t start = 0;
  for (std::size_t k = 0; k <= text.size(); ++k) {
    char const c = k < text.size() ? text[k] : ',';
    if (c == '"') quoted = !quoted;
    bool const arrow = c == '>' && k > 0 && text[k - 1] == '-';
    if (!quoted && !arrow)
      depth +=
          (c == '<' || c == '(' || c == '[' || c == '{') - (c == '>' || c == ')' || c == ']' || c == '}');
    if (k < text.size() && (c != ',' || depth > 0 || quoted)) continue;
    all.push_back(unquoted(text.substr(start, k - start)));
    start = k + 1;
  }
  return all;
}

std::string in_our_words(std::string text) {
  if (text.find('[') != text.npos)  // a tiler, [4:1;8:1] or [32|*]
    for (char& c : text)
      c = c == '[' ? '<' : c == ']' ? '>' : c == ';' || c == '|' ? ',' : c == '*' ? '_' : c;
  for (std::string const zero : {" o 0 o ", " o (0,0) o "})  // a layout after another, from offset 0 on
    if (!text.starts_with("S<") && !text.starts_with("Sw<"))
      for (std::size_t at = text.find(zero); at != text.npos; at = text.find(zero, at))
        text.replace(at, zero.size(), " o ");
  for (std::size_t k = 1; k + 1 < text.size(); ++k)  // a basis, 1E0
    if (text[k] == 'E' && text[k - 1] >= '0' && text[k - 1] <= '9') text[k] = '@';
  return text;
}

void read_dialect(Found& found, std::string const& layout) {
  if (is_layout_part(layout) && layout.find('?') == layout.npos) try {
      found.text = to_text(read_value(in_our_words(layout), "layout", true));
      return;
    } catch (Failure const& failure) {
      found.reason = failure.message;
    }
  try {
    LayoutText const t = read_layout_text(layout);
    if (!found.reason.empty() && !t.is_no_value()) return;  // a value, and refused: beyond a limit
    found.text = t.text, found.note = describe(t), found.value = false;
    found.reason.clear();
  } catch (Failure const& failure) {
    bool const nested = layout.find(" o [") != layout.npos;  // brackets that only the grammar knows
    if (found.reason.empty() || nested) found.reason = failure.message;
  }
}

}  // namespace colex::cli
