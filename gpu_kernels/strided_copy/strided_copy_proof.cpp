// SPDX-License-Identifier: MIT
#include "strided_copy/strided_copy_proof.hpp"

#include <fmt/format.h>

#include "certificate/by_law.hpp"
#include "certificate/by_name.hpp"
#include "certificate/early.hpp"
#include "strided_copy/strided_copy_configs.hpp"
#include "strided_copy/strided_copy_layouts.hpp"

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
  c.subject = fmt::format("unit {}, gathered {}, rank {}, threads {}, steps {}", known.unit_bytes,
                          known.gathered, known.rank, known.threads, known.steps);
  auto const units = thread_units(known.threads, known.steps);
  c.enumerated = {
      ragged("O1.grid", "for every number of units each is in one block of the grid, and no block is idle",
             Index{known.threads} * known.steps),
      covered_once("O1.units", "each unit is moved by one step of one thread", any(units), size(units)),
      ragged("O1.unit", "a thread moves a unit exactly where its number is below theirs", 1)};
  c.derived = {
      {"O1.arrays",
       "in a launch of two arrays the first blocks are those of the first, as many as its grid has, and "
       "block b of the others is "
       "block b less these of the second: a comparison in strided_copies_kernel; of each array O1.grid"},
      {"O2", "each unit is read once and stored once: O1, and a thread moves one unit per step"},
      {"O3",
       "a unit, and a store of what is gathered, is neighbouring elements of mode 0 from a multiple of their "
       "number on: law upcast_keeps_the_addresses at the layouts of the launch, of which the plan asks that "
       "it divides the origins and mode 0, of stride 1, and that upcast() is answered"},
      {"O4",
       "every offset is in the memory that the plan states: law evaluate_is_colexicographic at the layouts "
       "of the launch, whose digits are below their extents; an origin is minus the lowest offset"},
      {"O6",
       "no race: by O1 and O9 no offset is stored by two threads, and no shared memory is used; the caller "
       "keeps source and destination apart"},
      awaits_earlier_launches(),
      {"O9",
       "no offset is stored twice: the plan refuses a destination that is not injective, by the decision "
       "procedure of law injective_is_exact"}};
  c.trusted_base = {
      "strided_copy_kernel.hpp, which evaluates these layouts and those of the launch",
      "colex/static, which evaluates a layout while compiling or in a kernel: tested against evaluate()",
      "the plan (strided_copy_plan.hpp): that merged modes, sorted modes and units are the layouts' own; "
      "tested "
      "against the layouts' evaluation",
      "the compiler and the hardware",
      "integers do not overflow: layouts keep the limits of well_formed(), and the launcher refuses more "
      "than "
      "2^31 - 1 blocks; of a narrow array the plan finds that no stride is negative and that all offsets, so "
      "that also the "
      "sums on the way to them, are less than 2^31",
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

constexpr KernelProof strided_copy_proof = {"strided_copy", [] { return names_in(configs); }, describe,
                                            claims, simulate_strided_copy};

}  // namespace colex::gpu
