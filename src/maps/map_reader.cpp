// SPDX-License-Identifier: MIT
// Names, bindings and results, and the ways from the reader of values to maps and back. Headers are in map_header.cpp.
#include "maps/map_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace colex::cli {

namespace {

/// Past the bracket that closes the one at `at`; npos where none does.
std::size_t past_group(std::string_view text, std::size_t at) {
  int open = 0;
  for (; at < text.size(); ++at) {
    open += (text[at] == '(') - (text[at] == ')');
    if (open == 0) return at + 1;
  }
  return text.npos;
}

std::size_t past_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

}  // namespace

bool is_map_header(std::string_view text, std::size_t bracket) {
  std::size_t const past = past_group(text, bracket);
  return past != text.npos && text.substr(past_blanks(text, past), 2) == "->";
}

MapReader::MapReader(Reader const& at, MapOptions const& options) : Reader(at), options_(options) {
  program_.width = options.width, program_.language = options.language;
  program_.is_unsigned = options.width == Width::uint32;
}

MapText MapReader::read(std::size_t hidden) {
  hidden_ = hidden;
  MapText r;
  peek();
  std::size_t const start = at_;
  header(r);
  body();
  r.before = text_.substr(0, results_at_);
  IndexMap& map = r.map;
  map.text = text_.substr(start, at_ - start);
  while (!map.text.empty() && is_blank(map.text.back())) map.text.pop_back();
  map.is_tuple = is_tuple_;
  for (MapStep& step : program_.steps) step.from -= start, step.to -= start;
  r.body = std::move(program_);
  if (options_.sizes != nullptr) r.sizes = *options_.sizes;
  return r;
}

IndexMap MapReader::map() {
  MapText r = read();
  compute(r.map, r.body, name_);
  return std::move(r.map);
}

void MapReader::start() {
  while (word_ahead() == "let") bind();
  if (peek() != '(' || !is_map_header(text_, at_)) fail("expected a map, such as (i<32, j<8) -> i*32 + j");
}

void MapReader::finish() {
  take(';');
  end();
}

IndexMap read_map(std::string_view text, std::string const& name, MapOptions const& options) {
  MapReader reader(Reader(text, name, false), options);
  reader.start();
  IndexMap r = reader.map();
  reader.finish();
  return r;
}

MapText read_map_text(std::string_view text, std::string const& name, MapOptions options) {
  std::vector<std::string> sizes;
  options.sizes = &sizes;
  MapReader reader(Reader(text, name, false), options);
  reader.start();
  MapText r = reader.read();
  reader.finish();
  return r;
}

MapText read_beside(MapText const& map, std::string_view text, std::string const& name, MapOptions options) {
  std::vector<std::string> sizes = map.sizes;
  options.sizes = &sizes;
  std::string const all = map.before + std::string(text);
  MapReader reader(Reader(all, name, false), options);
  reader.start();
  MapText r = reader.read(map.before.size());
  reader.finish();
  return r;
}

/// A name as kernels have it: threadIdx.x, _lane, std::min. Not taken; empty where none starts here.
std::string_view MapReader::name_ahead() {
  char const first = peek();
  if (!is_letter(first) && first != '_') return {};
  std::size_t to = at_;
  for (;;) {
    while (to < text_.size() && is_name(text_[to])) ++to;
    std::size_t const joint = text_.substr(to, 1) == "." ? 1 : text_.substr(to, 2) == "::" ? 2 : 0;
    if (joint == 0 || to + joint >= text_.size() || !is_letter(text_[to + joint])) break;
    to += joint;
  }
  return text_.substr(at_, to - at_);
}

bool MapReader::take_word(std::string_view word) {
  if (name_ahead() != word) return false;
  at_ += word.size();
  return true;
}

bool MapReader::take_text(std::string_view text) {
  peek();
  if (text_.substr(at_, text.size()) != text) return false;
  at_ += text.size();
  return true;
}

/// Of the group in brackets that starts here: what follows it, and whether a comma separates its entries.
bool MapReader::group_ahead(char& next, bool& has_comma) const {
  std::size_t const past = past_group(text_, at_);
  if (past == text_.npos) return false;
  std::size_t const after = past_blanks(text_, past);
  next = after < text_.size() ? text_[after] : '\0';
  has_comma = false;
  int open = 0;
  for (std::size_t at = at_; at < past; ++at) {
    open += (text_[at] == '(' || text_[at] == '[') - (text_[at] == ')' || text_[at] == ']');
    has_comma = has_comma || (open == 1 && text_[at] == ',');
  }
  return true;
}

/// Bindings, then what the map answers.
void MapReader::body() {
  while (binding()) {
  }
  peek();
  results_at_ = at_;
  bool const returns = take_word("return");
  results();
  if (returns) take(';');
}

/// let NAME = ...; or int NAME = ...;
bool MapReader::binding() {
  peek();
  std::size_t const start = at_;
  Width width{};
  std::size_t end = 0;
  bool const typed = type_ahead(width, end);
  if (typed) {
    at_ = end;
  } else if (!take_word("let") && !take_word("auto")) {
    return false;
  }
  std::string_view const name = name_ahead();
  if (typed && (name.empty() || text_.substr(past_blanks(text_, at_ + name.size()), 1) != "=")) {
    at_ = start;  // a cast
    return false;
  }
  if (name.empty()) fail("expected a name after let");
  if (is_bound(name)) fail(fmt::format("{} has a meaning already", printable(name)));
  at_ += name.size();
  expect('=', "expected '='");
  peek();
  std::size_t const from = at_;
  std::string_view const rest = text_.substr(at_, text_.find(';', at_) - at_);
  if (!typed && rest.find(':') != rest.npos && rest.find('?') == rest.npos && rest.find("::") == rest.npos) {
    bound_.insert_or_assign(std::string(name), term().value);
  } else {
    conditional();
    if (typed) cast(width, from);
    if (typed) speaks(Language::c, "a type", start);
    put(Code::store, from, program_.slots);
    locals_.push_back({name, program_.slots++});
  }
  expect(';', "expected ';'");
  return true;
}

/// An offset, a coordinate in brackets, or a table of the offsets in order.
void MapReader::results() {
  char next{};
  bool has_comma = false;
  char const first = peek();
  std::size_t const start = at_;
  if (first == '[') {
    std::size_t const close = text_.find(']', at_);
    if (close != text_.npos && text_.substr(past_blanks(text_, close + 1), 1) != "[") {
      take('[');
      auto table = std::get<Table>(bracketed());
      if (static_cast<std::int64_t>(table.size()) != points_)
        fail(fmt::format("a table of {} values for {} points", table.size(), points_), start);
      std::int64_t base = 1;
      put(Code::constant, start, 0);
      for (std::size_t k = 0; k < extents_.size(); base *= extents_[k++]) {
        put(Code::coordinate, start, static_cast<std::int64_t>(k));
        put(Code::constant, start, base);
        put(Code::times, start);
        put(Code::plus, start);
      }
      return look_up(std::move(table), start);
    }
  }
  if (first != '(' || !group_ahead(next, has_comma) || !has_comma) return conditional();
  take('(');
  is_tuple_ = true;
  program_.results = 0;
  do {
    if (peek() == ')') break;
    conditional();
    ++program_.results;
  } while (take(','));
  expect(')', "expected ',' or ')'");
  if (program_.results > kMaxBases) fail(fmt::format("more than {} results", kMaxBases), start);
}

void MapReader::look_up(Table table, std::size_t start) {
  program_.tables.push_back(std::move(table));
  put(Code::lookup, start, static_cast<std::int64_t>(program_.tables.size()) - 1);
}

/// The call of a layout, with an index or a number for each mode; its bracket comes next.
void MapReader::call_of(Value const& value, std::size_t start) {
  if (!fits(Kind::swizzled, value)) fail("expected a layout to call, not " + what_is(value), start);
  Called called;
  try {
    called.layout = as_any(value);
  } catch (InputError const& error) {
    fail(error.message, start);
  }
  if (auto const why = defined(called.layout); why.condition != Condition::none)
    fail(std::string(sentence(why)), start);
  expect('(', "expected '(' and a coordinate");
  std::size_t count = 0;
  do {
    conditional();
    ++count;
  } while (take(','));
  expect(')', "expected ',' or ')'");
  auto& inner = called.layout.inner;
  if (count == 1) {  // an index
    called.extents = {size(inner)};
    auto grouped = inner;
    grouped.profile.clear();
    grouped.profile.tuple(1);
    grouped.profile.append(inner.profile, 0, inner.profile.count);
    inner = grouped;
  } else if (static_cast<int>(count) != rank(inner)) {
    fail(fmt::format("{} coordinates for {} modes", count, rank(inner)), start);
  }
  if (inner.profile.overfull) fail("more than 32 leaves, or nested beyond 64 nodes", start);
  for (int k = 0; count > 1 && k < rank(inner); ++k) called.extents.push_back(size(colex::entry(inner, k)));
  program_.layouts.push_back(std::move(called));
  put(Code::call, start, static_cast<std::int64_t>(program_.layouts.size()) - 1);
}

}  // namespace colex::cli
