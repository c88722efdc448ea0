// SPDX-License-Identifier: MIT
// Any bytes as a certificate: the checker finds lines of problems, or none, and then the document is the
// demanded one. No solver runs: it would say that everything holds.
#include "chain.hpp"
#include "fuzz.hpp"
#include "kernels.hpp"

namespace colex::fuzz {
namespace {

void one(std::string const& text) {
  auto const certificate = gpu::read_certificate(text);
  if (!certificate.refused.empty()) return;  // as `colex certify --check` does
  auto const believe = [](std::vector<std::string> const& scripts) {
    return std::vector<std::string>(scripts.size(), "unsat");
  };
  auto const problems = gpu::check_certificate(certificate, gpu::kernel_proofs(), believe);
  for (auto const& problem : problems)
    check(!problem.empty() && problem.find('\n') == problem.npos, "a problem is one line: " + problem, text);
  if (!problems.empty()) return;
  std::string const config = certificate.document.at("config");
  auto const* const kernel = gpu::kernel_of(config, gpu::kernel_proofs());
  check(certificate.document.dump() == gpu::demanded_certificate(*kernel, config).dump(),
        "what holds is what the config demands", text);
}

}  // namespace
}  // namespace colex::fuzz

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  colex::fuzz::one(std::string(reinterpret_cast<char const*>(data), size));
  return 0;
}
