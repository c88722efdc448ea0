// SPDX-License-Identifier: MIT
#include "maps/map_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>

#include "maps/map_reader.hpp"
#include "operations/value.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;
using TableRows = std::vector<std::vector<Int>>;
using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t kMaxColumns = kMaxCoordinates + 1;

[[noreturn]] void no_table(std::string const& name, std::string const& why) {
  throw InputError(fmt::format("{}: {}", name, why));
}

void check_value(std::string const& name, Int value) {
  if (value <= -kMapReach || value >= kMapReach)
    no_table(name, fmt::format("{}: offsets end at 2^61", value));
}

/// A map of no values: its domain. Extents are at least 1.
IndexMap empty_map(std::string const& name, std::vector<std::string> names, IntTuple<Int> const& shape) {
  IndexMap r;
  Int points = 1;
  for (Int const extent : shape.leaves) {
    if (extent > kMaxMapPoints / points) no_table(name, fmt::format("more than {} points", kMaxMapPoints));
    points *= extent;
  }
  r.names = std::move(names), r.shape = shape;
  r.values.emplace_back(static_cast<std::size_t>(points));
  r.text = fmt::format("a table of {} offsets", points);
  return r;
}

IndexMap of_offsets(std::string const& name, std::vector<Int> values, IntTuple<Int> const& shape) {
  Int const count = static_cast<Int>(values.size());
  bool const given = shape.leaves.count > 0;
  std::vector<std::string> names;
  for (int k = 0; k < (given ? shape.leaves.count : 1); ++k) names.push_back("i" + std::to_string(k));
  if (!given) names[0] = "i";
  IndexMap r = empty_map(name, std::move(names), given ? shape : leaf(count));
  if (r.size() != count) no_table(name, fmt::format("{} offsets for {} points", count, r.size()));
  for (Int const value : values) check_value(name, value);
  r.values.front() = std::move(values);
  return r;
}

/// TableRows of coordinates with their value.
IndexMap of_rows(std::string const& name, std::vector<std::string> names, TableRows const& rows) {
  names.pop_back();
  if (names.empty() || names.size() > kMaxCoordinates)
    no_table(name, fmt::format("1 to {} columns of coordinates, and one of offsets", kMaxCoordinates));
  List<Int> extents;
  for (std::size_t k = 0; k < names.size(); ++k) {
    Int most = 0;
    for (auto const& row : rows) {
      if (row[k] < 0) no_table(name, fmt::format("{} is {}", printable(names[k]), row[k]));
      most = std::max(most, row[k]);
    }
    if (most >= kMaxMapPoints) no_table(name, fmt::format("more than {} points", kMaxMapPoints));
    extents.push(most + 1);
  }
  IndexMap r = empty_map(name, std::move(names), flat(extents));
  std::vector<bool> met(static_cast<std::size_t>(r.size()));
  for (auto const& row : rows) {
    Int index = 0, base = 1;
    for (int k = 0; k < extents.count; base *= extents[k++]) index += row[static_cast<std::size_t>(k)] * base;
    auto const at = static_cast<std::size_t>(index);
    if (met[at]) no_table(name, fmt::format("{} stands twice", r.point(index)));
    check_value(name, row.back());
    met[at] = true, r.values.front()[at] = row.back();
  }
  auto const missing = std::find(met.begin(), met.end(), false);
  if (missing != met.end()) no_table(name, fmt::format("{} is missing", r.point(missing - met.begin())));
  return r;
}

Int json_integer(std::string const& name, OrderedJson const& value) {
  if (value.is_number_unsigned() && value.get<std::uint64_t>() >= std::uint64_t{1} << 62)
    no_table(name, "an offset is beyond 2^62");
  if (!value.is_number_integer()) no_table(name, "expected integers");
  return value.get<Int>();
}

/// [[0, 1], [9, 8]]: the values with the first coordinate fastest.
void gather(std::string const& name, OrderedJson const& part, std::vector<Int> const& extents,
            std::size_t depth, Int base, Int index, std::vector<Int>& values) {
  if (depth == extents.size()) {
    values[static_cast<std::size_t>(index)] = json_integer(name, part);
    return;
  }
  if (!part.is_array() || static_cast<Int>(part.size()) != extents[depth])
    no_table(name, "the rows differ in length");
  for (Int k = 0; k < extents[depth]; ++k)
    gather(name, part[static_cast<std::size_t>(k)], extents, depth + 1, base * extents[depth],
           index + k * base, values);
}

IndexMap of_json(std::string const& name, std::string const& text, IntTuple<Int> const& shape) {
  int depth = 0;
  auto const shallow = [&](int now, OrderedJson::parse_event_t, OrderedJson const&) {
    depth = std::max(depth, now);
    if (depth > kMaxCoordinates + 2) no_table(name, "JSON nested too deeply for a table");
    return true;
  };
  OrderedJson all;
  try {
    all = OrderedJson::parse(text, shallow);
  } catch (OrderedJson::parse_error const& error) {
    no_table(name, fmt::format("no JSON, at byte {}", error.byte));
  }
  if (!all.is_array() || all.empty()) no_table(name, "expected an array of offsets, of arrays or of objects");
  if (all[0].is_object()) {
    std::vector<std::string> names;
    for (auto const& [key, value] : all[0].items()) names.push_back(key);
    TableRows rows;
    for (OrderedJson const& one : all) {
      auto& row = rows.emplace_back();
      for (std::string const& key : names) {
        if (!one.is_object() || !one.contains(key) || one.size() != names.size())
          no_table(name, fmt::format("row {} has other keys than the first", rows.size() - 1));
        row.push_back(json_integer(name, one[key]));
      }
    }
    if (names.empty()) no_table(name, "the objects have no keys");
    return of_rows(name, std::move(names), rows);
  }
  std::vector<Int> extents, values;
  std::vector<std::string> names;
  Int points = 1;
  List<Int> leaves;
  for (OrderedJson const* part = &all; part->is_array(); part = &(*part)[0]) {
    if (part->empty()) no_table(name, "a row is empty");
    extents.push_back(static_cast<Int>(part->size()));
    if (extents.back() > kMaxMapPoints / points)
      no_table(name, fmt::format("more than {} points", kMaxMapPoints));
    points *= extents.back();
    names.push_back(fmt::format("i{}", names.size()));
    leaves.push(extents.back());
  }
  values.resize(static_cast<std::size_t>(points));
  gather(name, all, extents, 0, 1, 0, values);
  if (extents.size() == 1) return of_offsets(name, std::move(values), shape);
  IndexMap r = empty_map(name, std::move(names), flat(leaves));
  for (Int const value : values) check_value(name, value);
  r.values.front() = std::move(values);
  return r;
}

std::optional<Int> number_in(std::string_view word) {
  bool const negative = word.starts_with('-');
  if (negative) word.remove_prefix(1);
  int const base = word.starts_with("0x") || word.starts_with("0X") ? 16 : 10;
  if (base == 16) word.remove_prefix(2);
  Int value = 0;
  auto const [end, error] = std::from_chars(word.data(), word.data() + word.size(), value, base);
  if (word.empty() || error != std::errc() || end != word.data() + word.size() || value < 0) return {};
  return negative ? -value : value;
}

IndexMap of_columns(std::string const& name, std::string const& text, IntTuple<Int> const& shape) {
  std::vector<std::string> names;
  TableRows rows;
  std::vector<Int> single;
  std::size_t line_number = 0;
  for (std::size_t from = 0; from < text.size();) {
    std::size_t const end = std::min(text.find('\n', from), text.size());
    std::string_view line = std::string_view(text).substr(from, end - from);
    from = end + 1, ++line_number;
    constexpr std::string_view separators = ",; \t\r";
    std::vector<std::string_view> words;
    for (std::size_t at = line.find_first_not_of(separators); at != line.npos;) {
      std::size_t const past = std::min(line.find_first_of(separators, at), line.size());
      words.push_back(line.substr(at, past - at));
      at = line.find_first_not_of(separators, past);
    }
    if (words.empty()) continue;
    if (rows.empty() && single.empty() && names.empty() && !number_in(words[0])) {
      if (words.size() > kMaxColumns) no_table(name, "too many columns");
      for (auto const word : words) names.emplace_back(word);
      continue;
    }
    auto& row = names.size() > 1 ? rows.emplace_back() : single;
    for (auto const word : words) {
      auto const value = number_in(word);
      if (!value)
        throw InputError(
            fmt::format("{}:{}: expected an integer, not {}", name, line_number, printable(word)));
      row.push_back(*value);
    }
    if (names.size() > 1 && row.size() != names.size())
      throw InputError(fmt::format("{}:{}: {} columns, not {}", name, line_number, row.size(), names.size()));
    if (rows.size() > static_cast<std::size_t>(kMaxMapPoints) ||
        single.size() > static_cast<std::size_t>(kMaxMapPoints))
      no_table(name, fmt::format("more than {} points", kMaxMapPoints));
  }
  if (rows.empty() && single.empty()) no_table(name, "a table without offsets");
  return names.size() > 1 ? of_rows(name, std::move(names), rows)
                          : of_offsets(name, std::move(single), shape);
}

}  // namespace

IndexMap read_map_table(std::string const& text, std::string const& name, IntTuple<Int> const& shape) {
  std::size_t const first = text.find_first_not_of(" \t\r\n");
  bool const json = first != text.npos && (text[first] == '[' || text[first] == '{');
  return json ? of_json(name, text, shape) : of_columns(name, text, shape);
}

}  // namespace colex::cli
