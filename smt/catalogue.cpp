// SPDX-License-Identifier: MIT
#include "catalogue.hpp"

#include <initializer_list>
#include <map>

namespace colex::sym {

#ifdef COLEX_DEMO  // the program of tools/demo has some of them
#define COLEX_LAW [[gnu::weak]]
#else
#define COLEX_LAW
#endif
#define COLEX_THEOREM(law, parts) COLEX_LAW Theorem law();
#define COLEX_REFUTED(claim) COLEX_LAW RefutedClaim claim();
#include "laws.inc"
#undef COLEX_THEOREM
#undef COLEX_REFUTED

namespace {

template <class Law>
std::vector<Law> all_of(std::initializer_list<Law (*)()> laws) {
  std::vector<Law> all;
  for (auto* const law : laws)
    if (law != nullptr) all.push_back(law());
  return all;
}

}  // namespace

#define COLEX_REFUTED(claim)
std::vector<Theorem> theorems() {
  return all_of<Theorem>({
#define COLEX_THEOREM(law, parts) &law,
#include "laws.inc"
#undef COLEX_THEOREM
  });
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
  return all_of<RefutedClaim>({
#define COLEX_THEOREM(law, parts)
#define COLEX_REFUTED(claim) &claim,
#include "laws.inc"
#undef COLEX_THEOREM
#undef COLEX_REFUTED
  });
}

std::string declaration(std::string const& theorem) {
  auto const at = declarations().find(theorem);
  return at == declarations().end() ? "" : at->second;
}

}  // namespace colex::sym
