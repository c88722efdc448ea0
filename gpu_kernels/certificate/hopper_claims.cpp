// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "certificate/claims.hpp"
#include "certificate/hopper_obligations.hpp"

namespace colex::gpu {

std::optional<Claims> hopper_claims(std::string const& config) {
  auto const* const known = find_named(hopper_configs(), config);
  if (known == nullptr) return {};
  hopper::ClusterTile const tile{known->M, known->N, known->K, known->cluster};
  Claims c;
  c.kernel = "hopper_gemm";
  c.symbolic = {"M", "N", "K", "pitches", "clusters", "band"};
  c.bound = "every size, pitch, band and number of clusters";
  c.subject = fmt::format("tiles {} {} {}, cluster {}", tile.m, tile.n, tile.k, tile.cluster);
  c.obligations = hopper::symbolic_obligations(tile);
  c.enumerated = hopper::finite_obligations(*known);
  c.derived = {
      {"O4.boxes",
       "what of a box lies outside the matrix is filled with zeros, in both operands: products of it "
       "are zero; what lies inside is in the operand's memory by O4.offsets"},
      {"O4.result",
       "an element is stored where its row and column are inside the result: two comparisons in "
       "store_run; then O4.offsets"},
      {"O9.result", "an element of the result is stored once: O1, O8 and O9"},
      {"O11", "the bound of hopper/gemm_reference.hpp, derived there; compared with in the tests"}};
  c.trusted_base = {
      "the loops of gemm_kernel.hpp round these functions, and the roles of ring.hpp beyond the bounds of "
      "O6: more "
      "warps, more stages in a cluster, more parts",
      "TMA, mbarrier, wgmma and the cluster's barrier do what the PTX ISA says; wgmma.wait_group returns "
      "after the "
      "reads; the canonical layouts and the accumulator's are CUTLASS's",
      "the bank model of tiles/bank_model.hpp, and that wgmma reads one core matrix at a time",
      "the compiler and the hardware",
      "the symbolic integers of smt/sym, and a solver of which the other agrees",
      "integers do not overflow: the call refuses sizes beyond 2^31 - 1025, pitches of 2^40 and 2^31 tiles",
      "the caller's memory is as large as sizes and pitches say, and the result overlaps no operand"};
  return c;
}

}  // namespace colex::gpu
