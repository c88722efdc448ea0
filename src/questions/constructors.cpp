// SPDX-License-Identifier: MIT
// Constructors of layouts in C++ and in Python's DSLs: make_layout, make_ordered_layout, make_composed_layout, row_major, and
// every operation of colex on what they make. Numbers are computed; a name that the text gives one number is that number.
#include <fmt/format.h>

#include <algorithm>

#include "operations/characters.hpp"
#include "operations/table.hpp"
#include "questions/spelled.hpp"

namespace colex::cli {

namespace {

using Is = Spelled::Is;

constexpr std::size_t kMaxUnknown = 200;  ///< characters of a bracket behind a name that is not known

class SpelledReader {
 public:
  SpelledReader(std::string_view text, std::size_t at, Definitions const& names, int depth)
      : text_(text), at_(at), names_(names), depth_(depth) {}
  std::size_t at() const { return at_; }

  /// A value: arithmetic, and Python's A if C else B.
  Spelled whole() {
    if (++nested_ > 64) fail("nested too deeply");
    Spelled r = shifted();
    if (word_ahead("if")) r = chosen(r);
    --nested_;
    return r;
  }
  /// A constructor, without what stands behind it.
  Spelled constructor() {
    ++nested_;
    return named();
  }

 private:
  Spelled shifted() {
    Spelled r = sum();
    for (;;) {
      peek();
      std::string_view const sign = text_.substr(at_, 2);
      if (sign != "<<" && sign != ">>") return r;
      at_ += 2;
      Spelled const by = sum();
      if (!by.is_number() || by.number() < 0 || by.number() > 61) fail("a shift by no number");
      Spelled const power = spelled_number(std::int64_t{1} << by.number());
      r = computed(r, sign == "<<" ? '*' : '/', power);
    }
  }
  Spelled sum() {
    Spelled r = product();
    for (;;) {
      char const c = peek();
      if ((c != '+' && c != '-') || text_.substr(at_ + 1, 1) == "=") return r;
      ++at_;
      r = computed(r, c, product());
    }
  }
  bool word_ahead(std::string_view word) {
    peek();
    bool const ends = at_ + word.size() >= text_.size() || !is_name(text_[at_ + word.size()]);
    return text_.substr(at_).starts_with(word) && ends;
  }
  /// `first` if CONDITION else the other; where they differ, the condition decides.
  Spelled chosen(Spelled const& first) {
    at_ += 2;
    std::size_t const start = at_;
    for (int depth = 0; depth > 0 || !word_ahead("else"); ++at_) {
      if (at_ >= text_.size() || at_ > start + kMaxUnknown || (depth == 0 && text_[at_] == ','))
        fail("a condition without its else");
      depth += (text_[at_] == '(' || text_[at_] == '[') - (text_[at_] == ')' || text_[at_] == ']');
      while (at_ + 1 < text_.size() && is_name(text_[at_]) && is_name(text_[at_ + 1])) ++at_;  // a whole word
    }
    std::string condition(text_.substr(start, at_ - start));
    condition.erase(0, condition.find_first_not_of(" \t\r\n"));
    condition.erase(condition.find_last_not_of(" \t\r\n") + 1);
    at_ += 4;
    Spelled const other = whole();
    if (auto const each = spelled_either(first, condition, other); each.has_value()) return *each;
    throw NotGiven(fmt::format("{}, which decides between {} and {}, is not given here", printable(condition),
                               printable(to_text(first)), printable(to_text(other))));
  }
  [[noreturn]] void fail(std::string const& why) const { throw InputError(why); }
  char peek() {
    for (;;) {
      while (at_ < text_.size() && (is_blank(text_[at_]) || text_[at_] == '\\')) ++at_;
      bool const slashes = text_.substr(at_, 2) == "//" && cpp_,
                 hash = at_ < text_.size() && text_[at_] == '#';
      if (text_.substr(at_, 2) == "/*") {
        std::size_t const end = text_.find("*/", at_);
        at_ = end == text_.npos ? text_.size() : end + 2;
      } else if (slashes || hash) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else {
        return at_ < text_.size() ? text_[at_] : '\0';
      }
    }
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }

  Spelled product() {
    Spelled r = factor();
    for (;;) {
      char const c = peek();
      if (std::string_view("*/%").find(c) == std::string_view::npos || c == '\0' ||
          text_.substr(at_ + 1, 1) == "=")
        return r;
      at_ += text_.substr(at_, 2) == "//" ? 2 : 1;
      r = computed(r, c, factor());
    }
  }
  /// Of numbers the number, of names an expression; a number times a basis is a basis.
  Spelled computed(Spelled const& a, char sign, Spelled const& b) const {
    if (a.is != Is::leaf || b.is != Is::leaf) fail("arithmetic of what is no number");
    bool const based = b.text.starts_with("1@");
    if (sign == '*' && based && a.is_number()) return spelled_leaf(a.text + b.text.substr(1));
    if (!a.is_number() || !b.is_number()) {
      if (sign == '*') return spelled_product(a, b);
      return spelled_leaf(fmt::format("({}{}{})", a.text, sign, b.text));
    }
    std::int64_t const x = a.number(), y = b.number();
    std::int64_t r = 0;
    if (sign == '*') return spelled_product(a, b);
    if ((sign == '/' || sign == '%') && (y < 1 || x < 0)) fail("a division of or by a number below 1");
    r = sign == '+' ? x + y : sign == '-' ? x - y : sign == '/' ? x / y : x % y;
    return spelled_number(r);
  }

  Spelled factor() {
    char const c = peek();
    if (c == '-') {
      ++at_;
      return computed(spelled_number(0), '-', factor());
    }
    if (is_digit(c)) return number();
    std::size_t const start = at_;
    if (c == '(' || c == '[') return entry_of(list(), start);
    if (!is_name(c)) fail("expected a number, a tuple or a name");
    return entry_of(named(), start);
  }
  /// What stands behind a tuple or a layout: .shape, [0], [:2].
  Spelled entry_of(Spelled r, std::size_t start) {
    for (;;) {
      char const c = peek();
      if (r.is == Is::leaf || (c != '.' && c != '[')) return r;
      std::size_t const before = at_++;
      if (c == '.') {
        if (auto const entry = spelled_attribute(r, path()); entry.has_value()) {
          r = *entry;
          continue;
        }
      } else if (auto const entry = indexed(r); entry.has_value()) {
        r = *entry;
        continue;
      }
      at_ = before;
      return unknown(start);
    }
  }
  /// The entry or the entries between the brackets, of which the first is passed.
  std::optional<Spelled> indexed(Spelled const& of) {
    auto const count = static_cast<std::int64_t>(of.parts.size());
    auto const bound = [&](std::int64_t otherwise) -> std::optional<std::int64_t> {
      if (peek() == ':' || peek() == ']') return otherwise;
      Spelled const n = sum();
      if (!n.is_number() || n.number() < -count || n.number() > count) return {};
      return n.number() < 0 ? n.number() + count : n.number();
    };
    if (of.is != Is::tuple) return {};
    auto const first = bound(0);
    if (!first.has_value()) return {};
    if (take(']'))
      return *first < count ? std::optional(of.parts[static_cast<std::size_t>(*first)]) : std::nullopt;
    if (!take(':')) return {};
    auto const last = bound(count);
    if (!last.has_value() || !take(']')) return {};
    return spelled_tuple({of.parts.begin() + *first, of.parts.begin() + std::max(*first, *last)});
  }
  Spelled number() {
    std::string digits;
    for (; at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '_'); ++at_)
      if (text_[at_] != '_') digits += text_[at_];
    while (at_ < text_.size() && std::string_view("uUlL").find(text_[at_]) != std::string_view::npos) ++at_;
    if (digits.size() > 18 || (at_ < text_.size() && (text_[at_] == '.' || is_name(text_[at_]))))
      fail("a number that is no integer");
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
    return spelled_leaf(digits);
  }
  Spelled list() {
    char const close = text_[at_++] == '(' ? ')' : ']';
    Spelled r = spelled_tuple({});
    bool comma = true, open = false;
    while (!take(close)) {
      bool const unpacked = take('*');
      if (!comma) fail(fmt::format("expected ',' or '{}'", close));
      Spelled entry = whole();
      if (unpacked && entry.is == Is::tuple) {
        r.parts.insert(r.parts.end(), entry.parts.begin(), entry.parts.end());
      } else {
        if (unpacked) entry = spelled_leaf("*" + to_text(entry)), open = true;
        r.parts.push_back(entry);
      }
      comma = take(',');
    }
    if (open) return spelled_leaf(to_text(r));
    return close == ')' && r.parts.size() == 1 && !comma ? Spelled(r.parts[0]) : r;
  }
  /// "cute.make_layout", "cute::make_layout"
  std::string path() {
    std::size_t const start = at_;
    while (at_ < text_.size()) {
      if (is_name(text_[at_])) {
        ++at_;
      } else if (text_.substr(at_, 2) == "::" && is_name(text_[std::min(at_ + 2, text_.size() - 1)])) {
        at_ += 2;
      } else if (text_[at_] == '.' && at_ + 1 < text_.size() && is_name(text_[at_ + 1])) {
        ++at_;
      } else {
        break;
      }
    }
    return std::string(text_.substr(start, at_ - start));
  }

  GivenArguments arguments(char close) {
    GivenArguments r;
    while (!take(close)) {
      if (at_ >= text_.size()) fail("the call does not end");
      std::string keyword;
      std::size_t const start = at_;
      if (is_name(peek())) {
        std::size_t const name = at_;
        while (at_ < text_.size() && is_name(text_[at_])) ++at_;
        std::size_t const end = at_;
        if (peek() == '=' && text_.substr(at_, 2) != "==") {
          keyword = text_.substr(name, end - name), ++at_;
        } else {
          at_ = start;
        }
      }
      Spelled const value = whole();
      if (keyword == "loc" || keyword == "ip") {
      } else if (keyword.empty()) {
        r.by_place.push_back(value);
      } else {
        r.by_name[keyword] = value;
      }
      if (!take(',') && peek() != close) fail(fmt::format("expected ',' or '{}'", close));
    }
    return r;
  }

  Spelled named() {
    std::size_t const start = at_;
    std::string const whole = path();
    std::size_t const last = whole.find_last_of(".:");
    std::string const name = last == whole.npos ? whole : whole.substr(last + 1);
    if (name == "_" || name == "None") return {Is::value, "_", {}};
    if (name == "decltype" || name == "static") {
      if (take('(')) return only(arguments(')'));
    }
    bool const number_name =
        name.size() > 1 && name[0] == '_' && std::all_of(name.begin() + 1, name.end(), is_digit);
    bool const template_of =
        peek() == '<' && (name.ends_with("_Atom") ||
                          is_one_of(name, {"Layout", "ComposedLayout", "Swizzle", "Shape", "Stride", "Coord",
                                           "Step", "Tile", "Int", "C", "E", "ScaledBasis"}));
    bool const order = is_one_of(name, {"LayoutLeft", "LayoutRight", "GenColMajor", "GenRowMajor"});
    if (template_of || number_name || order) {
      at_ = start, cpp_ = true;
      std::string const padded = template_of ? "" : std::string(name) + ";";
      std::size_t end = 0;
      Spelled const r = template_of ? cpp_type(text_, at_, names_) : cpp_type(padded, end, names_);
      if (!template_of) at_ = start + whole.size();
      if (peek() == '{' || peek() == '(') {
        char const close = text_[at_++] == '{' ? '}' : ')';
        if (!take(close)) fail("a type with arguments of its own");
      }
      return r;
    }
    if (peek() == '(' || (peek() == '{' && cpp_)) {
      if (!is_known_call(name)) return unknown(start);
      std::size_t const open = at_;
      int const nested = nested_;
      try {
        char const close = text_[at_++] == '(' ? ')' : '}';
        bool const of_module = start > 0 && text_[start - 1] == '.';
        return spelled_call((of_module ? "." : "") + whole, name, arguments(close));
      } catch (InputError const&) {  // size(x) is a number all the same
        if (nested < 2 || cli::named(name).empty()) throw;
        at_ = open, nested_ = nested;
        return unknown(start);
      }
    }
    if (peek() == '<' && text_.substr(at_, 2) != "<<") return unknown(start);
    if (peek() == '[') {
      Spelled const known = defined(whole, start);
      return known.is == Is::tuple ? known : unknown(start);
    }
    if (text_.substr(at_, 2) == "{}") at_ += 2;  // of a type
    return defined(whole, start);
  }
  /// What is called or looked up, and not known: a name of its own, with all that follows it.
  Spelled unknown(std::size_t start) {
    for (char c = peek(); c == '(' || c == '[' || c == '<' || c == '{' || c == '.' || c == ':'; c = peek()) {
      if (c == '.' || c == ':') {
        at_ += text_.substr(at_, 2) == "::" ? 2 : 1;
        if (path().empty()) fail("expected a name");
        continue;
      }
      std::size_t const close = closing_within(text_, at_, kMaxUnknown);
      if (close == text_.npos)
        fail(fmt::format("{} is not known", printable(text_.substr(start, at_ - start))));
      at_ = close + 1;
    }
    std::string name;
    for (char const c : text_.substr(start, at_ - start))
      if (!is_blank(c)) name += c;
    return spelled_leaf(name);
  }
  /// What the text says that a name is, or the entry of a name, a.shape; else the name.
  Spelled defined(std::string const& name, std::size_t where) const {
    for (std::size_t cut = name.size(); depth_ < 8; cut = name.rfind('.', cut - 1)) {
      if (std::string_view const value = names_.of(name.substr(0, cut), text_.data() + where); !value.empty())
        try {
          std::size_t at = 0;
          Spelled const r = spelled_at(value, at, names_, depth_ + 1);
          if (value.find_first_not_of(" \t\r\n", at) == value.npos) {
            bool const other_name =
                name.starts_with("self.") &&
                std::all_of(value.begin(), value.end(), [](char c) { return is_name(c) || is_blank(c); });
            auto const entry = spelled_attribute(other_name ? spelled_called(r, name.substr(0, cut)) : r,
                                                 cut < name.size() ? name.substr(cut + 1) : "");
            if (entry.has_value()) return *entry;
          }
        } catch (InputError const&) {  // then it is a name
        }
      if (name.substr(0, cut).find('.') == name.npos) break;
    }
    Spelled r = spelled_tuple({});
    for (std::size_t k = 0; k < names_.entries(name, text_.data() + where); ++k)
      r.parts.push_back(spelled_leaf(fmt::format("{}[{}]", name, k)));
    return r.parts.empty() ? spelled_leaf(name) : r;
  }
  Spelled only(GivenArguments const& in) const {
    if (in.by_place.size() != 1 || !in.by_name.empty()) fail("expected one argument");
    return in.by_place[0];
  }

  std::string_view text_;
  std::size_t at_;
  Definitions const& names_;
  int depth_, nested_ = 0;
  bool cpp_ = false;
};

constexpr char const* kConstructors[] = {
    "make_layout",      "make_ordered_layout", "make_composed_layout", "make_identity_layout",
    "Layout.row_major", "Layout.col_major",    "composition",          "tile_to_shape"};

}  // namespace

Spelled spelled_at(std::string_view text, std::size_t& at, Definitions const& names, int depth) {
  SpelledReader reader(text, at, names, depth);
  Spelled r = reader.whole();
  at = reader.at();
  return r;
}

Spelled spelled_constructor(std::string_view text, std::size_t& at, Definitions const& names) {
  SpelledReader reader(text, at, names, 0);
  Spelled r = reader.constructor();
  at = reader.at();
  return r;
}

bool starts_constructor(std::string_view text, std::size_t at) {
  for (std::string_view const name : kConstructors) {
    if (!text.substr(at).starts_with(name)) continue;
    std::size_t open = at + name.size();
    while (open < text.size() && text[open] == ' ') ++open;
    if (open >= text.size() || text[open] != '(') continue;
    if (name != "composition" && name != "tile_to_shape") return true;
    std::size_t const first = text.find_first_not_of(" \n\t", open + 1);
    std::string_view const rest = first == text.npos ? "" : text.substr(first, 40);
    return rest.starts_with("Swizzle<") || rest.starts_with("cute::Swizzle<") || name == "tile_to_shape";
  }
  return false;
}

}  // namespace colex::cli
