// SPDX-License-Identifier: MIT
#include "catalogue.hpp"

namespace colex::sym {

std::vector<Theorem> theorems() {
  return {evaluate_is_colexicographic(),     coalesce_preserves_the_map(), coalesce_is_a_normal_form(),
          complement_tiles_the_codomain(),   complement_is_ordered(),      complement_is_disjoint(),
          composition_evaluates_pointwise(), find_layout_is_exact()};
}

std::vector<RefutedClaim> refuted_claims() {
  return {cosize_is_the_last_offset_plus_one(), chains_complement_every_multiple(),
          complement_size_is_bounded_by_the_cotarget()};
}

}  // namespace colex::sym
