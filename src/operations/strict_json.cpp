// SPDX-License-Identifier: MIT
#include "operations/strict_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "operations/failure.hpp"
#include "operations/value.hpp"
#include "text/json.hpp"

namespace colex::cli {

namespace {

/// What the parser says, without its place and without the text that it had read.
std::string reason(std::string const& what) {
  std::size_t from = what.find(": ", std::min(what.find("column"), what.size()));
  from = from == what.npos ? 0 : from + 2;
  std::size_t const read = what.find("; last read", from), expected = what.rfind("; expected");
  std::string r = what.substr(from, read == what.npos ? read : read - from);
  if (read != what.npos && expected != what.npos && expected > read) r += what.substr(expected);
  return printable(r);
}

}  // namespace

Json strict_json(std::string_view text, long line) {
  if (nested_beyond(text, kMaxJsonDepth)) throw InputError("JSON nested beyond 64 levels");
  auto const none = [&](std::size_t at, std::string const& why) {
    return InputError(fmt::format("not a JSON value: line {}, column {}: {}", line, at + 1, why));
  };
  if (std::size_t const nul = text.find('\0'); nul != text.npos) throw none(nul, "a byte of value 0");
  if (text.starts_with("\xef\xbb\xbf")) throw none(0, "a byte order mark");
  std::vector<std::set<std::string>> keys;
  std::string twice;
  auto const watch = [&](int, Json::parse_event_t event, Json& value) {
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second &&
        twice.empty())
      twice = value.get<std::string>();
    return true;
  };
  try {
    Json request = Json::parse(text, watch);
    if (!twice.empty()) throw InputError(fmt::format("key \"{}\" stands twice", printable(twice)));
    return request;
  } catch (Json::parse_error const& error) {
    throw none(std::max<std::size_t>(1, error.byte) - 1, reason(error.what()));
  } catch (
      Json::out_of_range const& error) {  // a number that no double holds; it is quoted, and has no place
    std::string const what = error.what();
    std::size_t const from = what.find('\'') + 1, to = what.rfind('\'');
    std::string const number = from < to ? what.substr(from, to - from) : "";
    throw none(text.find(number), "the number " + printable(number) + " is too large");
  }
}

}  // namespace colex::cli
