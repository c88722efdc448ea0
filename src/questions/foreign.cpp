// SPDX-License-Identifier: MIT
// Where layouts stand in a text.
#include "questions/foreign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "operations/characters.hpp"
#include "questions/spelled.hpp"

namespace colex::cli {

namespace {

/// Whether a part of a type is a swizzle of its own, S<3,4,3> of a pointer; one of no bits moves nothing.
bool moves_addresses(std::string const& part) {
  bool const swizzle = (part.starts_with("S<") || part.starts_with("Sw<")) && part.ends_with(">") &&
                       part.find(':') == part.npos;
  return swizzle && !part.substr(part.find('<') + 1).starts_with("0,");
}

/// What starts at a mark.
enum class Mark : std::uint8_t {
  none,
  dialect,
  encoding,
  cpp,
  tensor,
  constructor,
  gluon,
  distribution,
  vectors,
  print
};

/// Whether `name` stands at `at` with a `<` after it, blanks between them aside.
bool opens(std::string_view text, std::size_t at, std::string_view name) {
  if (!text.substr(at).starts_with(name)) return false;
  std::size_t const open = text.find_first_not_of(" \t", at + name.size());
  return open != text.npos && text[open] == '<';
}

Mark mark_at(std::string_view text, std::size_t at) {
  std::string_view const rest = text.substr(at);
  char const c = rest[0];
  if (c == '!') return rest.starts_with("!cute.") || rest.starts_with("!fly.") ? Mark::dialect : Mark::none;
  if (c == '#') {
    bool const triton =
        rest.starts_with("#ttg.") || rest.starts_with("#ttng.") || rest.starts_with("#triton_gpu.");
    return triton ? Mark::encoding : starts_distribution(text, at) ? Mark::distribution : Mark::none;
  }
  if (at > 0 && is_name(text[at - 1])) return Mark::none;
  if ((c == 't' || c == 'm') && starts_distribution(text, at)) return Mark::distribution;
  if (std::string_view("BDSNAP").find(c) != std::string_view::npos && starts_gluon(text, at))
    return Mark::gluon;
  if (c == 'T' && opens(text, at, "Tensor")) return Mark::tensor;
  if (c == 'L' || c == 'C' || c == 'S')
    if (opens(text, at, "Layout") || opens(text, at, "ComposedLayout") || opens(text, at, "Swizzle"))
      return Mark::cpp;
  if ((c == 'm' || c == 'c' || c == 't' || c == 'L') && starts_constructor(text, at))
    return Mark::constructor;
  if (c == 'r' || c == 'l' || c == 'o' || c == 'w' || c == 'd')
    for (char const* input :
         {"register=1 ->", "lane=1 ->", "offset=1 ->", "register is a size 1", "offset is a size 1"})
      if (rest.starts_with(input)) return Mark::vectors;
  bool const print = c == '(' || c == '_' || c == 'S' || is_digit(c) || rest.starts_with("smem_ptr[") ||
                     rest.starts_with("gmem_ptr[") || rest.starts_with("ArithTuple(") ||
                     rest.starts_with("ptr[");
  return print ? Mark::print : Mark::none;
}

constexpr std::size_t kMaxAliases = 1 << 12;
constexpr int kMaxUnread = 1 << 12;  ///< each may be read far before it is refused

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

/// Reads what stands at a mark.
class Finder {
 public:
  Finder(std::string_view text, std::vector<std::string> const& given)
      : text_(text), places_(text), names_(text, given), shapes_(shapes_in(text)) {}

  std::vector<Found> all() {
    for (std::size_t at = 0; at < text_.size();) {
      Mark const mark = mark_at(text_, at);
      if (mark == Mark::none || (mark == Mark::print && at < dialect_end_)) {
        ++at;
        continue;
      }
      std::size_t const after = read(mark, at);
      at = std::max(after, at + 1);
      if (mark == Mark::print && after == 0)  // a number, or a bracket: what is within may be one
        while (is_digit(text_[at - 1]) && at < text_.size() && is_digit(text_[at])) ++at;
    }
    return std::move(found_);
  }

 private:
  Found here(std::size_t at) {
    Found r;
    std::tie(r.line, r.column) = places_(at);
    return r;
  }
  void keep(Found const& found) {
    if (!found.reason.empty()) count_unread();
    found_.push_back(found);
  }
  void count_unread() {
    if (++unread_ > kMaxUnread)
      throw InputError(fmt::format("import: more than {} layouts that cannot be read", kMaxUnread));
  }
  std::size_t read(Mark mark, std::size_t at) {
    names_.renew();
    switch (mark) {
      case Mark::dialect:
        return dialect(at);
      case Mark::encoding:
        return encoding(at);
      case Mark::tensor:
        return tensor(at);
      case Mark::cpp: {
        Found found = here(at);
        std::size_t const end = std::max(at + 1, read_cpp_type(found, text_, at, names_));
        found.source = text_.substr(at, end - at);
        keep(found);
        return end;
      }
      case Mark::gluon:
      case Mark::distribution: {
        Found found = here(at);
        std::size_t const end =
            mark == Mark::gluon ? read_gluon(found, text_, at, names_) : read_distribution(found, text_, at);
        keep(found);
        return end;
      }
      case Mark::constructor:
        return constructor(at);
      default: {
        Found found;
        std::size_t const end =
            mark == Mark::vectors ? read_vectors(found, text_, at) : read_printed(found, text_, at);
        if (end == 0) return 0;
        std::tie(found.line, found.column) = places_(at);
        keep(found);
        return end;
      }
    }
  }
  std::size_t constructor(std::size_t at) {
    bool const defined = text_.substr(0, at).ends_with("def ") || text_.substr(0, at).ends_with("fn ");
    if (defined) return at + 1;
    std::size_t end = at;
    Found found = here(at);
    try {
      Spelled const s = spelled_constructor(text_, end, names_);
      names_.within_limit();
      read_spelled(found, s);
    } catch (InputError const& error) {
      found.given = dynamic_cast<NotGiven const*>(&error) == nullptr;
      found.reason = error.message;
      if (text_.substr(at).starts_with("composition")) {  // its swizzle is listed
        count_unread();
        return at + 1;
      }
      std::size_t const line = std::min(text_.find('\n', at), text_.size());
      end = at + 1;
      found.source = text_.substr(at, std::min<std::size_t>(line - at, 80));
    }
    if (found.source.empty()) found.source = text_.substr(at, end - at);
    keep(found);
    return found.reason.empty() ? end : text_.find('(', at);
  }
  /// Of which only a swizzled pointer says more than its layout does.
  std::size_t tensor(std::size_t at) {
    std::size_t const open = text_.find('<', at), end = closing(text_, open, scanned_);
    std::string_view const inside = text_.substr(open, end == text_.npos ? 0 : end - open);
    std::size_t const pointer = inside.find("swizzle_ptr<");
    if (pointer == inside.npos) return at + 1;
    Found found = here(at);
    found.source = text_.substr(at, end + 1 - at);
    std::size_t const name_end = inside.find('>', pointer);
    found.reason = fmt::format("its pointer swizzles addresses, which its layout does not say: {}",
                               printable(inside.substr(pointer, name_end + 1 - pointer)));
    keep(found);
    return end + 1;
  }
  /// The name after the dot, and what its angle brackets hold; false where they do not close.
  bool named(std::size_t at, std::string_view& name, std::string_view& inside, std::size_t& end) {
    std::size_t const dot = text_.find('.', at);
    std::size_t open = dot + 1;
    while (open < text_.size() && (is_name(text_[open]) || text_[open] == '.')) ++open;
    end = open < text_.size() && text_[open] == '<' ? closing(text_, open, scanned_) : text_.npos;
    if (end == text_.npos) return false;
    name = text_.substr(dot + 1, open - dot - 1), inside = text_.substr(open + 1, end - open - 1);
    return true;
  }
  std::size_t dialect(std::size_t at) {
    std::string_view name, inside;
    std::size_t end = 0;
    if (!named(at, name, inside, end)) return at + 1;
    dialect_end_ = std::max(dialect_end_, end);
    bool const named_so = name == "layout" || name == "composed_layout";
    auto const all_parts = parts(inside);
    auto const swizzle = std::find_if(all_parts.begin(), all_parts.end(), moves_addresses);
    for (std::string const& part : all_parts) {
      if (!named_so && !is_layout_part(part)) continue;
      Found one = here(at);
      one.source = part;
      if (swizzle != all_parts.end())
        one.reason = fmt::format("its pointer swizzles addresses, which its layout does not say: {}",
                                 printable(*swizzle));
      else
        read_dialect(one, part);
      keep(one);
    }
    return at + 1;
  }
  std::size_t encoding(std::size_t at) {
    std::string_view name, inside;
    std::size_t end = 0;
    if (!named(at, name, inside, end)) return at + 1;
    Found found = here(at);
    found.source = text_.substr(at, end + 1 - at);
    std::string const alias = alias_before(text_, at);
    auto const of = shapes_.find(alias.empty() ? found.source : alias);
    if (depends_on_shape(name) && of != shapes_.end()) {
      for (TensorShape const& shape : of->second) {
        Found one = found;
        read_encoding_of(one, name, inside, shape);
        keep(one);
      }
    } else {
      read_encoding(found, name, inside, aliases_);
      keep(found);
    }
    if (!alias.empty() && aliases_.size() < kMaxAliases)
      aliases_[alias] = {std::string(name), std::string(inside)};
    return end + 1;
  }

  std::string_view text_;
  Places places_;
  Definitions names_;
  Shapes shapes_;
  Aliases aliases_{};
  std::int64_t scanned_ = 0;
  int unread_ = 0;
  std::size_t dialect_end_ = 0;
  std::vector<Found> found_{};
};

}  // namespace

std::vector<Found> find_layouts(std::string_view text, std::vector<std::string> const& given) {
  return Finder(text, given).all();
}

Json to_json(Found const& f) {
  Json one{{"line", f.line}, {"column", f.column}, {"source", f.source}};
  one[f.reason.empty() ? "layout" : "reason"] = f.reason.empty() ? f.text : f.reason;
  if (!f.note.empty()) one["note"] = f.note;
  if (f.reason.empty()) one["value"] = f.value;
  if (!f.given) one["given"] = false;
  return one;
}

}  // namespace colex::cli
