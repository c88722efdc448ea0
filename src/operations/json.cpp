// SPDX-License-Identifier: MIT
// What operations have of JSON: answers, and the numbers of refusals. Here alone, since JSON takes longer to compile than
// the algebra.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "colex/basis_partition.hpp"
#include "colex/print.hpp"
#include "operations/json_text.hpp"

namespace colex::cli {

Json to_json(Numbers const& numbers) {
  Json all;
  for (Named const& one : numbers)
    if (one.is_list)
      all[std::string(one.name)] = one.values;
    else
      all[std::string(one.name)] = one.values.front();
  return all;
}

namespace {

/// Stands in JSON as it is.
bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
}

void append_list(std::string& out, std::vector<std::int64_t> const& list) {
  out += '[';
  for (std::int64_t const one : list) {
    if (out.back() != '[') out += ',';
    append_json(out, one);
  }
  out += ']';
}

}  // namespace

void append_json(std::string& out, std::string_view text) {
  if (is_plain(text))
    out.append(1, '"').append(text).append(1, '"');
  else
    out += Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

void append_json(std::string& out, std::int64_t number) {
  fmt::format_int const digits(number);
  out.append(digits.data(), digits.size());
}

void append_json(std::string& out, Numbers const& numbers) {
  if (numbers.empty()) return void(out += "null");
  std::map<std::string_view, Named const*> sorted;
  for (Named const& one : numbers) sorted[one.name] = &one;
  char before = '{';
  for (auto const& [name, one] : sorted) {
    out += before;
    append_json(out, name);
    out += ':';
    one->is_list ? append_list(out, one->values) : append_json(out, one->values.front());
    before = ',';
  }
  out += '}';
}

void append_json(std::string& out, Value const& value) {
  if (auto const* const tuple = std::get_if<Tuple>(&value); tuple != nullptr && tuple->is_integer())
    return append_json(out, tuple->tree.leaves[0].value);
  if (auto const* const table = std::get_if<Table>(&value)) return append_list(out, *table);
  if (auto const* const placed = std::get_if<Placed<Checked>>(&value)) {
    append_json(out += '[', std::string_view(to_text(plain(placed->layout))));
    append_json(out += ',', placed->offset.value());
    out += ']';
    return;
  }
  if (auto const* const placed = std::get_if<PlacedCoordinates>(&value)) {
    append_json(out += '[', std::string_view(to_text((*placed)->layout)));
    auto const* const along = (*placed)->offset.along;
    append_list(out += ',', std::vector<std::int64_t>(along, along + entries_of(**placed)));
    out += ']';
    return;
  }
  if (auto const* const yes = std::get_if<bool>(&value)) return void(out += *yes ? "true" : "false");
  append_json(out, std::string_view(to_text(value)));
}

}  // namespace colex::cli
