// SPDX-License-Identifier: MIT
#include "cli/sarif_log.hpp"

#include <fmt/format.h>

#include <cctype>

namespace colex::cli {

std::string sarif_uri(std::string const& name) {
  std::string r = name.starts_with("/") ? "file://" : "";
  for (char const c : name) {
    auto const byte = static_cast<unsigned char>(c);
    bool const plain = byte < 0x80 && std::isalnum(byte) != 0;
    if (plain || std::string_view("/-._~").find(c) != std::string_view::npos)
      r += c;
    else
      r += fmt::format("%{:02X}", byte);
  }
  return r;
}

Json sarif_rule(char const* id, char const* says) {
  return {{"id", id}, {"shortDescription", {{"text", says}}}};
}

Json sarif_result(char const* rule, char const* level, std::string const& text, Json const& place) {
  return {{"ruleId", rule},
          {"level", level},
          {"message", {{"text", text}}},
          {"locations", Json::array({{{"physicalLocation", place}}})}};
}

std::string sarif_log(Json const& rules, Json const& results) {
  Json const driver{{"name", "colex"}, {"semanticVersion", COLEX_VERSION}, {"rules", rules}};
  Json const run{{"tool", {{"driver", driver}}}, {"columnKind", "unicodeCodePoints"}, {"results", results}};
  Json const log{
      {"$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", Json::array({run})}};
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace colex::cli
