// SPDX-License-Identifier: MIT
// C++ types of layouts, as programs write them and as compilers print them: Layout<Shape<_4,_8>>,
// cute::Layout<cute::tuple<cute::C<4>, int>, ...>, over any number of lines.
#include <fmt/format.h>

#include <algorithm>

#include "operations/characters.hpp"
#include "questions/spelled.hpp"

namespace colex::cli {

namespace {

struct Type {
  std::string name{};  ///< without its namespaces; empty for a number or an expression
  std::string text{};  ///< of these
  std::vector<Type> arguments{};
};

/// Thrown where a name of a type is not as expected; the message is the reason.
using Wrong = InputError;

class TypeReader {
 public:
  TypeReader(std::string_view text, std::size_t at) : text_(text), at_(at) {}
  std::size_t at() const { return at_; }

  Type type(int depth = 0) {
    if (depth > 64) throw Wrong("nested beyond 64 types");
    for (char const* cast : {"(int)", "(long)", "(unsigned int)", "(unsigned long)", "typename "}) skip(cast);
    std::size_t const start = at_;
    Type r;
    if (char const c = peek(); c == '-' || is_digit(c)) {
      number(r);
    } else if (c == '(') {
      return expression(start);
    } else {
      words(r);
      if (peek() == '<') {
        ++at_;
        while (!take('>')) {
          r.arguments.push_back(type(depth + 1));
          take(',');
          if (at_ >= text_.size()) throw Wrong("the name of the type does not end");
        }
      }
    }
    if (depth > 0 && (goes_on() || text_.substr(at_, 2) == "::")) return expression(start);
    while (depth > 0 && (peek() == '&' || peek() == '*')) ++at_;
    return r;
  }

 private:
  /// Past blanks and comments.
  char peek() {
    for (;;) {
      while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
      std::string_view const two = text_.substr(at_, 2);
      if (two != "//" && two != "/*") return at_ < text_.size() ? text_[at_] : '\0';
      std::size_t const end = two == "//" ? text_.find('\n', at_) : text_.find("*/", at_);
      at_ = end == text_.npos ? text_.size() : end + (two == "//" ? 1 : 2);
    }
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  void skip(std::string_view word) {
    peek();
    if (text_.substr(at_).starts_with(word)) at_ += word.size();
  }
  void number(Type& r) {
    if (take('-')) r.text = "-";
    int digits = 0;
    for (; at_ < text_.size() && is_digit(text_[at_]); ++at_, ++digits) r.text += text_[at_];
    if (digits == 0 || digits > 18) throw Wrong("a number of more than 18 digits, or none");
    while (at_ < text_.size() && std::string_view("uUlL").find(text_[at_]) != std::string_view::npos) ++at_;
  }
  /// Whether an operator follows: the argument is an expression, such as N/8.
  bool goes_on() {
    char const c = peek();
    if (c == '+' || c == '-' || c == '/' || c == '%') return true;
    std::size_t const next = c == '*' ? text_.find_first_not_of(" \t", at_ + 1) : text_.npos;
    return next != text_.npos && (is_name(text_[next]) || text_[next] == '(');
  }
  /// From `start` up to the comma or the bracket that ends the argument.
  Type expression(std::size_t start) {
    int depth = 0;
    for (; at_ < text_.size(); ++at_) {
      char const c = text_[at_];
      if (c == '(') ++depth;
      if (c == ')') --depth;
      if (depth == 0 && (c == ',' || c == '>')) break;
      if (depth < 0 || c == ';' || c == '{') throw Wrong("expected the name of a type");
    }
    if (at_ >= text_.size()) throw Wrong("the name of the type does not end");
    Type r;
    for (char const c : text_.substr(start, at_ - start))
      if (!is_blank(c)) r.text += c;
    return r;
  }
  /// "const unsigned long", "cute::tuple": the last word without namespaces, "int" for the built-in integers.
  void words(Type& r) {
    while (is_name(peek())) {
      std::size_t const start = at_;
      while (at_ < text_.size() && (is_name(text_[at_]) || text_.substr(at_, 2) == "::"))
        at_ += is_name(text_[at_]) ? 1 : 2;
      std::string const word(text_.substr(start, at_ - start));
      std::size_t const colons = word.rfind("::");
      if (word != "const" && word != "class" && word != "struct")
        r.name = colons == word.npos ? word : word.substr(colons + 2);
    }
    if (at_ >= text_.size()) throw Wrong("the name of the type does not end");
    if (r.name.empty()) throw Wrong("expected the name of a type");
  }

  std::string_view text_;
  std::size_t at_;
};

/// What types stand for, with the names that the text defines.
class TypeMeaning {
 public:
  explicit TypeMeaning(Definitions const& names) : names_(names) {}

  /// A number, a tuple, a basis, or an order of strides.
  Spelled tuple(Type const& t, int depth = 0) const {
    if (t.name.empty()) return leaf(t.text, depth);
    bool const alone = t.arguments.empty();
    if (alone && t.name.size() > 1 && t.name[0] == '_') {
      std::string const digits = (t.name[1] == 'm' ? "-" : "") + t.name.substr(t.name[1] == 'm' ? 2 : 1);
      if (Spelled const n = spelled_leaf(digits); n.is_number()) return n;
    }
    if (is_one_of(t.name, {"C", "Int", "constant", "integral_constant"}) && !alone) {
      Type const& n = t.arguments.back();
      return n.arguments.empty() && !n.name.empty() ? leaf(n.name, depth) : tuple(n, depth);
    }
    if (is_one_of(t.name, {"tuple", "Shape", "Stride", "Coord", "Step", "Tile", "ArithmeticTuple"})) {
      Spelled r = spelled_tuple({});
      for (Type const& entry : t.arguments) r.parts.push_back(entry_of(entry, depth));
      return r;
    }
    if (t.name == "ScaledBasis" && t.arguments.size() >= 2) {
      std::string out = to_text(tuple(t.arguments[0], depth));
      for (std::size_t k = t.arguments.size(); k-- > 1;) out += "@" + to_text(tuple(t.arguments[k], depth));
      return spelled_leaf(out);
    }
    if (t.name == "E" && t.arguments.size() == 1)
      return spelled_leaf("1@" + to_text(tuple(t.arguments[0], depth)));
    if (is_one_of(t.name, {"LayoutLeft", "GenColMajor"})) return {Spelled::Is::col_major, {}, {}};
    if (is_one_of(t.name, {"LayoutRight", "GenRowMajor"})) return {Spelled::Is::row_major, {}, {}};
    if (is_one_of(t.name, {"int", "long", "unsigned", "short", "char", "int32_t", "int64_t", "uint32_t",
                           "uint64_t", "size_t"}))
      return spelled_leaf("?");
    if (alone)
      if (Type const known = defined(t.name, depth); !known.name.empty() || !known.text.empty())
        return tuple(known, depth + 1);
    if (alone) throw NotGiven(fmt::format("its entry, {}, is not given here", printable(t.name)));
    throw Wrong(fmt::format("{} is no type of a layout's entry", printable(t.name)));
  }

  /// Of a tuple: a name that the text does not explain stays a name, of a number that it does not give.
  Spelled entry_of(Type const& t, int depth) const {
    try {
      return tuple(t, depth);
    } catch (Wrong const&) {
      if (t.name.empty() || !t.arguments.empty() || defined(t.name, depth).name != "") throw;
      return spelled_leaf(t.name);
    }
  }

  /// CUTLASS' atoms of shared memory: Layout_K_SW128_Atom<half_t>, on bits 8 rows of 1024.
  static Spelled smem_atom(Type const& t) {
    constexpr std::pair<char const*, int> kBits[] = {
        {"half_t", 16},      {"bfloat16_t", 16},  {"float", 32},    {"tfloat32_t", 32},
        {"float_e4m3_t", 8}, {"float_e5m2_t", 8}, {"int8_t", 8},    {"uint8_t", 8},
        {"double", 64},      {"int32_t", 32},     {"uint16_t", 16}, {"uint32_t", 32}};
    constexpr std::pair<char const*, int> kSwizzles[] = {
        {"INTER", 0}, {"SW32", 1}, {"SW64", 2}, {"SW128", 3}};
    bool const k_major = t.name.starts_with("Layout_K_");
    if ((!k_major && !t.name.starts_with("Layout_MN_")) || !t.name.ends_with("_Atom") ||
        t.arguments.size() != 1)
      return {};
    int bits = 0, swizzle = -1;
    for (auto const& [name, n] : kBits)
      if (t.arguments[0].name == name) bits = n;
    for (auto const& [name, n] : kSwizzles)
      if (t.name.ends_with(fmt::format("_{}_Atom", name))) swizzle = n;
    if (bits == 0 && t.arguments[0].arguments.empty() && swizzle >= 0)
      throw NotGiven(fmt::format("its element, {}, is not given here", printable(t.arguments[0].name)));
    if (bits == 0 || swizzle < 0)
      throw Wrong(fmt::format("{}<{}> is no atom that is known", t.name, printable(t.arguments[0].name)));
    std::int64_t const row = (128 << swizzle) / bits;
    auto const pair = [&](std::int64_t a, std::int64_t b) {
      return spelled_tuple({spelled_number(k_major ? a : b), spelled_number(k_major ? b : a)});
    };
    Spelled const inner = spelled_layout(pair(8, row), pair(row, 1));
    if (swizzle == 0) return inner;
    std::string ignored;
    std::string const outer = on_elements(fmt::format("Sw<{},4,3>", swizzle), bits, ignored);
    return {Spelled::Is::composed, {}, {{Spelled::Is::swizzle, outer, {}}, spelled_number(0), inner}};
  }

  Spelled layout(Type const& t, int depth = 0) const {
    if (Spelled const atom = smem_atom(t); !atom.parts.empty()) return atom;
    if (t.name == "Layout" && (t.arguments.size() == 1 || t.arguments.size() == 2)) {
      Spelled const compact{Spelled::Is::col_major, {}, {}};
      return spelled_layout(tuple(t.arguments[0], depth),
                            t.arguments.size() == 1 ? compact : tuple(t.arguments[1], depth));
    }
    if (t.name == "Swizzle") {
      if (t.arguments.size() != 3) throw Wrong("a Swizzle without its three numbers");
      std::string numbers;
      for (Type const& n : t.arguments) numbers += (numbers.empty() ? "" : ",") + to_text(tuple(n, depth));
      return {Spelled::Is::swizzle, "Sw<" + numbers + ">", {}};
    }
    if (t.name == "ComposedLayout") {
      if (t.arguments.size() != 3) throw Wrong("a ComposedLayout without its three parts");
      Spelled outer = layout(t.arguments[0], depth), inner = layout(t.arguments[2], depth);
      Type const& offset = t.arguments[1];
      if (!offset.name.starts_with("smem_ptr_flag"))
        return {Spelled::Is::composed, {}, {outer, tuple(offset, depth), inner}};
      // The swizzle is one of the bytes of shared memory, the layout one of elements.
      std::string ignored;
      int const bits =
          offset.arguments.empty() ? 1 : static_cast<int>(tuple(offset.arguments[0], depth).number());
      if (outer.is == Spelled::Is::swizzle) outer.text = on_elements(outer.text, bits, ignored);
      return {Spelled::Is::composed, {}, {outer, spelled_number(0), inner}};
    }
    if (t.arguments.empty())
      if (Type const known = defined(t.name, depth); !known.name.empty()) return layout(known, depth + 1);
    if (t.arguments.empty()) throw NotGiven(fmt::format("{} is not given here", printable(t.name)));
    throw Wrong(fmt::format("{} is no layout", printable(t.name)));
  }

 private:
  /// A number, a name with the number that the text gives it, or an expression.
  Spelled leaf(std::string const& text, int depth) const {
    if (std::all_of(text.begin(), text.end(), is_name)) {
      if (Type const known = defined(text, depth); known.name.empty() && !known.text.empty())
        return leaf(known.text, depth + 1);
    } else if (depth <= 8) {
      try {
        std::size_t at = 0;
        Spelled const computed = spelled_at(text, at, names_, depth + 1);
        if (at == text.size() && computed.is_number()) return computed;
      } catch (Wrong const&) {  // then it stays as it is
      }
    }
    return spelled_leaf(text);
  }
  Type defined(std::string const& name, int depth) const {
    std::string_view const value = names_.of(name);
    if (value.empty() || depth > 8) return {};
    std::string const ended = std::string(value) + ">";  // which ends a number, too
    try {
      TypeReader reader(ended, 0);
      Type const t = reader.type(1);
      std::string_view const rest = std::string_view(ended).substr(reader.at());
      return rest == ">" ? t : Type{};
    } catch (Wrong const&) {
      return {};
    }
  }
  Definitions const& names_;
};

}  // namespace

Spelled cpp_type(std::string_view text, std::size_t& at, Definitions const& names) {
  TypeReader reader(text, at);
  Type const t = reader.type();
  at = reader.at();
  TypeMeaning const meaning(names);
  bool const is_layout =
      is_one_of(t.name, {"Layout", "ComposedLayout", "Swizzle"}) || t.name.ends_with("_Atom");
  return is_layout ? meaning.layout(t) : meaning.tuple(t);
}

std::size_t read_cpp_type(Found& found, std::string_view text, std::size_t at, Definitions const& names) {
  std::size_t end = at;
  try {
    if (text.substr(at).starts_with("Swizzle")) {
      std::string const swizzle = to_text(cpp_type(text, end, names));
      bool const pointer =
          text.substr(0, at).ends_with("swizzle_ptr<") || text.substr(0, at).ends_with("swizzle_ptr<cute::");
      throw Wrong(fmt::format("{} moves what a layout beside it leaves in place: {}", swizzle,
                              pointer ? "the addresses of a pointer" : "it stands in no layout"));
    }
    read_spelled(found, cpp_type(text, end, names));
  } catch (Wrong const& wrong) {
    found.reason = wrong.message, found.given = dynamic_cast<NotGiven const*>(&wrong) == nullptr;
  }
  return end;
}

}  // namespace colex::cli
