// SPDX-License-Identifier: MIT
#include "certificate/difference.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace colex::gpu {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostUnknown = 8;  // fields that are named

std::vector<std::string> keys_of(Json const& object) {
  std::vector<std::string> keys;
  for (auto const& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

/// Where two texts part: scripts are long.
std::string first_difference(std::string const& demanded, std::string const& found) {
  std::size_t const at = static_cast<std::size_t>(
      std::mismatch(demanded.begin(), demanded.end(), found.begin(), found.end()).first - demanded.begin());
  return fmt::format("from character {} on it must be {} and is {}", at, shown(demanded.substr(at)),
                     shown(found.substr(at)));
}

/// How the values differ, first; empty where they do not.
std::string difference(std::string const& at, Json const& demanded, Json const& found) {
  if (demanded.type() != found.type() &&
      !(demanded.is_number_integer() && found.is_number_integer()))  // signed and unsigned
    return fmt::format("{}: must be {} and is {}", at, shown(demanded), shown(found));
  if (demanded.is_object()) {
    auto const lines = differences(demanded, found);
    return lines.empty() ? "" : at + ": " + lines.front();
  }
  if (demanded.is_array()) {
    if (demanded.size() != found.size())
      return fmt::format("{}: must have {} entries and has {}", at, demanded.size(), found.size());
    for (std::size_t k = 0; k < demanded.size(); ++k) {
      bool const named = demanded[k].is_object() && demanded[k].contains("id");
      auto const name = named ? std::string(demanded[k]["id"]) : fmt::format("{}[{}]", at, k);
      if (auto const line = difference(name, demanded[k], found[k]); !line.empty()) return line;
    }
    return "";
  }
  if (demanded == found) return "";
  if (demanded.is_string()) return at + ": " + first_difference(demanded, found);
  return fmt::format("{}: must be {} and is {}", at, shown(demanded), shown(found));
}

}  // namespace

std::string shown(Json const& value) {
  std::string const text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  return text.size() <= 60 ? text : text.substr(0, 57) + "...";
}

std::vector<std::string> differences(Json const& demanded, Json const& found) {
  if (!found.is_object()) return {"not a JSON object"};
  std::vector<std::string> lines;
  auto const must = keys_of(demanded), are = keys_of(found);
  std::size_t unknown = 0;
  for (auto const& key : are)
    if (!demanded.contains(key) && ++unknown <= kMostUnknown)
      lines.push_back(shown(key) + ": an unknown field");
  if (unknown > kMostUnknown) lines.push_back(fmt::format("{} more unknown fields", unknown - kMostUnknown));
  for (auto const& key : must)
    if (!found.contains(key)) lines.push_back(key + ": the field is missing");
  if (lines.empty() && must != are)
    lines.push_back(std::mismatch(must.begin(), must.end(), are.begin()).first[0] +
                    ": the field is not in its place");
  for (auto const& key : must) {
    if (!found.contains(key)) continue;
    if (auto line = difference(key, demanded.at(key), found.at(key)); !line.empty())
      lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace colex::gpu
