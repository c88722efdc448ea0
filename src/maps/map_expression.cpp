// SPDX-License-Identifier: MIT
// The expression of a map: operators by precedence, literals, casts and calls, put out as steps.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "colex/digits.hpp"
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

struct TypeName {
  std::string_view name;
  Width width;
};
constexpr TypeName types[] = {
    {"bool", Width::boolean},    {"int8_t", Width::int8},     {"uint8_t", Width::uint8},
    {"int16_t", Width::int16},   {"uint16_t", Width::uint16}, {"int32_t", Width::int32},
    {"uint32_t", Width::uint32}, {"int64_t", Width::int64},   {"uint64_t", Width::uint64},
    {"size_t", Width::uint64},   {"ptrdiff_t", Width::int64}, {"int8", Width::int8},
    {"uint8", Width::uint8},     {"int16", Width::int16},     {"uint16", Width::uint16},
    {"int32", Width::int32},     {"uint32", Width::uint32},   {"int64", Width::int64},
    {"uint64", Width::uint64},
};

/// The word without std::, cute::, np. and the like.
std::string_view plain_word(std::string_view word) {
  for (std::string_view const prefix : {"cute::", "std::", "cuda::std::", "np.", "numpy."})
    if (word.starts_with(prefix)) word.remove_prefix(prefix.size());
  return word;
}

}  // namespace

/// The type that starts here: its width, and where it ends.
bool MapReader::type_ahead(Width& width, std::size_t& end) {
  std::size_t const here = at_;
  bool is_unsigned = false, found = false;
  int longs = 0;
  width = Width::int32;
  for (std::string_view word = name_ahead(); !word.empty(); at_ += word.size(), word = name_ahead()) {
    if (is_bound(word)) break;
    if (word == "const" || word == "constexpr") continue;
    if (word == "unsigned" || word == "signed" || word == "int" || word == "long" || word == "short" ||
        word == "char") {
      is_unsigned = is_unsigned || word == "unsigned";
      longs += word == "long" ? 1 : 0;
      if (word == "short") width = Width::int16;
      if (word == "char") width = Width::int8;
      found = true;
      continue;
    }
    auto const known = std::find_if(std::begin(types), std::end(types),
                                    [&](TypeName const& t) { return t.name == plain_word(word); });
    if (known == std::end(types) || found) break;
    width = known->width;
    at_ += word.size();
    end = at_;
    at_ = here;
    return true;
  }
  if (longs > 0) width = Width::int64;
  if (is_unsigned) width = static_cast<Width>(static_cast<int>(width) + 1);
  end = at_;
  at_ = here;
  return found;
}

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

void MapReader::cast(Width width, std::size_t start) {
  if (width == Width::uint32 || width == Width::uint64) program_.is_unsigned = true;
  put(Code::cast, start, static_cast<Int>(width));
}

/// 12, 0x1f, 0b101, 1'000, 32u, 64ULL
Int MapReader::literal() {
  std::size_t const start = at_;
  std::string_view const head = text_.substr(at_, 2);
  int const base = head == "0x" || head == "0X" ? 16 : head == "0b" || head == "0B" ? 2 : 10;
  if (base != 10) at_ += 2;
  Int value = 0;
  bool any = false;
  for (; at_ < text_.size(); ++at_) {
    char const c = text_[at_];
    if (any && c == '\'') continue;
    int const digit = is_digit(c)                                        ? c - '0'
                      : base == 16 && (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10
                                                                         : base;
    if (digit >= base) break;
    if (value > (kReachLimit - digit) / base) fail("integer beyond 2^62", start);
    value = value * base + digit;
    any = true;
  }
  if (!any) fail("expected a number", start);
  for (; at_ < text_.size() && std::string_view("uUlLzZ").find(text_[at_]) != std::string_view::npos; ++at_) {
    speaks(Language::c, "a suffix", at_);
    if ((text_[at_] | 32) == 'u') program_.is_unsigned = true;
  }
  if (at_ < text_.size() && (is_name(text_[at_]) || text_[at_] == '.')) fail("no integer", start);
  return value;
}

void MapReader::primary_number() {
  char const first = peek();
  std::size_t const start = at_;
  if (is_digit(first)) {
    Int const value = literal();
    return put(Code::constant, start, value);
  }
  if (take('[')) {
    auto table = std::get<Table>(bracketed());
    return look_up_at(std::move(table), start);
  }
  if (first == '(') {
    char next{};
    bool has_comma = false;
    bool const called = group_ahead(next, has_comma) && next == '(';
    take('(');
    if (called) {
      Value const layout = term().value;
      expect(')', "expected ')'");
      return call_of(layout, start);
    }
    conditional();
    return expect(')', "expected ')'");
  }
  std::string_view const name = name_ahead();
  if (name.empty()) fail(first == '\0' ? "expected a number, a name or '('" : "unexpected character");
  word(name, start);
}

/// The index in brackets.
void MapReader::look_up_at(Table table, std::size_t start) {
  expect('[', "expected '[' and an index");
  conditional();
  expect(']', "expected ']'");
  look_up(std::move(table), start);
}

/// The arguments of a function of two, or of more where it takes them pair by pair.
void MapReader::function(Code code, std::size_t start) {
  expect('(', "expected '('");
  conditional();
  int count = 1;
  for (; take(','); ++count) {
    if (code == Code::absolute || (code == Code::ceil_divide && count == 2)) fail("too many arguments");
    conditional();
    put(code, start);
  }
  expect(')', "expected ',' or ')'");
  if (code == Code::absolute) return put(code, start);
  if (count == 1) fail("expected two arguments", start);
}

void MapReader::word(std::string_view name, std::size_t start) {
  if (auto const k = std::find(names_.begin(), names_.end(), name); k != names_.end()) {
    at_ += name.size();
    return put(Code::coordinate, start, k - names_.begin());
  }
  for (Local const& local : locals_)
    if (local.name == name) {
      at_ += name.size();
      return put(Code::local, start, local.slot);
    }
  if (auto const known = bound_.find(name); known != bound_.end()) {
    at_ += name.size();
    Value const& value = known->second;
    if (auto const* const table = std::get_if<Table>(&value)) return look_up_at(*table, start);
    auto const* const tuple = std::get_if<Tuple>(&value);
    if (tuple != nullptr && tuple->is_integer() && peek() != '(')
      return put(Code::constant, start, tuple->tree.leaves[0].value);
    return call_of(value, start);
  }
  if (name == "static_cast") {
    at_ += name.size();
    Width width{};
    std::size_t end = 0;
    expect('<', "expected '<'");
    if (!type_ahead(width, end)) fail("expected an integer type");
    at_ = end;
    expect('>', "expected '>'");
    expect('(', "expected '('");
    conditional();
    expect(')', "expected ')'");
    return cast(width, start);
  }
  if (name == "True" || name == "False" || name == "true" || name == "false") {
    at_ += name.size();
    return put(Code::constant, start, (name[0] | 32) == 't' ? 1 : 0);
  }
  std::size_t end_of_type = 0;
  if (Width width{}; type_ahead(width, end_of_type)) {
    bool const any_integer = name == "int" && program_.language == Language::python;
    at_ = end_of_type;
    expect('(', "expected '('");
    conditional();
    expect(')', "expected ')'");
    return any_integer ? void() : cast(width, start);
  }
  std::string_view const plain = plain_word(name);
  struct Known {
    std::string_view name;
    Code code;
  };
  for (auto const& [known, code] :
       {Known{"min", Code::minimum}, Known{"max", Code::maximum}, Known{"abs", Code::absolute},
        Known{"ceil_div", Code::ceil_divide}, Known{"cdiv", Code::ceil_divide}})
    if (plain == known) {
      at_ += name.size();
      return function(code, start);
    }
  std::size_t const past = at_ + name.size();
  if (named(name).empty() || past >= text_.size() || text_[past] != '(') {
    std::vector<std::string> all{"min", "max", "abs", "ceil_div"};
    for (auto const& one : names_) all.emplace_back(one);
    for (auto const& one : locals_) all.emplace_back(one.name);
    fail(fmt::format("unknown name {}{}", printable(name), suggestion(name, all)), start);
  }
  Value const value = primary().value;  // an operation of colex
  auto const* const tuple = std::get_if<Tuple>(&value);
  if (tuple != nullptr && tuple->is_integer()) return put(Code::constant, start, tuple->tree.leaves[0].value);
  call_of(value, start);
}

}  // namespace colex::cli
