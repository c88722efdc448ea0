// SPDX-License-Identifier: MIT
// Where layouts stand in a text.
#include "questions/foreign.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "operations/characters.hpp"

namespace colex::cli {

namespace {

/// Without blanks around it, and without quotes.
std::string trimmed(std::string_view text) {
  for (;; text = text.substr(1, text.size() - 2)) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    if (text.size() < 2 || text.front() != '"' || text.back() != '"') return std::string(text);
  }
}

/// Whether a part of a type is a layout: shape and stride, or a swizzle before one.
bool is_layout(std::string const& part) {
  return part.find(':') != part.npos && part.find("::") == part.npos &&
         part.find_first_not_of("0123456789()<>,:_-?*@{}= oSwEdiv[]|;/\t") == part.npos;
}

/// Whether a part of a type is a swizzle of its own, S<3,4,3> of a pointer; one of no bits moves nothing.
bool moves_addresses(std::string const& part) {
  bool const swizzle = (part.starts_with("S<") || part.starts_with("Sw<")) && part.ends_with(">") &&
                       part.find(':') == part.npos;
  return swizzle && !part.substr(part.find('<') + 1).starts_with("0,");
}

/// The next mark of a layout from `from` on.
struct Mark {
  std::size_t at = std::string_view::npos;
  enum class Is { dialect, cpp, tensor, encoding } is = Is::dialect;
};
Mark next_mark(std::string_view text, std::size_t from) {
  for (std::size_t k = from; k < text.size(); ++k) {
    std::string_view const rest = text.substr(k);
    if (rest.starts_with("!cute.") || rest.starts_with("!fly.")) return {k, Mark::Is::dialect};
    if (rest.starts_with("#ttg.") || rest.starts_with("#triton_gpu.")) return {k, Mark::Is::encoding};
    bool const starts = k == 0 || !is_name(text[k - 1]);
    if (starts &&
        (rest.starts_with("Layout<") || rest.starts_with("ComposedLayout<") || rest.starts_with("Swizzle<")))
      return {k, Mark::Is::cpp};
    if (starts && rest.starts_with("Tensor<")) return {k, Mark::Is::tensor};
  }
  return {};
}

constexpr std::size_t kMaxAliases = 1 << 12;

/// "#blocked" of `#blocked = #ttg.blocked<...>`, whose right side starts at `at`; empty where there is none.
std::string alias_before(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end > 0 && text[end - 1] == ' ') --end;
  if (end == 0 || text[end - 1] != '=') return "";
  --end;
  while (end > 0 && text[end - 1] == ' ') --end;
  std::size_t start = end;
  while (start > 0 && is_name(text[start - 1])) --start;
  return start > 0 && start < end && text[start - 1] == '#'
             ? std::string(text.substr(start - 1, end - start + 1))
             : "";
}

}  // namespace

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
    all.push_back(trimmed(text.substr(start, k - start)));
    start = k + 1;
  }
  return all;
}

std::string in_our_words(std::string text) {
  if (text.find('[') != text.npos)  // a tiler, [4:1;8:1] or [32|*]
    for (char& c : text)
      c = c == '[' ? '<' : c == ']' ? '>' : c == ';' || c == '|' ? ',' : c == '*' ? '_' : c;
  for (std::string const zero : {" o 0 o ", " o (0,0) o "})  // a layout after another, from offset 0 on
    if (std::size_t const at = text.find(zero);
        at != text.npos && !text.starts_with("S<") && !text.starts_with("Sw<"))
      text.replace(at, zero.size(), " o ");
  for (std::size_t k = 1; k + 1 < text.size(); ++k)  // a basis, 1E0
    if (text[k] == 'E' && text[k - 1] >= '0' && text[k - 1] <= '9') text[k] = '@';
  return text;
}

void read_dialect(Found& found, std::string const& layout) {
  if (is_layout(layout) && layout.find('?') == layout.npos) try {
      found.text = to_text(read_value(in_our_words(layout), "layout", true));
      return;
    } catch (Failure const& failure) {
      found.reason = failure.message;
    }
  try {
    LayoutText const t = read_layout_text(layout);
    found.text = t.text, found.note = describe(t), found.value = false;
    found.reason.clear();
  } catch (Failure const& failure) {
    bool const nested = layout.find(" o [") != layout.npos;  // brackets that only the grammar knows
    if (found.reason.empty() || nested) found.reason = failure.message;
  }
}

std::vector<Found> find_layouts(std::string_view text) {
  std::vector<Found> all;
  Places places(text);
  Aliases aliases;
  std::int64_t scanned = 0;
  for (Mark mark = next_mark(text, 0); mark.at != text.npos;) {
    Found found;
    std::tie(found.line, found.column) = places(mark.at);
    std::size_t after = mark.at + 1;
    if (mark.is == Mark::Is::tensor) {  // of which only a swizzled pointer says more than its layout does
      std::size_t const open = text.find('<', mark.at), end = closing(text, open, scanned);
      std::string_view const inside = text.substr(open, end == text.npos ? 0 : end - open);
      if (std::size_t const pointer = inside.find("swizzle_ptr<"); pointer != inside.npos) {
        found.source = text.substr(mark.at, end + 1 - mark.at);
        std::size_t const name_end = inside.find('>', pointer);
        found.reason = fmt::format("its pointer swizzles addresses, which its layout does not say: {}",
                                   printable(inside.substr(pointer, name_end + 1 - pointer)));
        all.push_back(found);
        after = end + 1;
      }
    } else if (mark.is == Mark::Is::cpp) {
      after = std::max(after, read_cpp_type(found, text, mark.at));
      found.source = text.substr(mark.at, after - mark.at);
      all.push_back(found);
    } else {
      std::size_t const dot = text.find('.', mark.at),
                        open = text.find_first_not_of(
                            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.", dot);
      if (std::size_t const end =
              open != text.npos && text[open] == '<' ? closing(text, open, scanned) : text.npos;
          end != text.npos) {
        std::string_view const name = text.substr(dot + 1, open - dot - 1),
                               inside = text.substr(open + 1, end - open - 1);
        if (mark.is == Mark::Is::encoding) {
          found.source = text.substr(mark.at, end + 1 - mark.at);
          read_encoding(found, name, inside, aliases);
          if (std::string const alias = alias_before(text, mark.at);
              !alias.empty() && aliases.size() < kMaxAliases)
            aliases[alias] = {std::string(name), std::string(inside)};
          all.push_back(found);
          after = end + 1;
        } else {
          bool const named_so = name == "layout" || name == "composed_layout";
          auto const all_parts = parts(inside);
          auto const swizzle = std::find_if(all_parts.begin(), all_parts.end(), moves_addresses);
          for (std::string const& part : all_parts) {
            if (!named_so && !is_layout(part)) continue;
            Found one = found;
            one.source = part;
            if (swizzle != all_parts.end())
              one.reason = fmt::format("its pointer swizzles addresses, which its layout does not say: {}",
                                       printable(*swizzle));
            else
              read_dialect(one, part);
            all.push_back(one);
          }
        }
      }
    }
    mark = next_mark(text, after);
  }
  return all;
}

}  // namespace colex::cli
