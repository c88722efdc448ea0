// SPDX-License-Identifier: MIT
// What is recorded of the kernels' sources and of the machine code that compilers made of them.
#include "certificate/certificate.hpp"
#include "source_hash.hpp"

namespace colex::gpu {

nlohmann::ordered_json machine_code_of(std::string const& kernel, std::string const& config) {
  struct Recorded {
    char const *config, *target, *compiler, *sha256, *sources;
  };
  static constexpr Recorded record[] = {
#define COLEX_MACHINE_CODE(config, target, compiler, sha256, sources) \
  {#config, #target, compiler, sha256, sources},
#include "certificate/machine_code.inc"
#undef COLEX_MACHINE_CODE
  };
  auto codes = nlohmann::ordered_json::array();
  for (auto const& r : record)
    if (config == r.config && source_hash(kernel) == r.sources)
      codes.push_back({{"target", r.target}, {"compiler", r.compiler}, {"sha256", r.sha256}});
  return codes;
}

std::string source_hash(std::string const& kernel) {
  for (auto const& sources : kernel_sources)
    if (kernel == sources.kernel) return sources.sha256;
  throw std::runtime_error("tools/hash_sources.py does not know the sources of kernel " + kernel);
}

}  // namespace colex::gpu
