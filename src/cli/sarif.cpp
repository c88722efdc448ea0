// SPDX-License-Identifier: MIT
#include "cli/sarif.hpp"

#include <fmt/format.h>

#include <cctype>
#include <nlohmann/json.hpp>

#include "operations/value.hpp"

namespace colex::cli {

namespace {

constexpr char const* kWrong = "wrong-answer";
constexpr char const* kSkipped = "not-answered";

/// A file's name as a reference of a URI: bytes that may not stand there are written as %XX.
std::string uri_of(std::string const& name) {
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

Json rule_of(char const* id, char const* says) {
  return {{"id", id}, {"shortDescription", {{"text", says}}}};
}

Json finding(std::string const& file, CheckedLine const& line) {
  bool const wrong = !line.wrong.empty();
  std::string const says = wrong ? line.wrong : kNeedsProofs;
  Json const place{{"artifactLocation", {{"uri", uri_of(file)}}},
                   {"region", {{"startLine", line.line}, {"snippet", {{"text", line.question}}}}}};
  return {{"ruleId", wrong ? kWrong : kSkipped},
          {"level", wrong ? "error" : "note"},
          {"message", {{"text", line.question + ": " + says}}},
          {"locations", Json::array({{{"physicalLocation", place}}})}};
}

}  // namespace

std::string to_sarif(CheckedFiles const& files) {
  Json results = Json::array();
  for (auto const& [file, lines] : files)
    for (CheckedLine const& line : lines)
      if (!line.wrong.empty() || line.skipped) results.push_back(finding(file, line));
  Json const driver{
      {"name", "colex"},
      {"semanticVersion", COLEX_VERSION},
      {"rules",
       Json::array({rule_of(kWrong, "A question about layouts has another answer than the file says."),
                    rule_of(kSkipped, "A question with unknowns was not answered.")})}};
  Json const run{{"tool", {{"driver", driver}}}, {"columnKind", "unicodeCodePoints"}, {"results", results}};
  Json const log{
      {"$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", Json::array({run})}};
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace colex::cli
