// SPDX-License-Identifier: MIT
#include "certificate/by_name.hpp"
#include "certificate/claims.hpp"
#include "certificate/copy_obligations.hpp"

namespace colex::gpu {

namespace {

struct Provable {
  char const* name;
  std::vector<Obligation> (*obligations)();
};
constexpr auto configs = table_of(static_cast<CopyConfigs const*>(nullptr), []<class Config>() {
  static_assert(check_copy_config<Config>());
  return Provable{Config::name, &CopyObligations<Config>::all};
});

}  // namespace

std::optional<Claims> copy_claims(std::string const& config) {
  auto const* const known = find_named(configs, config);
  if (known == nullptr) return {};
  Claims c;
  c.kernel = "copy";
  c.symbolic = {"count"};
  c.bound = "every count >= 0, every element and thread";
  c.subject = config;
  c.obligations = known->obligations();
  c.derived = {
      {"O2",
       "each element is read once and stored once: O1, and the kernel moves the elements of its run only"},
      {"O6",
       "no race: by O1 and O9 no offset is stored by two threads, and no shared memory is used; the caller "
       "keeps source and destination apart"}};
  c.trusted_base = {
      "the loop of copy_kernel.hpp that calls these index functions", "the compiler and the hardware",
      "the symbolic integers of smt/sym, and a solver of which the other agrees",
      "integers do not overflow: the launcher refuses counts beyond 2^31 - 1 blocks",
      "the caller's memory holds required_elements(count) elements and begins at a multiple of 16 bytes"};
  return c;
}

}  // namespace colex::gpu
