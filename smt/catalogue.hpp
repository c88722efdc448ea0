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
Theorem complement_refuses_rightly();
Theorem complement_gives_back();
Theorem complement_is_ordered();
Theorem complement_is_disjoint();
Theorem composition_evaluates_pointwise();
Theorem composition_refuses_rightly();
Theorem composition_is_associative();
Theorem composition_sees_the_map();
Theorem basis_modes_compose();
Theorem box_modes_compose();
Theorem find_layout_is_exact();
Theorem steps_stay_in_64_bits();
Theorem swizzle_is_an_involution();
Theorem swizzles_compose_over_gf2();
Theorem bit_maps_invert_exactly();
Theorem bit_maps_are_layouts_exactly();
Theorem swizzles_are_found_exactly();
Theorem swizzled_layouts_are_exact();
Theorem upcast_keeps_the_addresses();
Theorem divide_permutes_the_layout();
Theorem product_repeats_the_block();
Theorem partitions_cover_once();
Theorem tv_layouts_cover_once();
Theorem variants_regroup_the_modes();
Theorem text_reads_back();
Theorem right_inverse_undoes_layout();
Theorem max_common_layout_is_common();
Theorem injective_is_exact();
Theorem surjective_is_exact();
Theorem nullspace_is_the_kernel();
Theorem left_inverse_gives_back();
Theorem division_rounds();
Theorem covering_tiles_hold_every_point();
Theorem edits_keep_the_other_modes();

RefutedClaim cosize_is_the_last_offset_plus_one();
RefutedClaim chains_complement_every_multiple();
RefutedClaim complement_size_is_bounded_by_the_cotarget();
RefutedClaim composition_distributes_over_injective_layouts();
RefutedClaim a_smaller_stride_composes();
RefutedClaim composition_needs_disjoint_intervals();
RefutedClaim composition_needs_divisibility();
RefutedClaim nonzero_strides_mean_injective();
RefutedClaim complement_cosize_reaches_the_rounded_cotarget();
RefutedClaim complement_cosize_stays_in_the_rounded_cotarget();
RefutedClaim complement_needs_the_given_order();
RefutedClaim complement_refuses_non_injective_only();
RefutedClaim complement_counts_downwards();
RefutedClaim kernel_is_what_filter_drops();
RefutedClaim upcast_rounds_strides_up();
RefutedClaim stride_divisibility_suffices();
RefutedClaim inverting_with_the_complement_inverts();
RefutedClaim swizzles_keep_the_cosize();

std::vector<Theorem> theorems();
std::vector<RefutedClaim> refuted_claims();

}  // namespace colex::sym
