// SPDX-License-Identifier: MIT
// The obligations of a copy: laws at its layouts, for every count. Their numbers are those of docs/04_kernels.md.
#include "copy/copy_proof.hpp"

#include "certificate/by_law.hpp"

namespace colex::gpu {

namespace {

/// O3 and O4 of one side.
void add_side(std::vector<FiniteObligation>& all, CopyNumbers const& c, CopyNumbers::Side const& side,
              std::array<char const*, 3> const& ids) {
  auto const array = repeated(*side.tile, side.step);
  auto tile = array.leaves;
  --tile.count;
  all.push_back(runs_in_vectors(ids[0], "every wide access is aligned to its width and contiguous", array,
                                side.access));
  all.push_back(multiples_of(ids[1], "every run begins with a whole access", side.access,
                             {any(thread_runs(c.threads, c.vector))}));
  all.push_back(
      kept_within(ids[2],
                  "for every count >= 0 every offset is below required_elements(count): those of the first "
                  "tile are, and each tile adds its step",
                  flat(tile), required_elements(array, 1)));
}

nlohmann::ordered_json described_side(CopyNumbers::Side const& side) {
  return {{"tile", described(*side.tile)}, {"step_elements", side.step}, {"access_elements", side.access}};
}

}  // namespace

nlohmann::ordered_json described(CopyNumbers const& c) {
  return {{"element", c.element},
          {"element_bytes", c.element_bytes},
          {"threads", c.threads},
          {"vector_elements", c.vector},
          {"source", described_side(c.source)},
          {"destination", described_side(c.destination)}};
}

Claims copy_claims(CopyNumbers const& config) {
  Claims c;
  c.symbolic = {"count"};
  c.subject = config.name;
  auto const runs = join(thread_runs(config.threads, config.vector), line(config.vector, 1));
  c.enumerated = {
      ragged("O1.grid", "for every count >= 0 each element is in one block of the grid, and no block is idle",
             Index{config.threads} * config.vector),
      covered_once("O1.runs", "each element is in one run of one thread", any(runs), size(runs)),
      ragged("O1.run", "a thread moves those elements of its run that are below the count", config.vector)};
  add_side(c.enumerated, config, config.source, {"O3.source", "O3.source.runs", "O4.source"});
  add_side(c.enumerated, config, config.destination,
           {"O3.destination", "O3.destination.runs", "O4.destination"});
  c.enumerated.push_back(kept_apart("O9", "no two elements are stored at one offset: tiles do not overlap",
                                    *config.destination.tile, config.destination.step));
  c.derived = {
      {"O2",
       "each element is read once and stored once: O1, and the kernel moves the elements of its run only"},
      {"O6",
       "no race: by O1 and O9 no offset is stored by two threads, and no shared memory is used; the caller "
       "keeps source and destination apart"}};
  c.trusted_base = {
      "copy_kernel.hpp, which evaluates these layouts and calls the functions of the laws",
      "colex/static, which evaluates a layout while compiling or in a kernel: tested against evaluate()",
      "the compiler and the hardware",
      "integers do not overflow: the launcher refuses counts beyond 2^31 - 1 blocks",
      "the caller's memory holds required_elements(count) elements and begins at a multiple of 16 bytes"};
  return c;
}

}  // namespace colex::gpu
