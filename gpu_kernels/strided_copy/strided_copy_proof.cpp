// SPDX-License-Identifier: MIT
#include "strided_copy/strided_copy_proof.hpp"

#include <fmt/format.h>

#include "certificate/by_name.hpp"
#include "strided_copy/strided_copy_configs.hpp"

namespace colex::gpu {

namespace {

constexpr auto configs = table_of(static_cast<StridedCopyConfigs const*>(nullptr), []<class Config>() {
  return StridedCopyNumbers{.name = Config::name,
                            .unit_bytes = sizeof(typename Config::element),
                            .gathered = Config::gathered,
                            .rank = Config::rank,
                            .threads = Config::threads,
                            .steps = Config::steps};
});

Claims claims(std::string const& config) {
  StridedCopyNumbers const& known = *find_named(configs, config);
  Claims c;
  c.symbolic = {"extents", "strides and origins of source and destination", "units"};
  c.bound = "every extent >= 1, every stride, every number of units";
  c.subject = fmt::format("unit {}, gathered {}, rank {}, threads {}, steps {}", known.unit_bytes,
                          known.gathered, known.rank, known.threads, known.steps);
  c.obligations = strided_copy_obligations(known);
  c.derived = {
      {"O2", "each unit is read once and stored once: O1, and a thread moves one unit per step"},
      {"O6",
       "no race: by O1 and O9 no offset is stored by two threads, and no shared memory is used; the caller "
       "keeps source and destination apart"},
      {"O9",
       "no offset is stored twice: two units differ in a digit (O9, mode by mode), and the plan refuses a "
       "destination that is not injective, by the decision procedure of theorem injective_is_exact"}};
  c.trusted_base = {
      "the loops of strided_copy_kernel.hpp that call these index functions, and that unit_offsets passes "
      "one "
      "mode after the other",
      "the plan (strided_copy_plan.hpp): that merged modes, sorted modes and units are the layouts' own; "
      "tested "
      "against the layouts' evaluation",
      "the compiler and the hardware",
      "the symbolic integers of smt/sym, and that Z3 and cvc5 do not share a wrong verdict",
      "integers do not overflow: layouts keep the limits of well_formed(), and the launcher refuses more "
      "than "
      "2^31 - 1 blocks",
      "the caller's memory holds the elements that the plan states and begins at a multiple of a unit"};
  return c;
}

nlohmann::ordered_json describe(std::string const& config) {
  StridedCopyNumbers const& c = *find_named(configs, config);
  return {{"unit_bytes", c.unit_bytes},
          {"gathered", c.gathered},
          {"rank", c.rank},
          {"threads", c.threads},
          {"steps", c.steps}};
}

}  // namespace

constexpr KernelProof strided_copy_proof = {
    "strided_copy",       [] { return names_in(configs); }, describe, claims, simulate_strided_copy,
    restated_strided_copy};

}  // namespace colex::gpu
