// SPDX-License-Identifier: MIT
// The operations that move modes, compute with tuples, or are another's answer in another form; to be asked in
// two number systems like those of operations.hpp. An entry asks several functions about one input.
// tests/cli/readers.py fails where an operation of the table is in neither file.
#pragma once

#include "number_systems/operation.hpp"

namespace colex::props {

/// What several functions say, one after the other.
template <class... Answer>
std::string all_of(Answer const&... answers) {
  std::string out;
  ((out += say(answers) + "; "), ...);
  return out;
}

/// `_` for the first mode, index `i` in the others.
template <Number N>
Slicer<N> first_kept(Layout<N> const& l, N const& i) {
  auto slots = open<Slot<N>>(0);
  for (int k = 0; k < rank(l); ++k) slots = append(slots, leaf(k == 0 ? Slot<N>{} : Slot<N>{false, i}));
  return slots;
}

template <class Other>
std::vector<Operation<Other>> forms() {
  return {
      // modes moved
      {"rank, depth, flatten, reversed, reverse, transpose", draw_small_alike,
       [](auto const& c) {
         return std::to_string(rank(c.a)) + " " + std::to_string(depth(c.a)) + " " +
                all_of(flatten(c.a), reversed(c.a), reverse(shape(c.a)), transpose(c.a),
                       unflatten(c.a, shape(c.b)));
       }},
      {"get, select, take, group, replace", draw_small_alike,
       [](auto const& c) {
         return all_of(get(c.a, {0}), get(c.a, {1, 0}), select(c.a, {1, 0}), take(c.a, 0, 1),
                       group(c.a, 0, 2), replace(c.a, 0, c.b));
       }},
      {"append, prepend, join, zip", draw_block,
       [](auto const& c) {
         return all_of(append(c.a, c.b), prepend(c.a, c.b), join(c.a, c.b), append_to(c.a, 3, c.b),
                       prepend_to(c.a, 3, c.b), zip(c.a, c.b));
       }},
      {"slice, dice, domain_offset", draw_tiles,
       [](auto const& c) {
         auto const slicer = first_kept(c.a, c.i);
         return all_of(slice(slicer, c.a), dice(slicer, c.a), slice_and_offset(slicer, c.a),
                       domain_offset(idx2crd(c.i, shape(c.b)), c.a));
       }},
      // tuples
      {"congruent, compatible, orders", draw_tiles,
       [](auto const& c) {
         auto const x = shape(c.a), y = shape(c.b);
         bool const alike = congruent(x, y);
         return all_of(alike, weakly_congruent(x, y), compatible(x, y), alike && elem_less(y, x),
                       alike && lex_less(y, x), alike && colex_less(y, x));
       }},
      {"products of tuples", draw_tiles,
       [](auto const& c) {
         auto const x = shape(c.a);
         return all_of(product(x), product_each(x), prefix_product(x, c.n), suffix_product(x, c.n),
                       inner_product(x, shape(c.b)));
       }},
      {"division of tuples", draw_tiles,
       [](auto const& c) {
         auto const x = shape(c.a), y = shape(c.b);
         return all_of(ceil_div(x, y), shape_div(x, y), round_up(x, y), elem_scale(x, y),
                       evenly_divides(x, y));
       }},
      {"arithmetic of tuples", draw_tiles,
       [](auto const& c) {
         auto const x = shape(c.a), y = shape(c.b), at = idx2crd(c.i, x);
         return all_of(add(x, y), sub(x, y), mul(x, y), div(x, y), mod(x, y), shape_mod(x, y), sum(x), max(x),
                       min(x), concat(x, y), increment(at, x), idx2crd(c.i, x, stride(c.a)));
       }},
      // cut alike
      {"mutual_refinement, greatest_common_domain", draw_tiles,
       [](auto const& c) {
         auto const x = shape(c.a), y = shape(c.b);
         return all_of(mutual_refinement(y, x), greatest_common_domain(x, y));
       }},
      {"layout_add, expand_modes_alike", draw_small_alike,
       [](auto const& c) {
         auto const alike = expand_modes_alike(c.a, c.b);
         return all_of(layout_add(c.a, c.b)) + (alike ? all_of(alike->a, alike->b) : say(alike.refusal));
       },
       Asks::refusals_too},
      // layouts made
      {"compact layouts", draw_tiles,
       [](auto const& c) {
         auto const s = shape(c.a), order = stride(c.a);
         return all_of(make_layout(s, order), compact_col_major(s, c.n), compact_row_major(s, c.n),
                       compact_order(s, order), make_ordered_layout(s, order), make_layout_like(c.a),
                       lex_make_layout(s));
       }},
      {"filter_zeros, sort, coalesce and filter by profile", draw_small_alike,
       [](auto const& c) {
         auto const profile = shape(c.b);
         return all_of(filter_zeros(c.a), sort(c.a), coalesce(c.a, profile), filter(c.a, profile));
       }},
      {"domain_distribute, crd2crd", draw_tiles,
       [](auto const& c) {
         auto const s = shape(c.a);
         return all_of(domain_distribute(s, c.n), crd2crd(idx2crd(c.i, shape(c.b)), shape(c.b), s));
       }},
      // decisions and searches
      {"bijective, contiguous, least_cotarget", draw_small,
       [](auto const& c) {
         return std::string(name(bijective(c.a, c.n).condition)) + " " + name(contiguous(c.a).condition) +
                " " + say(least_cotarget(c.a));
       }},
      {"get_hier_coord, get_flat_coord", draw_small,
       [](auto const& c) { return all_of(get_hier_coord(c.a, c.i), get_flat_coord(c.a, c.i)); },
       Asks::refusals_too},
      {"max_common_vector, max_alignment", draw_small_alike,
       [](auto const& c) {
         return all_of(max_common_vector(c.a, c.b, Parts::whole_modes), max_alignment(c.a));
       }},
      {"admissible_composition", draw_pair,
       [](auto const& c) {
         auto const r = admissible_composition(c.a, c.b);
         return r ? std::to_string(static_cast<int>(r.value)) : say(r.refusal);
       }},
      {"admissible_complement", draw_target,
       [](auto const& c) {
         auto const r = admissible_complement(c.a, c.n);
         return r ? std::to_string(static_cast<int>(r.value)) : say(r.refusal);
       },
       Asks::refusals_too},
      // the same answer in another form
      {"tiled and flat divide", draw_tiles,
       [](auto const& c) {
         auto const tiler = by_mode(shape(c.b));
         return all_of(tiled_divide(c.a, tiler), flat_divide(c.a, tiler), composition(c.a, tiler));
       },
       Asks::refusals_too},
      {"inner and outer partition", draw_tiles,
       [](auto const& c) {
         auto const tiler = by_mode(shape(c.b));
         auto const at = idx2crd(c.i, shape(c.b));
         return all_of(inner_partition(c.a, tiler, at), outer_partition(c.a, tiler, at));
       },
       Asks::refusals_too},
      {"local_partition", draw_tiles, [](auto const& c) { return say(local_partition(c.a, c.b, c.i)); },
       Asks::refusals_too},
      {"zipped, tiled and flat product", draw_block,
       [](auto const& c) {
         return all_of(zipped_product(c.a, tile(c.b)), tiled_product(c.a, tile(c.b)),
                       flat_product(c.a, tile(c.b)));
       },
       Asks::refusals_too},
      {"tile_to_shape", draw_tiles, [](auto const& c) { return say(tile_to_shape(c.b, shape(c.a))); },
       Asks::refusals_too},
      {"recast_layout", draw_cast, [](auto const& c) { return say(recast_layout(c.a, c.n, c.n + c.n)); },
       Asks::refusals_too},
      // the other count
      {"lex_evaluate, lex_idx2crd, lex_crd2idx", draw_small,
       [](auto const& c) {
         return all_of(lex_evaluate(c.a, c.i), lex_idx2crd(c.i, shape(c.a)),
                       lex_crd2idx(lex_idx2crd(c.i, shape(c.a)), c.a));
       }},
      {"lex_coalesce", draw_small, [](auto const& c) { return say(lex_coalesce(c.a)); }},
      {"lex_filter, lex_equal, lex_coalesce and lex_filter by profile", draw_small_alike,
       [](auto const& c) {
         auto const profile = shape(c.b);
         return all_of(lex_filter(c.a), lex_equal(c.a, c.b).equal, lex_coalesce(c.a, profile),
                       lex_filter(c.a, profile));
       }},
      {"lex_right_inverse, lex_nullspace", draw_small,
       [](auto const& c) { return all_of(lex_right_inverse(c.a, Parts::whole_modes), lex_nullspace(c.a)); }},
      {"lex_left_inverse", draw_tiny, [](auto const& c) { return say(lex_left_inverse(c.a)); },
       Asks::refusals_too},
      {"lex_find_layout, lex_get_1d_coord", draw_small,
       [](auto const& c) {
         auto const& a = c.a;
         return all_of(lex_find_layout([&](auto const& k) { return lex_evaluate(a, k); }, size(a)),
                       lex_get_1d_coord(a, c.i));
       },
       Asks::refusals_too},
      {"lex_max_common_layout, lex_max_common_vector", draw_small_alike,
       [](auto const& c) {
         return all_of(lex_max_common_layout(c.a, c.b, Parts::whole_modes),
                       lex_max_common_vector(c.a, c.b, Parts::whole_modes));
       }},
      {"lex divides", draw_tiles,
       [](auto const& c) {
         auto const tiler = by_mode(shape(c.b));
         return all_of(lex_logical_divide(c.a, tiler), lex_zipped_divide(c.a, tiler),
                       lex_tiled_divide(c.a, tiler), lex_flat_divide(c.a, tiler),
                       lex_composition(c.a, tiler));
       },
       Asks::refusals_too},
      {"lex products", draw_block,
       [](auto const& c) {
         auto const b = tile(c.b);
         return all_of(lex_logical_product(c.a, b), lex_zipped_product(c.a, b), lex_tiled_product(c.a, b),
                       lex_flat_product(c.a, b), lex_blocked_product(c.a, c.b), lex_raked_product(c.a, c.b));
       },
       Asks::refusals_too},
      {"lex_complement", draw_target, [](auto const& c) { return say(lex_complement(c.a, c.n)); },
       Asks::refusals_too},
      {"lex_composition", draw_pair, [](auto const& c) { return say(lex_composition(c.a, c.b)); },
       Asks::refusals_too},
  };
}

}  // namespace colex::props
