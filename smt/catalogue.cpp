// SPDX-License-Identifier: MIT
#include "catalogue.hpp"

#include <map>

namespace colex::sym {

#define COLEX_THEOREM(law, parts) Theorem law();
#define COLEX_REFUTED(claim) RefutedClaim claim();
#include "laws.inc"
#undef COLEX_THEOREM
#undef COLEX_REFUTED

#define COLEX_REFUTED(claim)
std::vector<Theorem> theorems() {
  return {
#define COLEX_THEOREM(law, parts) law(),
#include "laws.inc"
#undef COLEX_THEOREM
  };
}

namespace {

std::map<std::string, char const*> const& declarations() {
  static std::map<std::string, char const*> const all = {
#define COLEX_THEOREM(law, parts) {#law, parts},
#include "laws.inc"
#undef COLEX_THEOREM
  };
  return all;
}

}  // namespace
#undef COLEX_REFUTED

std::vector<RefutedClaim> refuted_claims() {
  return {
#define COLEX_THEOREM(law, parts)
#define COLEX_REFUTED(claim) claim(),
#include "laws.inc"
#undef COLEX_THEOREM
#undef COLEX_REFUTED
  };
}

std::vector<PartRun> declared(std::string const& theorem) {
  auto const at = declarations().find(theorem);
  return parse_declaration(at == declarations().end() ? "" : at->second);
}

}  // namespace colex::sym
