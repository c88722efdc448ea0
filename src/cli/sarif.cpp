// SPDX-License-Identifier: MIT
#include "cli/sarif.hpp"

#include "cli/sarif_log.hpp"

namespace colex::cli {

namespace {

constexpr char const* kWrong = "wrong-answer";
constexpr char const* kSkipped = "not-answered";

Json finding(std::string const& file, CheckedLine const& line) {
  bool const wrong = !line.wrong.empty();
  std::string const says = wrong ? line.wrong : kNeedsProofs;
  Json const place{{"artifactLocation", {{"uri", sarif_uri(file)}}},
                   {"region", {{"startLine", line.line}, {"snippet", {{"text", line.question}}}}}};
  return sarif_result(wrong ? kWrong : kSkipped, wrong ? "error" : "note", line.question + ": " + says,
                      place);
}

}  // namespace

std::string to_sarif(CheckedFiles const& files) {
  Json results = Json::array();
  for (auto const& [file, lines] : files)
    for (CheckedLine const& line : lines)
      if (!line.wrong.empty() || line.skipped) results.push_back(finding(file, line));
  return sarif_log(
      Json::array({sarif_rule(kWrong, "A question about layouts has another answer than the file says."),
                   sarif_rule(kSkipped, "A question with unknowns was not answered.")}),
      results);
}

}  // namespace colex::cli
