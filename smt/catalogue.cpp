// SPDX-License-Identifier: MIT
#include "catalogue.hpp"

namespace colex::sym {

std::vector<Theorem> theorems() {
  return {evaluate_is_colexicographic(),
          coalesce_preserves_the_map(),
          coalesce_is_a_normal_form(),
          complement_tiles_the_codomain(),
          complement_refuses_rightly(),
          complement_gives_back(),
          complement_is_ordered(),
          complement_is_disjoint(),
          composition_evaluates_pointwise(),
          composition_refuses_rightly(),
          composition_is_associative(),
          composition_sees_the_map(),
          basis_modes_compose(),
          box_modes_compose(),
          find_layout_is_exact(),
          right_inverse_undoes_layout(),
          left_inverse_gives_back(),
          nullspace_is_the_kernel(),
          max_common_layout_is_common(),
          injective_is_exact(),
          surjective_is_exact(),
          divide_permutes_the_layout(),
          product_repeats_the_block(),
          variants_regroup_the_modes(),
          partitions_cover_once(),
          tv_layouts_cover_once(),
          upcast_keeps_the_addresses(),
          swizzle_is_an_involution(),
          swizzles_compose_over_gf2(),
          swizzles_are_found_exactly(),
          swizzled_layouts_are_exact(),
          bit_maps_invert_exactly(),
          bit_maps_are_layouts_exactly(),
          text_reads_back(),
          division_rounds(),
          covering_tiles_hold_every_point(),
          edits_keep_the_other_modes(),
          steps_stay_in_64_bits()};
}

std::vector<RefutedClaim> refuted_claims() {
  return {cosize_is_the_last_offset_plus_one(),
          chains_complement_every_multiple(),
          complement_size_is_bounded_by_the_cotarget(),
          composition_distributes_over_injective_layouts(),
          a_smaller_stride_composes(),
          composition_needs_disjoint_intervals(),
          composition_needs_divisibility(),
          nonzero_strides_mean_injective(),
          complement_cosize_reaches_the_rounded_cotarget(),
          complement_cosize_stays_in_the_rounded_cotarget(),
          complement_needs_the_given_order(),
          complement_refuses_non_injective_only(),
          complement_counts_downwards(),
          kernel_is_what_filter_drops(),
          upcast_rounds_strides_up(),
          stride_divisibility_suffices(),
          inverting_with_the_complement_inverts(),
          swizzles_keep_the_cosize()};
}

}  // namespace colex::sym
