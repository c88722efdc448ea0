// SPDX-License-Identifier: MIT
// Layouts as CuTe, its DSLs and colex print them: (_64,_16):(_16,_1), Sw<1,4,3> o smem_ptr[16b](unset) o (_8,_16):(_16,_1),
// gmem_ptr[32b](0x7f00) o (4,8):(8,1), ArithTuple(0,_0) o ((_1,_64),2):((_0,_1@0),_64@1).
#include <fmt/format.h>

#include <algorithm>

#include "colex/any_layout.hpp"
#include "operations/characters.hpp"
#include "questions/foreign.hpp"

namespace colex::cli {

namespace {

bool digit(char c) { return c >= '0' && c <= '9'; }

/// Reads what may be a print. Nothing is thrown: where it is none, `ok` is false.
class PrintReader {
 public:
  PrintReader(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  std::string whole{};     ///< as colex writes it
  std::string swizzled{};  ///< a swizzle of the addresses, which no layout says
  std::size_t end = 0;     ///< after the last part; 0 where there is no layout
  int element_bits = 0;    ///< of the pointer

  bool read() {
    for (int parts = 0; parts < 16; ++parts) {
      if (!part()) return end != 0;
      std::size_t const here = at_;
      if (is_layout_) end = here, whole = chain;
      blanks();
      if (text_.substr(at_, 2) != "o ") return end != 0;
      at_ += 2;
      blanks();
      chain += " o ";
    }
    return end != 0;
  }
  bool scalar() const { return scalar_ && !marked_; }

 private:
  std::string chain{};
  bool is_layout_ = false, scalar_ = true, marked_ = false;

  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  /// Where `c` stands within 64 characters; what is longer is no part of a print.
  std::size_t soon(char c) const {
    std::size_t const ahead = text_.substr(at_, 65).find(c);
    return ahead == text_.npos ? text_.npos : at_ + ahead;
  }
  void blanks() {
    while (peek() == ' ' || peek() == '\t') ++at_;
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  bool number(std::string& out) {
    if (peek() == '_' && (digit(peek(1)) || (peek(1) == 'm' && digit(peek(2))))) {
      ++at_, marked_ = true;
      if (take('m')) out += '-';
    }
    if (peek() == '-' && digit(peek(1))) out += '-', ++at_;
    if (!digit(peek())) return false;
    for (int digits = 0; digit(peek()); ++at_, ++digits) {
      if (digits == 18) return false;
      out += peek();
    }
    return true;
  }
  bool leaf(std::string& out) {
    if (take('?')) {
      out += '?';
      if (peek() == '{') {
        std::size_t const close = soon('}');
        if (close == text_.npos) return false;
        out += text_.substr(at_, close + 1 - at_), at_ = close + 1;
      }
    } else if (!number(out)) {
      return false;
    }
    for (int names = 0; (peek() == '@' || peek() == 'E') && digit(peek(1)); ++names) {
      if (names == kMaxBases) return false;
      ++at_, out += '@';
      if (!number(out)) return false;
    }
    return !is_name(peek()) && peek() != '.';
  }
  bool tuple(std::string& out, std::string& profile, int depth = 0) {
    if (depth > 64) return false;
    if (!take('(')) {
      profile += '.';
      return leaf(out);
    }
    if (depth == 0) scalar_ = false;
    out += '(', profile += '(';
    for (bool first = true;; first = false) {
      blanks();
      if (take(')')) break;
      if (!first) {
        if (!take(',')) return false;
        blanks();
        if (take(')')) break;  // (4,)
        out += ',';
      }
      if (!tuple(out, profile, depth + 1)) return false;
    }
    out += ')', profile += ')';
    return true;
  }
  /// A pointer or an offset in other words: smem_ptr[16b](unset), gmem_ptr[32b](0x7f00), ArithTuple(0,_0).
  bool pointer() {
    std::string_view const rest = text_.substr(at_, 256);
    constexpr std::string_view kCoordinates = "ArithTuple(";
    if (rest.starts_with(kCoordinates)) {
      at_ += kCoordinates.size() - 1;
      std::string profile;
      return tuple(chain, profile);
    }
    std::size_t name = 0;
    while (name < rest.size() && name < 32 && is_name(rest[name])) ++name;
    if (!rest.substr(0, name).ends_with("ptr") || rest.substr(name, 1) != "[") return false;
    std::size_t const bits = rest.find(']'), open = rest.find('('), close = rest.find(')');
    if (bits == rest.npos || open != bits + 1 || close == rest.npos || close > 128) return false;
    element_bits = 0;
    for (std::size_t k = name + 1; k < bits && digit(rest[k]) && element_bits < 1024; ++k)
      element_bits = 10 * element_bits + (rest[k] - '0');
    at_ += close + 1;
    chain += '0';
    return true;
  }
  bool part() {
    is_layout_ = false;
    bool const swizzle = text_.substr(at_, 3) == "Sw<" || text_.substr(at_, 2) == "S<";
    if (swizzle) {
      std::size_t const close = soon('>');
      if (close == text_.npos) return false;
      std::string const name =
          "Sw" + std::string(text_.substr(text_.find('<', at_), close + 1 - text_.find('<', at_)));
      if (name.find_first_not_of("Sw<>0123456789,- ") != name.npos) return false;
      at_ = close + 1;
      marked_ = true;
      if (take('_')) {
        swizzled = name;
        return pointer();
      }
      chain += name;
      return true;
    }
    if (peek() == 'A' || peek() == 's' || peek() == 'g' || peek() == 'r' || peek() == 't' || peek() == 'p')
      return pointer();
    std::string shape, profile, stride, other;
    if (!tuple(shape, profile)) return false;
    std::size_t const here = at_;
    blanks();
    bool const apart = at_ != here;
    if (!take(':')) {
      at_ = here;
      chain += shape;
      return true;  // an offset
    }
    if (!apart && !marked_ && peek() == ' ') return false;  // {(1,2): (3,4)} is none
    blanks();
    if (!tuple(stride, other)) return false;
    if (is_name(peek()) || peek() == '(' || shape == "()") return false;
    if (!marked_ && (profile == ".") != (other == ".")) return false;  // {(1,2): 3}
    chain += shape + ":" + stride;
    is_layout_ = true;
    return true;
  }

  std::string_view text_;
  std::size_t at_;
};

/// "ThrLayoutVMNK" of "  ThrLayoutVMNK:  (...)", in the print's line and not far before it; empty where nothing names it.
std::string label(std::string_view text, std::size_t at) {
  std::size_t const from = at - std::min<std::size_t>(at, 256);
  std::string_view before = text.substr(from, at - from);
  if (std::size_t const line = before.rfind('\n'); line != before.npos) before.remove_prefix(line + 1);
  while (!before.empty() && is_blank(before.back())) before.remove_suffix(1);
  if (before.empty() || (before.back() != ':' && before.back() != '=')) return "";
  before.remove_suffix(1);
  while (!before.empty() && is_blank(before.back())) before.remove_suffix(1);
  std::size_t start = before.size();
  while (start > 0 && (is_name(before[start - 1]) || before[start - 1] == '.')) --start;
  return start < before.size() && !digit(before[start]) ? std::string(before.substr(start)) : "";
}

/// Whether nothing but the print and its name stand in the line: 4:1 alone is a layout, and a time of day is none.
bool alone(std::string_view text, std::size_t at, std::size_t end) {
  while (end < text.size() && is_blank(text[end]) && text[end] != '\n') ++end;
  if (end < text.size() && text[end] != '\n') return false;
  while (at > 0 && is_blank(text[at - 1]) && text[at - 1] != '\n') --at;
  return at == 0 || text[at - 1] == '\n' ||
         ((text[at - 1] == ':' || text[at - 1] == '=') && !label(text, at).empty());
}

}  // namespace

std::string on_elements(std::string const& swizzle, int bits, std::string& note) {
  if (bits <= 0) throw InputError("the bits of an element are missing");
  Value const value = read_value(swizzle, "swizzle", true);
  auto const* const given = std::get_if<Swizzle>(&value);
  if (given == nullptr) throw InputError(swizzle + " is no swizzle");
  Swizzle s = *given;
  if (!is_power_of_two(std::int64_t{bits}))
    throw InputError(fmt::format("{} is one of bytes, and elements have {} bits", swizzle, bits));
  int const moved = log2_of(bits) - 3;
  if (s.bits == 0) return "Sw<0,0,0>";
  if (s.base < moved)
    throw InputError(fmt::format("{} moves bytes within elements of {} bits", swizzle, bits));
  s.base -= moved;
  note = fmt::format("{} of bytes, on elements of {} bits", swizzle, bits);
  return fmt::format("Sw<{},{},{}>", s.bits, s.base, s.shift);
}

std::size_t read_printed(Found& found, std::string_view text, std::size_t at) {
  PrintReader reader(text, at);
  if (!reader.read() || reader.end == 0) return 0;
  if (reader.scalar() && !alone(text, at, reader.end)) return 0;
  std::string const name = label(text, at);
  found.source = text.substr(at, reader.end - at);
  std::string note;
  try {
    std::string chain = reader.whole;
    if (!reader.swizzled.empty())
      throw InputError(
          fmt::format("its pointer swizzles addresses, which its layout does not say: {}", reader.swizzled));
    std::size_t const o = chain.find(" o 0 o ");
    if (reader.element_bits != 0 && chain.starts_with("Sw<") && o != chain.npos)
      chain = on_elements(chain.substr(0, o), reader.element_bits, note) + chain.substr(o);
    else if (reader.element_bits != 0 && chain.starts_with("0 o "))
      chain.erase(0, 4);
    read_dialect(found, chain);
  } catch (InputError const& error) {
    found.reason = error.message;
  }
  for (std::string const& more : {note, name})
    if (!more.empty() && found.reason.empty()) found.note += (found.note.empty() ? "" : "; ") + more;
  return reader.end;
}

}  // namespace colex::cli
