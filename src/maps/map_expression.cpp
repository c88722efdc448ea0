// SPDX-License-Identifier: MIT
// The expression of a map: operators by precedence, put out as steps. Its words are in map_words.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "maps/map_reader.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

/// Precedences, from the weakest. Those of C and Python agree but for where a comparison stands among & ^ |.
enum Binding : int { kOr, kAnd, kNot, kCompare, kBitOr, kBitXor, kBitAnd, kShift, kSum, kProduct, kUnary };

struct Operator {
  std::string_view text;
  int level;
  Code code;
  Language language = Language::either;
};
/// Longer ones first.
constexpr Operator operators[] = {
    {"||", kOr, {}, Language::c},
    {"&&", kAnd, {}, Language::c},
    {"<<", kShift, Code::shift_left},
    {">>", kShift, Code::shift_right},
    {"<=", kCompare, Code::less_equal},
    {">=", kCompare, Code::greater_equal},
    {"==", kCompare, Code::equal},
    {"!=", kCompare, Code::not_equal},
    {"//", kProduct, Code::floor_divide, Language::python},
    {"<", kCompare, Code::less},
    {">", kCompare, Code::greater},
    {"|", kBitOr, Code::bit_or},
    {"^", kBitXor, Code::bit_xor},
    {"&", kBitAnd, Code::bit_and},
    {"+", kSum, Code::plus},
    {"-", kSum, Code::minus},
    {"*", kProduct, Code::times},
    {"/", kProduct, Code::divide, Language::c},
    {"%", kProduct, Code::modulo},
};

}  // namespace

void MapReader::put(Code code, std::size_t from, Int number) {
  if (program_.steps.size() == kMaxMapSteps)
    fail(fmt::format("more than {} operations in a map", kMaxMapSteps), from);
  std::size_t to = at_;
  while (to > from && is_blank(text_[to - 1])) --to;
  program_.steps.push_back({code, number, from, to});
}

/// A jump whose end is to be found.
std::size_t MapReader::jump(Code code, std::size_t from) {
  put(code, from);
  return program_.steps.size() - 1;
}
void MapReader::land(std::size_t jump) {
  program_.steps[jump].number = static_cast<Int>(program_.steps.size() - 1 - jump);
}

/// A word or an operator of one language stands at `start`.
void MapReader::speaks(Language language, std::string_view word, std::size_t start) {
  if (options_.language != Language::either) return;
  if (program_.language != Language::either && program_.language != language)
    fail(fmt::format("{} is {}, and {} before it {}", word, language == Language::c ? "C's" : "Python's",
                     spoken_, language == Language::c ? "Python's" : "C's"),
         start);
  program_.language = language;
  spoken_ = word;
}

/// c ? x : y, or x if c else y
void MapReader::conditional() {
  Characters::Level const level(*this);
  peek();
  std::size_t const start = at_, first = program_.steps.size();
  binary(kOr);
  std::size_t const after = at_;
  if (take('?')) {
    speaks(Language::c, "?", after);
    std::size_t const otherwise = jump(Code::jump_if_zero, start);
    conditional();
    expect(':', "expected ':'");
    std::size_t const done = jump(Code::jump, start);
    land(otherwise);
    conditional();
    return land(done);
  }
  if (!take_word("if")) return;
  speaks(Language::python, "if", after);
  std::vector<MapStep> const value(program_.steps.begin() + static_cast<std::ptrdiff_t>(first),
                                   program_.steps.end());
  program_.steps.resize(first);
  binary(kOr);
  std::size_t const otherwise = jump(Code::jump_if_zero, start);
  program_.steps.insert(program_.steps.end(), value.begin(), value.end());
  std::size_t const done = jump(Code::jump, start);
  land(otherwise);
  if (!take_word("else")) fail("expected else");
  conditional();
  land(done);
}

/// The operator of this level that comes next, taken; null where none does.
static Operator const* operator_at(std::string_view text, int level) {
  for (Operator const& o : operators) {
    if (!text.starts_with(o.text)) continue;
    if (o.level != level || text.starts_with("->")) return nullptr;
    std::size_t const next = text.find_first_not_of(" \t\r\n", 1);
    bool const closes =
        o.text == ">" && (next == text.npos || std::string_view(",):;").find(text[next]) != text.npos);
    return closes ? nullptr : &o;  // of a tiler
  }
  return nullptr;
}

/// One of || && or and, with its left operand there; the right one is computed where it is asked for.
bool MapReader::shortcut(int level, std::size_t start) {
  peek();
  std::size_t const here = at_;
  if (take_word(level == kOr ? "or" : "and")) {  // the operand that decided
    speaks(Language::python, level == kOr ? "or" : "and", here);
    put(Code::duplicate, start);
    std::size_t const goes_on = jump(Code::jump_if_zero, start);
    std::size_t done = goes_on;
    if (level == kOr) {
      done = jump(Code::jump, start);
      land(goes_on);
    }
    put(Code::drop, start);
    binary(level + 1);
    land(done);
    return true;
  }
  Operator const* const o = operator_at(text_.substr(at_), level);
  if (o == nullptr) return false;
  at_ += o->text.size();
  speaks(Language::c, o->text, here);
  if (level == kOr) put(Code::logical_not, start);
  std::size_t const decided = jump(Code::jump_if_zero, start);
  binary(level + 1);
  put(Code::constant, start, 0);
  put(Code::not_equal, start);
  std::size_t const done = jump(Code::jump, start);
  land(decided);
  put(Code::constant, start, level == kOr ? 1 : 0);
  land(done);
  return true;
}

/// Operators of a level and those that bind more; whether & ^ or | stands outside of all brackets, where C and Python do
/// not bind it alike.
bool MapReader::binary(int level) {
  peek();
  std::size_t const start = at_;
  if (level == kUnary) return unary(), false;
  if (level == kNot) {
    if (!take_word("not")) return binary(kCompare);
    Characters::Level const nested(*this);
    speaks(Language::python, "not", start);
    binary(kNot);
    return put(Code::logical_not, start), false;
  }
  bool bits = binary(level + 1);
  if (level == kOr || level == kAnd) {
    while (shortcut(level, start)) bits = false;
    return bits;
  }
  for (bool again = false;; again = true) {
    peek();
    std::size_t const here = at_;
    Operator const* const o = operator_at(text_.substr(at_), level);
    if (o == nullptr) return bits;
    if (o->text == "*" && text_.substr(at_, 2) == "**") fail("** is not read");
    if (again && level == kCompare)
      fail("a < b < c means one thing in C and another in Python; write brackets");
    at_ += o->text.size();
    if (o->language != Language::either) speaks(o->language, o->text, here);
    bool const right = binary(level + 1);
    if (level == kCompare && (bits || right))
      fail(
          fmt::format("{} beside & ^ or | binds one way in C and another in Python; write brackets", o->text),
          here);
    bits = level >= kBitOr && level <= kBitAnd;
    put(o->code, start);
  }
}

void MapReader::sum() { binary(kSum); }

void MapReader::unary() {
  Characters::Level const level(*this);
  char const first = peek();
  std::size_t const start = at_;
  if (take('+')) return unary();
  if (take('-')) {
    unary();
    return put(Code::negate, start);
  }
  if (take('~')) return unary(), put(Code::invert, start);
  if (first == '!' && text_.substr(at_, 2) != "!=") {
    take('!');
    speaks(Language::c, "!", start);
    return unary(), put(Code::logical_not, start);
  }
  if (take('(')) {
    Width width{};
    std::size_t end = 0;
    if (type_ahead(width, end) && (at_ = end, take(')'))) {
      speaks(Language::c, "a cast", start);
      return unary(), cast(width, start);
    }
    at_ = start;
  }
  primary_number();
}

}  // namespace colex::cli
