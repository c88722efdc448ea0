// SPDX-License-Identifier: MIT
// Calls, names and composition; and the ways in.
#include "operations/read.hpp"

#include <fmt/format.h>

#include "colex/print.hpp"
#include "operations/reader.hpp"
#include "text/table.hpp"

namespace colex::cli {

Reader::Reader(std::string_view text, std::string const& name, bool cute)
    : Characters(text, name), cute_(cute) {
  if (text.size() > kMaxText) throw InputError(name + ": longer than 1 MiB");
}

Answer Reader::expression() {
  while (word_ahead() == "let") bind();
  Answer r = term();
  take(';');
  end();
  return r;
}

Value Reader::value() {
  Answer r = term();
  end();
  return std::move(r.value);
}

/// What starts with a word: a constant, a swizzle, a call or a name.
Answer Reader::primary() {
  std::size_t const start = at_;
  std::string_view const word = word_ahead();
  at_ += word.size();
  if (word == "X") return Value(Tuple{leaf(Entry{Entry::Is::keep, 0})});
  if (peek() == '<') {
    if (word == "C" || word == "Int") return integer_value(constant());
    if (word == "S" || word == "Sw") return swizzle();
    if (word == "E") return basis_element();
  }
  if (take('(')) return call(word, start);
  auto const bound = bound_.find(word);
  if (bound == bound_.end()) {
    if (!named(word).empty())
      fail(fmt::format("{0} is an operation, whose arguments stand in brackets: {0}(...)", word), start);
    std::vector<std::string> known = operation_names();
    for (auto const& [name, value] : bound_) known.push_back(name);
    fail(fmt::format("unknown name {}{}", printable(word), suggestion(word, known)), start);
  }
  return bound->second;
}

/// What may stand between `o`s.
Answer Reader::factor() {
  peek();
  std::size_t const start = at_;
  bool const named = !word_ahead().empty();
  Answer r = named ? primary() : Answer(bare());
  if (peek() != ':') return started(std::move(r));
  auto const* const shape = std::get_if<Tuple>(&r.value);
  if (shape == nullptr || !shape->only_integers()) fail("unexpected ':'");
  return started(after_colon(as_tuple(r.value), start, wrong_layout(Condition::congruent)));
}

/// (64,32):(1@0,1@1) at (64,0): coordinates from one on.
Answer Reader::started(Answer layout) {
  auto const* const coordinates = std::get_if<Coordinates>(&layout.value);
  if (coordinates == nullptr || word_ahead() != "at") return layout;
  at_ += 2;
  peek();
  std::size_t const start = at_;
  Value const at = bare();
  if (!fits(Kind::tuple, at)) fail("expected the coordinate at which the layout starts", start);
  auto const entries = as_tuple(at);
  if (entries.leaves.count > kMaxBases)
    fail(fmt::format("coordinates have at most {} leaves", kMaxBases), start);
  Placed<Coordinate> placed{**coordinates, {}};
  for (int k = 0; k < entries.leaves.count; ++k) placed.offset.along[k] = entries.leaves[k].value();
  return Answer(Value(std::make_shared<Placed<Coordinate> const>(placed)));
}

/// An integer and another `o`, not taken: CuTe writes A o 2 o B for i -> A(2 + B(i)).
bool Reader::offset_between() {
  std::size_t const here = at_;
  bool found = integer_ahead();
  if (found) {
    integer();
    found = take_compose();
  }
  at_ = here;
  return found;
}

/// A tuple and another `o`, not taken: in CuTe's A o (1,2) o B the offset is a coordinate.
bool Reader::coordinate_between() {
  std::size_t const here = at_;
  int open = 0;
  if (peek() == '(') do {
      open += (text_[at_] == '(') - (text_[at_] == ')');
    } while (++at_ < text_.size() && open > 0);
  bool const found = at_ > here && open == 0 && take_compose();
  at_ = here;
  return found;
}

/// The images of 1, 2, 4, ... as a map.
BitMap Reader::columns(Table const& table, std::size_t start) {
  BitMap r;
  if (table.size() > std::size(r.column)) fail("a map has at most 62 columns", start);
  for (std::int64_t const column : table) r.column[r.inputs++] = column;
  return r;
}

/// What stands left of an `o`.
struct Reader::Link {
  Value left;
  bool outer;         ///< Sw<...> o offset or [...] o offset: `left` is it, over all offsets
  std::size_t start;  ///< of what the message of a failure names
};

/// Factors under composition. They are counted from left to right and answered from the right, in a loop: a chain of
/// any length takes no stack.
Answer Reader::term() {
  std::vector<Link> links;
  for (;;) {
    peek();
    std::size_t const start = at_;
    Answer left = factor();
    if (!take_compose()) {
      for (; !links.empty(); links.pop_back()) left = joined(std::move(links.back()), std::move(left));
      return left;
    }
    count_call(start);
    if (auto const* const outer = std::get_if<Swizzle>(&left.value)) {
      links.push_back(outer_link(*outer));
      continue;
    }
    if (auto const* const map = std::get_if<Table>(&left.value); map != nullptr && integer_ahead()) {
      links.push_back(outer_link(columns(*map, start)));
      continue;
    }
    bool const offset = offset_between();
    if (offset && !cute_)
      fail(
          "A o n o B is a layout behind an offset in CuTe and A o (n:1) o B elsewhere; write n:1, or choose "
          "--convention cute",
          start);
    if (cute_ && coordinate_between())
      fail(
          "A o (i,j) o B is a layout behind a coordinate in CuTe, which is not read; write the index that it "
          "is",
          start);
    links.push_back({std::move(left.value), false, start});
    if (offset) links.push_back(outer_link(Swizzle{}));
  }
}

/// The offset and the `o` after it; the `o` before it is taken.
Reader::Link Reader::outer_link(Outer const& outer) {
  if (!integer_ahead()) fail("expected the offset, an integer");
  std::int64_t const offset = integer();
  if (!take_compose()) fail("expected 'o'");
  peek();
  return {AnyLayout{outer, offset, all_offsets()}, true, at_};
}

Answer Reader::joined(Link link, Answer right) {
  if (link.outer && !std::holds_alternative<AnyLayout>(right.value)) {
    if (!fits(Kind::layout, right.value)) fail("expected layout, not " + what_is(right.value), link.start);
    try {
      auto const& [outer, offset, all] = std::get<AnyLayout>(link.left);
      return AnyLayout{outer, offset, plain(as_layout(right.value))};
    } catch (InputError const& error) {
      fail(error.message, link.start);
    }
  }
  return ask("composition",
             {argument(std::move(link.left), link.start, 0), argument(std::move(right.value), link.start, 0)},
             {cute_, {}}, link.start);
}

Argument Reader::argument(Value value, std::size_t start, std::size_t end) const {
  auto const [line, column] = place(start);
  auto source = text_.substr(start, end > start ? end - start : 0);
  while (!source.empty() && is_blank(source.back())) source.remove_suffix(1);
  return {std::move(value), source, name_, line, column};
}

void Reader::count_call(std::size_t start) {
  if (++calls_ > kMaxCalls) fail(fmt::format("more than {} calls", kMaxCalls), start);
}

/// name(argument, ..., option, ...); the bracket is taken.
Answer Reader::call(std::string_view name, std::size_t start) {
  count_call(start);
  if (++depth_ > kMaxDepth) fail(fmt::format("calls nested beyond {}", kMaxDepth), start);
  Level const level(*this);
  std::vector<Argument> arguments;
  Flags flags{cute_, {}};
  if (!take(')')) {
    do {
      if (option(flags)) continue;
      peek();
      std::size_t const from = at_;
      Value value = term().value;
      arguments.push_back(argument(std::move(value), from, at_));
      if (arguments.size() > kMaxArguments) fail(fmt::format("more than {} arguments", kMaxArguments), from);
    } while (take(','));
    expect(')', "expected ',' or ')'");
  }
  --depth_;
  return ask(name, arguments, flags, start);
}

/// Cover::at_least and its like, or the option's name.
bool Reader::option(Flags& flags) {
  std::string_view const word = word_ahead();
  for (Option const& one : options())
    if (word == one.name || word == one.spelled) {
      flags.on.emplace_back(one.name);
      at_ += word.size();
      return true;
    }
  for (char const* cute : {"Cover::disjoint", "Rest::drop", "Parts::whole_modes", "Inverse::quasi"})
    if (word == cute) {
      flags.cute = true;
      at_ += word.size();
      return true;
    }
  return false;
}

Answer Reader::ask(std::string_view name, std::vector<Argument> const& arguments, Flags const& flags,
                   std::size_t start) {
  try {
    return perform(name, arguments, flags);
  } catch (Failure& failure) {
    bool const placed = failure.is_input() && failure.message.compare(0, name_.size() + 1, name_ + ':') == 0;
    if (!placed) failure.message = place_text(start) + failure.message;
    throw;
  }
}

/// let NAME = term;
void Reader::bind() {
  at_ += 3;
  std::string_view const name = word_ahead();
  if (name.empty() || name == "let") fail("expected a name after let");
  if (name == "X" || !named(name).empty()) fail(fmt::format("{} has a meaning already", name));
  at_ += name.size();
  expect('=', "expected '='");
  Answer r = term();
  expect(';', "expected ';'");
  bound_.insert_or_assign(std::string(name), std::move(r.value));
}

Value read_value(std::string_view text, std::string const& name, bool cute) {
  return Reader(text, name, cute).value();
}

Value read_table(std::string_view text, std::string const& name, bool cute) {
  std::size_t const start = text.find_first_not_of(" \t\r\n");
  if (start != text.npos && (text[start] == '[' || is_letter(text[start])))
    return read_value(text, name, cute);
  auto parsed = parse_table(text);
  if (!parsed) throw InputError(error_line(name, parsed.line, parsed.column, parsed.message));
  return std::move(parsed.values);
}

Answer evaluate_expression(std::string_view text, std::string const& name, bool cute) {
  return Reader(text, name, cute).expression();
}

bool is_expression(std::string_view text) {
  return !text.empty() && (text.find_first_of("(:;<[ ") != text.npos || is_digit(text[0]) || text[0] == '_');
}

}  // namespace colex::cli
