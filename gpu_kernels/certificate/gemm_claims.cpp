// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "certificate/claims.hpp"
#include "certificate/gemm_numbers.hpp"
#include "certificate/gemm_obligations.hpp"

namespace colex::gpu {

std::optional<Claims> gemm_claims(std::string const& config) {
  auto const* const known = find_named(gemm_configs(), config);
  if (known == nullptr) return {};
  GemmTile const tile{known->tile[0], known->tile[1], known->tile[2]};
  Claims c;
  c.kernel = "gemm";
  c.symbolic = {"M", "N", "K", "strides", "origins", "batches", "splits", "group", "chiplets"};
  c.bound = "every size, stride, number of batches and of splits";
  c.subject = fmt::format("tiles {} {} {}", tile.m, tile.n, tile.k);
  c.obligations = gemm_obligations(tile);
  c.decided = {
      {"O2",
       "the threads of a copy move each element of a tile once, along K and along the rows: decided by the "
       "algebra at compile time, enumerated by the checker"},
      {"O3",
       "accesses of shared memory are contiguous and aligned, through the swizzle: the alignment lemma at "
       "compile time, enumerated by the checker; those of matrices by the call, from strides and addresses"},
      {"O5",
       "a tile's layout in shared memory is injective and the swizzle stays inside it: likewise; copy and "
       "MMA "
       "name one layout"},
      {"O8", "each thread holds what the atom's layouts say, each element of C once: likewise"},
      {"O11", known->exact
                  ? "exact: the call refuses a K whose sum could exceed the accumulator; results saturate"
                  : "the bound of gemm_reference.hpp, derived there; compared with in the tests"}};
  if (known->b.shuffled != nullptr)
    c.decided.push_back(
        {"O2.shuffle",
         "a tile of preshuffled B has each of its elements once, and the places that a thread reads, by "
         "whole "
         "accesses, hold its fragment: decided by the algebra at compile time, enumerated by the checker"});
  c.derived = {
      {"O6",
       "no race: in shared memory by O2, O5 and O6, for one barrier lies between a stage's writes and its "
       "reads, and between its reads and the next writes; in C by O1, O8, O9 and the call's check that C's "
       "strides are injective; in the workspace by O4.workspace, and the second launch is ordered after"}};
  c.trusted_base = {
      "the loops of gemm_kernel.hpp, tiled_copy.hpp and tiled_mma.hpp round these functions and layouts",
      "the tables of the atoms' layouts",
      "the compiler and the hardware",
      "the symbolic integers of smt/sym, and a solver of which the other agrees",
      "integers do not overflow: the call refuses reaches beyond 2^62 and grids beyond 2^31 - 1",
      "the views are as large as the call says, and C overlaps neither A nor B"};
  return c;
}

}  // namespace colex::gpu
