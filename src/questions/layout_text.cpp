// SPDX-License-Identifier: MIT
// Layouts as text of which colex has no value: unknown extents, strides of bases within bases, a layout behind an
// offset, a swizzle of coordinates, an extent of 0. They are read by their grammar, and what they hold beside numbers is
// counted.
#include <fmt/format.h>

#include "questions/foreign.hpp"

namespace colex::cli {

namespace {

/// The nesting of a tuple, "(.(..))", with its text.
struct Tree {
  std::string text{}, profile{};
};

class TextReader {
 public:
  explicit TextReader(std::string_view text) : text_(text) {}

  LayoutText whole() {
    LayoutText r;
    chain(r);
    if (at_ != text_.size()) fail("expected ' o ' or the end");
    r.unknowns = unknowns_, r.bases = bases_, r.zeros = zeros_, r.fractions = fractions_;
    if (layouts_ == 0) fail("no shape with strides");
    return r;
  }

 private:
  /// A o n o B. Brackets around a part, A o n o [B o m o C], say nothing: A(n + B(m + C(c))) either way.
  void chain(LayoutText& r, int depth = 0) {
    if (depth > 64) fail("nested beyond 64 levels");
    for (;;) {
      if (take('[')) {
        chain(r, depth + 1);
        if (!take(']')) fail("expected ' o ' or ']'");
      } else {
        r.text += part(r);
      }
      skip();
      if (text_.substr(at_, 2) != "o ") return;
      at_ += 2;
      if (++r.parts > kMaxParts) fail("more than 64 layouts, swizzles and offsets in one composition");
      r.text += " o ";
    }
  }
  [[noreturn]] void fail(char const* message) const {
    throw InputError(fmt::format("{} at byte {}", message, at_ + 1));
  }
  void skip() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n')) ++at_;
  }
  char peek() {
    skip();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  static bool digit(char c) { return c >= '0' && c <= '9'; }

  std::string number() {
    peek();
    std::size_t const start = at_;
    if (at_ < text_.size() && text_[at_] == '-') ++at_;
    std::size_t const first = at_;
    while (at_ < text_.size() && digit(text_[at_])) ++at_;
    if (at_ == first || at_ - first > 18) fail("expected an integer of up to 18 digits");
    return std::string(text_.substr(start, at_ - start));
  }
  /// An integer, a fraction, `?`, `?{div=8}`, each with `@k` or `Ek` after it.
  std::string leaf(bool extent) {
    std::string out;
    if (take('?')) {
      ++unknowns_, out = "?";
      if (at_ < text_.size() && text_[at_] == '{') {
        std::size_t const end = text_.find('}', at_);
        if (end == text_.npos || end - at_ > 64) fail("'{' is not closed");
        out += text_.substr(at_, end + 1 - at_), at_ = end + 1;
      }
    } else {
      out = number();
      if (extent && out == "0") ++zeros_;
      if (extent && out[0] == '-') fail("an extent below 0");
      if (!extent && at_ < text_.size() && text_[at_] == '/') ++at_, ++fractions_, out += "/" + number();
    }
    bool based = false;
    while (at_ < text_.size() && (text_[at_] == '@' || text_[at_] == 'E')) {
      ++at_, based = true;
      out += "@" + number();
    }
    bases_ += based ? 1 : 0;
    return out;
  }
  Tree tree(bool extent, int depth = 0) {
    if (depth > 64) fail("nested beyond 64 levels");
    if (!take('(')) return {leaf(extent), "."};
    Tree r{"(", "("};
    while (!take(')')) {
      if (r.text.size() > 1) {
        expect(',', "expected ',' or ')'");
        r.text += ",";
      }
      Tree const entry = tree(extent, depth + 1);
      r.text += entry.text, r.profile += entry.profile;
    }
    return {r.text + ")", r.profile + ")"};
  }
  void expect(char c, char const* message) {
    if (!take(c)) fail(message);
  }
  /// FlyDSL's swizzle of coordinates, CS<mask, base, [modes], base, [modes]>.
  std::string coordinate_swizzle() {
    at_ += 2;
    expect('<', "expected '<'");
    std::string s = "CS<" + number();
    for (int k = 0; k < 2; ++k) {
      expect(',', "expected ','");
      s += "," + number();
      expect(',', "expected ','");
      expect('[', "expected '['");
      s += ",[";
      for (bool first = true; !take(']'); first = false) {
        if (!first) expect(',', "expected ',' or ']'"), s += ",";
        s += number();
      }
      s += "]";
    }
    expect('>', "expected '>'");
    return s + ">";
  }
  /// A swizzle, an offset, or shape and strides.
  std::string part(LayoutText& r) {
    if (peek() == 'C' && text_.substr(at_, 2) == "CS") {
      r.of_coordinates = true;
      return coordinate_swizzle();
    }
    if (peek() == 'S') {
      at_ += text_.substr(at_, 2) == "Sw" ? 2 : 1;
      expect('<', "expected '<'");
      std::string s = "Sw<" + number();
      for (int k = 0; k < 2; ++k) {
        expect(',', "expected ','");
        s += "," + number();
      }
      expect('>', "expected '>'");
      r.swizzled = true;
      return s + ">";
    }
    std::size_t const start = at_;
    std::size_t const end = text_.find(" o ", start);
    bool const bare = text_.substr(start, end == text_.npos ? end : end - start).find(':') == text_.npos;
    Tree const shape = tree(!bare);
    if (bare) return shape.text;
    expect(':', "expected ':'");
    Tree const stride = tree(false);
    if (shape.profile != stride.profile) fail("shape and strides do not nest alike");
    ++layouts_;
    return shape.text + ":" + stride.text;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int unknowns_ = 0, bases_ = 0, zeros_ = 0, fractions_ = 0, layouts_ = 0;
};

}  // namespace

LayoutText read_layout_text(std::string_view text) { return TextReader(text).whole(); }

std::string describe(LayoutText const& t) {
  std::string out;
  auto const add = [&](std::string const& what) { out += (out.empty() ? "" : ", ") + what; };
  if (t.unknowns > 0) add(fmt::format("{} unknown{}", t.unknowns, t.unknowns == 1 ? "" : "s"));
  if (t.bases > 0) add("values are coordinates");
  if (t.fractions > 0) add("a stride is a fraction");
  if (t.zeros > 0) add("an extent is 0");
  if (t.of_coordinates) add("a swizzle of coordinates");
  if (t.parts >= 3 && !t.of_coordinates)
    add(t.swizzled ? "a layout behind a swizzle" : "a layout behind an offset");
  return "as text: " + out;
}

}  // namespace colex::cli
