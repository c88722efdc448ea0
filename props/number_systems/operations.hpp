// SPDX-License-Identifier: MIT
// Operations that compute, and every law of the property suite that is generic in its number, to be asked in two
// number systems. forms.hpp has the other operations.
//
//   operations<Checked>()    {"composition", pairs, [](auto const& c) { return say(compose(c.a, c.b)); },
//   Asks::refusals_too}, ...
#pragma once

#include "colex/laws/coalesce_is_a_normal_form.hpp"
#include "colex/laws/coalesce_preserves_the_map.hpp"
#include "colex/laws/complement_tiles_the_codomain.hpp"
#include "colex/laws/composition_evaluates_pointwise.hpp"
#include "colex/laws/evaluate_is_colexicographic.hpp"
#include "colex/laws/left_inverse_gives_back.hpp"
#include "colex/laws/max_common_layout_is_common.hpp"
#include "colex/laws/right_inverse_undoes_layout.hpp"
#include "colex/laws/upcast_keeps_the_addresses.hpp"
#include "number_systems/operation.hpp"

namespace colex::props {

template <class Other>
std::vector<Operation<Other>> operations() {
  return {
      // one layout, and an index
      {"evaluate", draw_one, [](auto const& c) { return say(evaluate(c.a, c.i)); }},
      {"evaluate_extended", draw_one, [](auto const& c) { return say(evaluate_extended(c.a.leaves, c.i)); }},
      {"size, cosize, extent", draw_one,
       [](auto const& c) { return say(size(c.a)) + " " + say(cosize(c.a)) + " " + say(extent(c.a)); }},
      {"well_formed", draw_one, [](auto const& c) { return std::string(name(well_formed(c.a))); }},
      {"idx2crd, crd2idx", draw_one,
       [](auto const& c) {
         auto const at = idx2crd(c.i, shape(c.a));
         return say(at) + " " + say(crd2idx(at, c.a));
       }},
      {"coalesce", draw_one, [](auto const& c) { return say(coalesce(c.a)); }},
      {"coalesce_extended", draw_one, [](auto const& c) { return say(coalesce_extended(c.a.leaves)); }},
      {"filter", draw_one, [](auto const& c) { return say(filter(c.a)); }},
      {"find_layout", draw_tables,
       [](auto const& c) {
         auto const& a = c.a;
         auto const& last = c.i;  // where the table differs from a's, if it does
         return say(find_layout(
             [&](auto const& k) { return k == last ? evaluate(a, k) + c.n : evaluate(a, k); }, size(a)));
       },
       Asks::refusals_too},
      {"injective", draw_small, [](auto const& c) { return say(injective(c.a)); }, Asks::refusals_too},
      {"surjective", draw_small, [](auto const& c) { return say(surjective(c.a, c.n)); }, Asks::refusals_too},
      {"preimage", draw_small, [](auto const& c) { return say(get_1d_coord(c.a, c.i)); }, Asks::refusals_too},
      {"right_inverse", draw_one, [](auto const& c) { return say(right_inverse(c.a, Parts::whole_modes)); }},
      {"nullspace", draw_small, [](auto const& c) { return say(nullspace(c.a)); }},
      {"left_inverse", draw_tiny, [](auto const& c) { return say(left_inverse(c.a)); }, Asks::refusals_too},
      {"upcast", draw_cast, [](auto const& c) { return say(upcast(c.a, c.n)); }, Asks::refusals_too},
      {"downcast", draw_cast, [](auto const& c) { return say(downcast(c.a, c.n)); }, Asks::refusals_too},
      // a layout and a cotarget
      {"complement, strict", draw_target, [](auto const& c) { return say(complement(c.a, c.n)); },
       Asks::refusals_too},
      {"complement, covering", draw_target,
       [](auto const& c) { return say(complement(c.a, c.n, Cover::at_least)); }, Asks::refusals_too},
      {"complement, disjoint", draw_target,
       [](auto const& c) { return say(complement(c.a, c.n, Cover::disjoint)); }, Asks::refusals_too},
      // two layouts
      {"equal", draw_alike,
       [](auto const& c) {
         auto const e = equal(c.a, c.b);
         return say(e.equal) + " " + say(e.index) + " " + say(e.left) + " " + say(e.right);
       }},
      {"max_common_layout", draw_alike,
       [](auto const& c) { return say(max_common_layout(c.a, c.b, Parts::whole_modes)); }},
      {"composition", draw_pair, [](auto const& c) { return say(compose(c.a, c.b)); }},
      {"composition, bounded", draw_pair,
       [](auto const& c) { return say(compose(c.a, c.b, Domain::bounded)); }, Asks::refusals_too},
      {"logical_divide", draw_pair, [](auto const& c) { return say(logical_divide(c.a, c.b)); },
       Asks::refusals_too},
      {"logical_divide, covering", draw_pair,
       [](auto const& c) { return say(logical_divide(c.a, c.b, Cover::at_least)); }, Asks::refusals_too},
      {"logical_product", draw_block, [](auto const& c) { return say(logical_product(c.a, c.b)); },
       Asks::refusals_too},
      {"blocked and raked product", draw_block,
       [](auto const& c) { return say(blocked_product(c.a, c.b)) + " " + say(raked_product(c.a, c.b)); },
       Asks::refusals_too},
      {"zipped_divide, local_tile", draw_tiles,
       [](auto const& c) {
         auto const part = local_tile(c.a, by_mode(shape(c.b)), idx2crd(c.i, shape(c.b)));
         return say(zipped_divide(c.a, by_mode(shape(c.b)))) + " " +
                (part ? say(part->layout) + " at " + say(part->offset) : say(part.refusal));
       },
       Asks::refusals_too},
      // the laws
      {"law coalesce_preserves_the_map", draw_one,
       [](auto const& c) { return say(bool(laws::coalesce_preserves_the_map::holds(c.a, c.i))); }},
      {"law evaluate_is_colexicographic", draw_one,
       [](auto const& c) { return say(bool(laws::evaluate_is_colexicographic::holds(c.a, c.i))); }},
      {"law composition_evaluates_pointwise", draw_pair,
       [](auto const& c) { return say(bool(laws::composition_evaluates_pointwise::holds(c.a, c.b, c.i))); }},
      {"law left_inverse_gives_back", draw_tiny,
       [](auto const& c) { return say(bool(laws::left_inverse_gives_back::holds(c.a, c.i % size(c.a)))); }},
      {"law right_inverse_undoes_layout", draw_small,
       [](auto const& c) {
         auto const k = c.i % size(right_inverse(c.a).value);
         return say(bool(laws::right_inverse_undoes_layout::holds(c.a, k)));
       }},
      {"law max_common_layout_is_common", draw_small_alike,
       [](auto const& c) {
         auto const common = max_common_layout(c.a, c.b);
         if (!common) return say(common);
         return say(bool(laws::max_common_layout_is_common::holds(c.a, c.b, c.i % size(common.value))));
       }},
      {"law upcast_keeps_the_addresses", draw_cast,
       [](auto const& c) {
         return say(bool(laws::upcast_keeps_the_addresses::holds(c.a, c.n, c.i % size(c.a))));
       }},
      {"law complement_tiles_the_codomain, its condition", draw_target,
       [](auto const& c) { return say(bool(laws::complement_tiles_the_codomain::admissible(c.a, c.n))); }},
      {"law coalesce_is_a_normal_form, its condition", draw_one,
       [](auto const& c) {
         return say(bool(laws::coalesce_is_a_normal_form::is_normal(c.a.leaves))) + " " +
                say(bool(laws::coalesce_is_a_normal_form::is_normal(coalesce(c.a.leaves))));
       }},
  };
}

}  // namespace colex::props
