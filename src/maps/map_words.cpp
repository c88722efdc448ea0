// SPDX-License-Identifier: MIT
// The words of a map: literals, types and casts, names, functions, tables.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "maps/map_reader.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

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
  auto* const sizes = options_.sizes;
  if (sizes != nullptr && (in_header_ || is_capital(name[0]) || !sizes->empty()) && named(name).empty()) {
    at_ += name.size();
    auto const known = std::find(sizes->begin(), sizes->end(), name);
    if (known != sizes->end()) return put(Code::unknown, start, known - sizes->begin());
    sizes->emplace_back(name);
    return put(Code::unknown, start, static_cast<Int>(sizes->size()) - 1);
  }
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
