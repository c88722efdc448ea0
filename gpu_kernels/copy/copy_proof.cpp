// SPDX-License-Identifier: MIT
#include "copy/copy_proof.hpp"

#include "certificate/describe.hpp"

namespace colex::gpu {

namespace {

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
  c.bound = "every count >= 0, every element and thread";
  c.subject = config.name;
  c.obligations = config.obligations();
  c.derived = {
      {"O2",
       "each element is read once and stored once: O1, and the kernel moves the elements of its run only"},
      {"O6",
       "no race: by O1 and O9 no offset is stored by two threads, and no shared memory is used; the caller "
       "keeps source and destination apart"}};
  c.trusted_base = {
      "the loop of copy_kernel.hpp that calls these index functions", "the compiler and the hardware",
      "the symbolic integers of smt/sym, and that Z3 and cvc5 do not share a wrong verdict",
      "integers do not overflow: the launcher refuses counts beyond 2^31 - 1 blocks",
      "the caller's memory holds required_elements(count) elements and begins at a multiple of 16 bytes"};
  return c;
}

}  // namespace colex::gpu
