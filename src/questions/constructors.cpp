// SPDX-License-Identifier: MIT
// Constructors of layouts in C++ and in Python's DSLs: make_layout, make_ordered_layout, make_composed_layout, row_major, and
// every operation of colex on what they make. Numbers are computed; a name that the text gives one number is that number.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "operations/characters.hpp"
#include "operations/table.hpp"
#include "questions/spelled.hpp"

namespace colex::cli {

namespace {

using Is = Spelled::Is;

bool one_of(std::string_view name, std::initializer_list<char const*> all) {
  return std::any_of(all.begin(), all.end(), [&](char const* one) { return name == one; });
}

struct GivenArguments {
  std::vector<Spelled> by_place{};
  std::map<std::string, Spelled> by_name{};
};

class SpelledReader {
 public:
  SpelledReader(std::string_view text, std::size_t at, Definitions const& names, int depth)
      : text_(text), at_(at), names_(names), depth_(depth) {}
  std::size_t at() const { return at_; }

  Spelled sum() {
    if (++nested_ > 200) fail("nested too deeply");
    Spelled r = product();
    for (;;) {
      char const c = peek();
      if ((c != '+' && c != '-') || text_.substr(at_ + 1, 1) == "=") break;
      ++at_;
      r = computed(r, c, product());
    }
    --nested_;
    return r;
  }

 private:
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
    if (c == '(' || c == '[') return list();
    if (!is_name(c)) fail("expected a number, a tuple or a name");
    return named();
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
    bool comma = false;
    while (!take(close)) {
      if (!r.parts.empty() && !comma) fail(fmt::format("expected ',' or '{}'", close));
      r.parts.push_back(sum());
      comma = take(',');
    }
    return close == ')' && r.parts.size() == 1 && !comma ? r.parts[0] : r;
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
      Spelled const value = sum();
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
        peek() == '<' && one_of(name, {"Layout", "ComposedLayout", "Swizzle", "Shape", "Stride", "Coord",
                                       "Step", "Tile", "Int", "C", "E", "ScaledBasis"});
    bool const order = one_of(name, {"LayoutLeft", "LayoutRight", "GenColMajor", "GenRowMajor"});
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
      char const close = text_[at_++] == '(' ? ')' : '}';
      return called(whole, name, arguments(close));
    }
    if (peek() == '[' || peek() == '<') fail(fmt::format("{} is not known", printable(whole)));
    return defined(whole);
  }
  /// What the text says that a name is; else the name.
  Spelled defined(std::string const& name) const {
    std::string_view const value = names_.of(name);
    if (!value.empty() && depth_ < 8) try {
        std::size_t at = 0;
        Spelled const r = spelled_at(value, at, names_, depth_ + 1);
        if (value.find_first_not_of(" \t\r\n", at) == value.npos) return r;
      } catch (InputError const&) {  // then it is a name
      }
    return spelled_leaf(name);
  }
  Spelled only(GivenArguments const& in) const {
    if (in.by_place.size() != 1 || !in.by_name.empty()) fail("expected one argument");
    return in.by_place[0];
  }

  static bool is_layout(Spelled const& s) {
    return s.is == Is::layout || s.is == Is::composed || s.is == Is::value;
  }

  Spelled called(std::string const& whole, std::string const& name, GivenArguments const& in) const {
    auto const& at = in.by_place;
    auto const keyword = [&](char const* key, std::size_t place) -> Spelled const* {
      auto const given = in.by_name.find(key);
      if (given != in.by_name.end()) return &given->second;
      return place < at.size() ? &at[place] : nullptr;
    };
    Spelled const col_major{Is::col_major, {}, {}};
    if (one_of(name, {"make_shape", "make_stride", "make_coord", "make_tuple", "make_int_tuple", "IntTuple",
                      "Index", "make_step", "make_tile"}))
      return spelled_tuple(at);
    if (one_of(name,
               {"Int", "Int32", "Int64", "int", "Int8", "Constexpr", "static", "as_position_independent"}))
      return only(in);
    if (name == "LayoutLeft" || name == "LayoutRight" || name == "GenColMajor" || name == "GenRowMajor")
      return {name == "LayoutLeft" || name == "GenColMajor" ? Is::col_major : Is::row_major, {}, {}};
    if (name == "E") return spelled_leaf("1@" + to_text(only(in)));
    if (name == "make_swizzle" || name == "get" || name == "Swizzle") {
      if (name == "get" && whole.find("Swizzle") == whole.npos)
        fail(fmt::format("{} is not known", printable(whole)));
      if (at.size() != 3) fail("a swizzle without its three numbers");
      return {Is::swizzle, fmt::format("Sw<{},{},{}>", to_text(at[0]), to_text(at[1]), to_text(at[2])), {}};
    }
    if (name == "row_major" || name == "col_major")
      return spelled_layout(at.size() == 1 ? at[0] : spelled_tuple(at),
                            {name == "row_major" ? Is::row_major : Is::col_major, {}, {}});
    if (name == "make_layout" || name == "Layout") {
      if (at.empty()) fail("a layout without its shape");
      if (std::all_of(at.begin(), at.end(), is_layout)) return side_by_side(at);
      if (at.size() > 2) fail("more than a shape and a stride");
      Spelled const* const stride = keyword("stride", 1);
      return spelled_layout(at[0], stride == nullptr ? col_major : *stride);
    }
    if (name == "make_ordered_layout") {
      Spelled const* const order = keyword("order", 1);
      if (at.empty() || order == nullptr) fail("a layout without its shape or its order");
      return spelled_ordered(at[0], *order);
    }
    if (name == "make_identity_layout") return identity(only(in));
    if (name == "make_composed_layout" || name == "composition" || name == "ComposedLayout") {
      bool const swizzled = !at.empty() && at[0].is == Is::swizzle && (at.size() == 2 || at.size() == 3);
      if (swizzled && is_layout(at.back())) {
        Spelled const offset = at.size() == 3 ? at[1] : spelled_number(0);
        if (offset.is != Is::leaf) fail("the offset behind a swizzle is no number");
        if (at.back().is == Is::composed || at.back().is == Is::value)
          return answer("composition", {at[0], at.back()});
        return {Is::composed, {}, {at[0], offset, at.back()}};
      }
      if (name != "composition") fail("expected a swizzle, an offset and a layout");
    }
    if (!cli::named(name).empty()) return answer(name, at);
    fail(fmt::format("{} is not known", printable(whole)));
  }
  /// Layouts as the modes of one.
  static Spelled side_by_side(std::vector<Spelled> const& all) {
    Spelled shape = spelled_tuple({}), stride = spelled_tuple({});
    for (Spelled const& one : all) {
      if (one.is != Is::layout) throw InputError("a swizzled layout as the mode of one");
      shape.parts.push_back(one.parts[0]), stride.parts.push_back(one.parts[1]);
    }
    return all.size() == 1 ? all[0] : spelled_layout(shape, stride);
  }
  static Spelled identity(Spelled const& shape) {
    Spelled stride = shape;
    if (shape.is == Is::leaf) return spelled_layout(shape, spelled_leaf("1@0"));
    for (std::size_t k = 0; k < stride.parts.size(); ++k) {
      if (stride.parts[k].is != Is::leaf)
        throw InputError("the coordinates of a nested shape have bases within bases");
      stride.parts[k] = spelled_leaf(fmt::format("1@{}", k));
    }
    return spelled_layout(shape, stride);
  }
  /// What colex answers, under CuTe's convention.
  static Spelled answer(std::string const& name, std::vector<Spelled> const& given) {
    std::vector<Argument> arguments;
    for (Spelled const& one : given)
      arguments.push_back({read_value(in_our_words(to_text(one)), "argument", true), {}, "argument"});
    try {
      return {Is::value, to_text(perform(name, arguments, {true, {}}).value), {}};
    } catch (Failure const& failure) {
      throw InputError(failure.message);
    }
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
  Spelled r = reader.sum();
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
