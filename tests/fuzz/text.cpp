// SPDX-License-Identifier: MIT
// Any bytes as text: every reader answers or names a place inside the text, and what was read prints to text
// that reads the same. An expression among them is answered.
#include <algorithm>
#include <string_view>

#include "chain.hpp"
#include "colex/print.hpp"
#include "fuzz.hpp"
#include "operations/read.hpp"
#include "text/json.hpp"
#include "text/table.hpp"

namespace colex::fuzz {
namespace {

using Int = std::int64_t;

/// A refusal has a message and a column from 1 to one past the end.
template <class T>
bool read(Parsed<T> const& parsed, std::string const& text, char const* reader) {
  if (parsed) return true;
  check(parsed.message[0] != '\0' && parsed.column >= 1 && parsed.column <= static_cast<int>(text.size()) + 1,
        std::string(reader) + ": an error names its place", text);
  return false;
}

/// Reading what was printed gives the value that was printed, and the same print again.
template <class T, class Read>
void print_is_read_back(T const& value, Read reader, std::string const& text) {
  std::string printed = to_text(value);
  if (planted() && printed.find(",(") != printed.npos)  // a printer that loses a sign in nested tuples
    printed.erase(std::remove(printed.begin(), printed.end(), '-'), printed.end());
  auto const again = reader(printed);
  check(bool(again), "what is printed can be read: " + printed, text);
  check(again.value == value, "what is printed is read as it was: " + printed, text);
  check(to_text(again.value) == to_text(value), "it prints alike: " + printed, text);
}

void table(std::string const& text) {
  auto const read = parse_table(text);
  if (!read) {
    auto const lines = std::count(text.begin(), text.end(), '\n') + 1;
    check(read.line >= 1 && read.line <= lines && read.column >= 1 &&
              read.column <= static_cast<int>(text.size()) + 1,
          "table: an error names its place", text);
    return;
  }
  std::string printed;
  for (Int const value : read.values) printed += (printed.empty() ? "" : ",") + std::to_string(value);
  check(parse_table(printed).values == read.values, "a table is read as it was: " + printed, text);
}

/// The one reader of the tool, which answers calls as it reads. What it refuses as input has a place inside the
/// text; what it answers prints as text that reads the same; a layout is the one that parse_layout() reads.
void value(std::string const& text, Layout<Int> const* layout) {
  try {
    auto const read = cli::read_value(text, "text", false);
    if (layout != nullptr)
      check(cli::fits(cli::Kind::layout, read) && plain(cli::as_layout(read)) == *layout,
            "the layout that parse_layout() reads", text);
    if (std::holds_alternative<std::string>(read) || std::holds_alternative<bool>(read) ||
        std::holds_alternative<Placed<Checked>>(read))
      return;  // words and their like are no values to type
    bool const table = std::holds_alternative<cli::Table>(read);
    std::string const printed = table ? "[" + cli::to_text(read) + "]" : cli::to_text(read);
    auto const again = cli::to_text(cli::read_value(printed, "text", false));
    check((table ? "[" + again + "]" : again) == printed, "what is printed is read as it was: " + printed,
          text);
  } catch (cli::Failure const& failure) {
    check(layout == nullptr, "a layout is a value: " + failure.message, text);
    check(failure.message.find('\n') == std::string::npos, "a message is one line: " + failure.message, text);
    int line = 0, column = 0;
    // Where a map has no value the message names the part and the point: "text: i / 0 at i=0: division by 0".
    bool const at_a_point = text.find("->") != text.npos && failure.message.starts_with("text: ") &&
                            failure.message.find("at ") != std::string::npos;
    if (failure.is_input() && !at_a_point)
      check(std::sscanf(failure.message.c_str(), "text:%d:%d: ", &line, &column) == 2 && line >= 1 &&
                column >= 1 && column <= static_cast<int>(text.size()) + 1,
            "an error names its place: " + failure.message, text);
  }
}

void one(std::string const& text) {
  if (auto const t = parse_tuple(text); read(t, text, "tuple"))
    print_is_read_back(
        t.value, [](auto const& s) { return parse_tuple(s); }, text);
  auto const l = parse_layout(text);
  if (read(l, text, "layout")) {
    check(well_formed(l.value) == Condition::none, "a layout that was read is well-formed", text);
    print_is_read_back(
        l.value, [](auto const& s) { return parse_layout(s); }, text);
  }
  value(text, l ? &l.value : nullptr);
  table(text);
  check(nested_beyond(text, 0) || !nested_beyond(text, kMaxJsonDepth), "depth is monotonic", text);
}

}  // namespace
}  // namespace colex::fuzz

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  colex::fuzz::one(std::string(reinterpret_cast<char const*>(data), size));
  return 0;
}
