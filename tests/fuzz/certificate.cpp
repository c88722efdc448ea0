// SPDX-License-Identifier: MIT
// Any bytes as a certificate: the checker finds lines of problems, or none. No solver runs: a script's length
// stands for the verdict, so that queries cost nothing and both verdicts occur.
#include "certificate/certificate.hpp"

#include <nlohmann/json.hpp>

#include "fuzz.hpp"
#include "text/json.hpp"

namespace colex::fuzz {
namespace {

using Json = nlohmann::ordered_json;

void one(std::string const& text) {
  if (nested_beyond(text, kMaxJsonDepth)) return;  // as `colex certify --check` does
  auto const certificate = Json::parse(text, nullptr, false);
  if (certificate.is_discarded()) return;
  auto const problems = gpu::check_certificate(certificate, [](std::string const& script) {
    return script.size() % 2 == 0 ? sym::Verdict::proved : sym::Verdict::refuted;
  });
  for (auto const& problem : problems)
    check(!problem.empty() && problem.find('\n') == problem.npos, "a problem is one line: " + problem, text);
  if (!problems.empty()) return;
  check(certificate.at("sources_sha256") == gpu::source_hash(certificate.at("kernel")) && certificate.at("valid") == true &&
            certificate.at("parameters") == gpu::parameters_of(certificate.at("config")),
        "what holds is valid, of these sources and of its config", text);
  for (auto const& obligation : certificate.at("obligations"))
    check(!obligation.at("queries").empty(), "what holds has queries for every obligation", text);
}

}  // namespace
}  // namespace colex::fuzz

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  colex::fuzz::one(std::string(reinterpret_cast<char const*>(data), size));
  return 0;
}
