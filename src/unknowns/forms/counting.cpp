// SPDX-License-Identifier: MIT
// Forms of the lexicographic count.
#include "unknowns/forms/rows.hpp"

namespace colex::unknowns {

namespace {

template <class Int>
Reply<Int> value_in_rows(Operands<Int> const& in) {
  if (auto const why = inside(reversed(in.tuple(1)), reversed(shape(in.layout(0))));
      why.condition != Condition::none)
    return refused(why);
  return of(lex_crd2idx(in.tuple(1), in.layout(0)));
}

template <class Int>
Reply<Int> coordinate_in_rows(Operands<Int> const& in) {
  if (auto const why = inside(leaf(in.number(0)), in.tuple(1), Last::runs_on);
      why.condition != Condition::none)
    return refused(why);
  return of(lex_idx2crd(in.number(0), in.tuple(1)));
}

}  // namespace

template <class Int>
Rows<Int> counting_forms() {
  using In = Operands<Int> const&;
  return {
      {{"lex_make_layout", "S", 1, 'L'}, [](In in) { return of(lex_make_layout(in.tuple(0))); }},
      {{"lex_evaluate", "LU", 2, 'n'}, value_in_rows<Int>},
      {{"lex_idx2crd", "nS", 2, 'U'}, coordinate_in_rows<Int>},
      {{"lex_coalesce", "LU", 1, 'L'},
       [](In in) {
         return in.count() > 1 ? of(lex_coalesce(in.layout(0), in.tuple(1))) : of(lex_coalesce(in.layout(0)));
       }},
      {{"lex_filter", "LU", 1, 'L'},
       [](In in) {
         return in.count() > 1 ? of(lex_filter(in.layout(0), in.tuple(1))) : of(lex_filter(in.layout(0)));
       }},
      {{"lex_composition", "LT", 2, 'L'},
       [](In in) { return of(lex_composition(in.layout(0), in.tiler(1), search_budget())); }},
      {{"lex_complement", "Ln", 2, 'L'},
       [](In in) { return of(lex_complement(in.layout(0), in.number(1))); }},
      {{"lex_get_1d_coord", "Ln", 2, 'n'},
       [](In in) { return of(lex_get_1d_coord(in.layout(0), in.number(1), search_budget())); }},
      {{"lex_right_inverse", "L", 1, 'L'},
       [](In in) { return of(lex_right_inverse(in.layout(0), Parts::whole_modes, search_budget())); }},
      {{"lex_left_inverse", "L", 1, 'L'},
       [](In in) { return of(lex_left_inverse(in.layout(0), Inverse::exact, search_budget())); }},
      {{"lex_nullspace", "L", 1, 'L'},
       [](In in) { return of(lex_nullspace(in.layout(0), search_budget())); }},
      {{"lex_max_common_layout", "LL", 2, 'L'},
       [](In in) {
         return of(lex_max_common_layout(in.layout(0), in.layout(1), Parts::whole_modes, search_budget()));
       }},
      {{"lex_max_common_vector", "LL", 2, 'n'},
       [](In in) {
         return of(lex_max_common_vector(in.layout(0), in.layout(1), Parts::whole_modes, search_budget()));
       }},
      {{"lex_logical_divide", "LT", 2, 'L'},
       [](In in) {
         return of(lex_logical_divide(in.layout(0), in.tiler(1), Cover::strict, search_budget()));
       }},
      {{"lex_zipped_divide", "LT", 2, 'L'},
       [](In in) {
         return of(lex_zipped_divide(in.layout(0), in.tiler(1), Cover::strict, search_budget()));
       }},
      {{"lex_tiled_divide", "LT", 2, 'L'},
       [](In in) { return of(lex_tiled_divide(in.layout(0), in.tiler(1), Cover::strict, search_budget())); }},
      {{"lex_flat_divide", "LT", 2, 'L'},
       [](In in) { return of(lex_flat_divide(in.layout(0), in.tiler(1), Cover::strict, search_budget())); }},
      {{"lex_logical_product", "LT", 2, 'L'},
       [](In in) { return of(lex_logical_product(in.layout(0), in.tiler(1), search_budget())); }},
      {{"lex_zipped_product", "LT", 2, 'L'},
       [](In in) { return of(lex_zipped_product(in.layout(0), in.tiler(1), search_budget())); }},
      {{"lex_tiled_product", "LT", 2, 'L'},
       [](In in) { return of(lex_tiled_product(in.layout(0), in.tiler(1), search_budget())); }},
      {{"lex_flat_product", "LT", 2, 'L'},
       [](In in) { return of(lex_flat_product(in.layout(0), in.tiler(1), search_budget())); }},
      {{"lex_blocked_product", "LL", 2, 'L'},
       [](In in) { return of(lex_blocked_product(in.layout(0), in.layout(1), search_budget())); }},
      {{"lex_raked_product", "LL", 2, 'L'},
       [](In in) { return of(lex_raked_product(in.layout(0), in.layout(1), search_budget())); }},
  };
}

template Rows<Unknown> counting_forms();
template Rows<std::int64_t> counting_forms();

}  // namespace colex::unknowns
