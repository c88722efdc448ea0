// SPDX-License-Identifier: MIT
// Operations of an IR, `cute.NAME(...) : (TYPE, TYPE) -> TYPE`, derived again from the operands' types.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "questions/foreign.hpp"

namespace colex::cli {

namespace {

constexpr char const* kOperations[] = {
    "blocked_product", "coalesce",      "complement",       "composition",         "cosize",
    "filter",          "flat_divide",   "flat_product",     "left_inverse",        "logical_divide",
    "logical_product", "make_layout",   "make_layout_like", "make_ordered_layout", "raked_product",
    "right_inverse",   "size",          "tile_to_shape",    "tiled_divide",        "tiled_product",
    "zipped_divide",   "zipped_product"};

/// The value that a type stands for, `!cute.layout<"(4,8):(1,4)">`; throws InputError where it has none.
Value value_of(std::string const& type) {
  std::size_t const open = type.find('<');
  if ((!type.starts_with("!cute.") && !type.starts_with("!fly.")) || open == type.npos)
    throw InputError("no layout");
  std::string const name = type.substr(type.find('.') + 1, open - type.find('.') - 1);
  auto const inside = parts(std::string_view(type).substr(open + 1, type.size() - open - 2));
  if (inside.size() != 1 && name != "layout" && name != "int_tuple") throw InputError("no layout");
  std::string text;
  for (std::string const& part : inside) text += (text.empty() ? "" : ",") + part;
  if (text.find('?') != text.npos) throw InputError("dynamic");
  if (name != "layout" && name != "composed_layout" && name != "tile" && name != "shape" &&
      name != "int_tuple" && name != "stride")
    throw InputError("no layout");
  return read_value(in_our_words(text), "layout", true);
}

/// The end of the type that starts at `at`.
std::size_t type_end(std::string_view text, std::size_t at, std::int64_t& scanned) {
  while (at < text.size() && text[at] != '<' && text[at] != ',' && text[at] != ')' && text[at] != '\n' &&
         text[at] != ' ')
    ++at;
  if (at >= text.size() || text[at] != '<') return at;
  std::size_t const close = closing(text, at, scanned);
  return close == text.npos ? text.size() : close + 1;
}

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\n' || text[at] == '\t' || text[at] == '\r'))
    ++at;
  return at;
}

/// Operand types and the result's, of the operation whose operands' bracket opens at `open`.
struct Signature {
  std::vector<std::string> operands{};
  std::string result{};
};
bool read_signature(std::string_view text, std::size_t open, Signature& s, std::int64_t& scanned) {
  std::size_t at = closing(text, open, scanned);
  if (at == text.npos) return false;
  at = skip_blanks(text, at + 1);
  if (at >= text.size() || text[at] != ':') return false;
  at = skip_blanks(text, at + 1);
  std::size_t end;
  if (at < text.size() && text[at] == '(') {
    end = closing(text, at, scanned);
    if (end == text.npos) return false;
    s.operands = parts(text.substr(at + 1, end - at - 1));
    ++end;
  } else {
    end = type_end(text, at, scanned);
    s.operands = {std::string(text.substr(at, end - at))};
  }
  at = skip_blanks(text, end);
  if (text.substr(at, 2) != "->") return false;
  at = skip_blanks(text, at + 2);
  s.result = text.substr(at, type_end(text, at, scanned) - at);
  return true;
}

/// The same function, in numbers or in coordinates; false where they cannot be compared.
bool same_function(Value const& a, Value const& b) {
  try {
    return perform("equal", {{a, {}, "a"}, {b, {}, "b"}}, {true, {}}).holds;
  } catch (Failure const&) {
    return false;
  }
}

void derive(DerivedOperation& o, std::string const& name, std::vector<Argument> const& arguments,
            Value const& claimed) {
  o.call = called(name, arguments);
  o.claimed = to_text(claimed);
  Flags const cute{true, {}};
  try {
    Value const derived = perform(name, arguments, cute).value;
    o.derived = to_text(derived);
    using Outcome = DerivedOperation::Outcome;
    if (o.derived == o.claimed) {
      o.outcome = Outcome::as_said;
    } else if (same_function(derived, claimed)) {
      o.outcome = Outcome::other_form;
    }
  } catch (Failure const& failure) {
    if (failure.is_input()) throw;
    o.derived = failure.message;
  }
}

}  // namespace

CheckedIr check_operations(std::string_view text) {
  CheckedIr all;
  Places places(text);
  std::int64_t scanned = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::size_t const prefix = text.substr(at).starts_with("cute.")  ? 5
                               : text.substr(at).starts_with("fly.") ? 4
                                                                     : 0;
    if (prefix == 0 || (at > 0 && (text[at - 1] == '!' || text[at - 1] == '#' || text[at - 1] == '.')))
      continue;
    std::size_t end = at + prefix;
    while (end < text.size() && ((text[end] >= 'a' && text[end] <= 'z') || text[end] == '_')) ++end;
    std::string const name(text.substr(at + prefix, end - at - prefix));
    if (std::none_of(std::begin(kOperations), std::end(kOperations),
                     [&](char const* o) { return name == o; }) ||
        named(name).empty())
      continue;
    end += end < text.size() && text[end] == '"' ? 1 : 0;
    std::size_t const open = skip_blanks(text, end);
    Signature s;
    if (open >= text.size() || text[open] != '(' || !read_signature(text, open, s, scanned)) continue;
    DerivedOperation o;
    std::tie(o.line, o.column) = places(at);
    try {
      std::vector<Argument> arguments;
      for (std::string const& operand : s.operands) arguments.push_back({value_of(operand), {}, "operand"});
      derive(o, name, arguments, value_of(s.result));
      all.operations.push_back(std::move(o));
    } catch (Failure const&) {
      ++all.unread;
    }
  }
  return all;
}

Json to_json(CheckedIr const& checked) {
  constexpr char const* names[] = {"as said", "other form", "different"};
  Json array = Json::array();
  for (DerivedOperation const& o : checked.operations)
    array.push_back({{"line", o.line},
                     {"column", o.column},
                     {"call", o.call},
                     {"claimed", o.claimed},
                     {"derived", o.derived},
                     {"outcome", names[static_cast<int>(o.outcome)]}});
  return {{"operations", array}, {"not_derived", checked.unread}};
}

}  // namespace colex::cli
