// SPDX-License-Identifier: MIT
// Names of C++ types, as compilers print them: cute::Layout<cute::tuple<cute::C<4>, int>, ...>.
#include <fmt/format.h>

#include <algorithm>

#include "operations/characters.hpp"
#include "questions/foreign.hpp"

namespace colex::cli {

namespace {

struct Type {
  std::string name{};  ///< without its namespaces; empty for a number
  std::int64_t number = 0;
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
    skip("(int)"), skip("(long)"), skip("(unsigned int)"), skip("(unsigned long)");
    Type r;
    if (char const c = peek(); c == '-' || (c >= '0' && c <= '9')) {
      number(r);
      return r;
    }
    words(r);
    if (peek() == '<') {
      ++at_;
      while (!take('>')) {
        r.arguments.push_back(type(depth + 1));
        take(',');
        if (at_ >= text_.size()) throw Wrong("the name of the type does not end");
      }
    }
    while (peek() == '&' || peek() == '*') ++at_;
    return r;
  }

 private:
  char peek() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
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
    bool const negative = take('-');
    int digits = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_)
      if (++digits <= 18) r.number = 10 * r.number + (text_[at_] - '0');
    if (digits == 0 || digits > 18) throw Wrong("a number of more than 18 digits, or none");
    while (at_ < text_.size() &&
           (text_[at_] == 'u' || text_[at_] == 'U' || text_[at_] == 'l' || text_[at_] == 'L'))
      ++at_;
    if (negative) r.number = -r.number;
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

bool among(std::string const& name, std::initializer_list<char const*> all) {
  return std::any_of(all.begin(), all.end(), [&](char const* one) { return name == one; });
}

/// A number, a tuple or a basis.
std::string tuple(Type const& t) {
  if (t.name.empty()) return std::to_string(t.number);
  if (t.arguments.empty() && t.name.size() > 1 && t.name[0] == '_' &&
      std::all_of(t.name.begin() + 1, t.name.end(), [](char c) { return c >= '0' && c <= '9'; }))
    return t.name.substr(1);
  if (among(t.name, {"C", "Int", "constant", "integral_constant"}) && !t.arguments.empty())
    return tuple(t.arguments.back());
  if (among(t.name, {"tuple", "Shape", "Stride", "Coord", "Step", "Tile", "ArithmeticTuple"})) {
    std::string out;
    for (Type const& entry : t.arguments) out += (out.empty() ? "" : ",") + tuple(entry);
    return "(" + out + ")";
  }
  if (t.name == "ScaledBasis" && t.arguments.size() >= 2) {
    std::string out = tuple(t.arguments[0]);
    for (std::size_t k = t.arguments.size(); k-- > 1;) out += "@" + tuple(t.arguments[k]);
    return out;
  }
  if (among(t.name, {"int", "long", "unsigned", "short", "char", "int32_t", "int64_t", "uint32_t", "uint64_t",
                     "size_t"}))
    return "?";
  throw Wrong(fmt::format("{} is no type of a layout's entry", printable(t.name)));
}

std::string layout(Type const& t) {
  if (t.name == "Layout") {
    if (t.arguments.size() != 2) throw Wrong("a Layout without its stride");
    return tuple(t.arguments[0]) + ":" + tuple(t.arguments[1]);
  }
  if (t.name == "Swizzle") {
    if (t.arguments.size() != 3) throw Wrong("a Swizzle without its three numbers");
    return fmt::format("Sw<{},{},{}>", tuple(t.arguments[0]), tuple(t.arguments[1]), tuple(t.arguments[2]));
  }
  if (t.name == "ComposedLayout") {
    if (t.arguments.size() != 3) throw Wrong("a ComposedLayout without its three parts");
    std::string const& offset =
        t.arguments[1].name;  // a flag says that the pointer to shared memory comes later
    bool const flag = offset.starts_with("smem_ptr_flag");
    return layout(t.arguments[0]) + " o " + (flag ? "0" : tuple(t.arguments[1])) + " o " +
           layout(t.arguments[2]);
  }
  throw Wrong(fmt::format("{} is no layout", printable(t.name)));
}

/// Whether text goes on with `{}` or `()` and then with `next`; the place after `next`, or 0.
std::size_t after_value(std::string_view text, std::size_t at, char next) {
  auto const skip = [&] {
    while (at < text.size() && is_blank(text[at])) ++at;
  };
  skip();
  if (std::string_view const pair = text.substr(at, 2); pair != "{}" && pair != "()") return 0;
  at += 2;
  skip();
  return at < text.size() && text[at] == next ? at + 1 : 0;
}

/// What a Swizzle<B,M,S> at `at` belongs to: the layout of composition(Swizzle<...>{}, Layout<...>{}), to which it is
/// added; else it moves what no layout here says, as swizzle_ptr<Swizzle<...>, ...> moves addresses.
std::size_t read_swizzle(Found& found, std::string_view text, std::size_t at, TypeReader& reader) {
  std::string const swizzle = layout(reader.type());
  std::size_t start = at;
  while (start > 0 && (is_name(text[start - 1]) || text[start - 1] == ':')) --start;
  std::string_view const before = text.substr(0, start);
  std::size_t const inner = after_value(text, reader.at(), ',');
  if (before.ends_with("composition(") && inner != 0) {
    TypeReader behind(text, inner);
    Type const t = behind.type();
    if (t.name == "Layout" && after_value(text, behind.at(), ')') != 0) {
      read_dialect(found, swizzle + " o 0 o " + layout(t));
      return behind.at();
    }
  }
  throw Wrong(fmt::format(
      "{} moves what a layout beside it leaves in place: {}", swizzle,
      before.ends_with("swizzle_ptr<") ? "the addresses of a pointer" : "it stands in no layout"));
}

}  // namespace

std::size_t read_cpp_type(Found& found, std::string_view text, std::size_t at) {
  TypeReader reader(text, at);
  try {
    if (text.substr(at).starts_with("Swizzle<")) return read_swizzle(found, text, at, reader);
    read_dialect(found, layout(reader.type()));
  } catch (Wrong const& wrong) {
    found.reason = wrong.message;
  }
  return reader.at();
}

}  // namespace colex::cli
