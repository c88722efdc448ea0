// SPDX-License-Identifier: MIT
// The list of what is proved and of what is refuted: one line a file of smt/theorems and smt/refuted.
#pragma once

#include <string>
#include <vector>

#include "sym/proof.hpp"
#include "sym/refutation.hpp"

namespace colex::sym {

/// A law with its proof. `meta` says in plain words what the parts together imply, the induction included.
struct Theorem {
  std::string name, statement, source, bound, meta;
  void (*prove)(Proof&);
};

Theorem evaluate_is_colexicographic();
Theorem coalesce_preserves_the_map();
Theorem coalesce_is_a_normal_form();
Theorem complement_tiles_the_codomain();
Theorem complement_is_ordered();
Theorem complement_is_disjoint();
Theorem composition_evaluates_pointwise();
Theorem find_layout_is_exact();

RefutedClaim cosize_is_the_last_offset_plus_one();
RefutedClaim chains_complement_every_multiple();
RefutedClaim complement_size_is_bounded_by_the_cotarget();

std::vector<Theorem> theorems();
std::vector<RefutedClaim> refuted_claims();

}  // namespace colex::sym
