// SPDX-License-Identifier: MIT
// Forms of products.
#include "unknowns/forms/rows.hpp"

namespace colex::unknowns {

namespace {

template <class Int>
Reply<Int> tiled_to_shape(Operands<Int> const& in) {
  return in.count() > 2
             ? of(tile_to_shape(in.layout(0), in.tuple(1), in.tuple(2), Cover::strict, search_budget()))
             : of(tile_to_shape(in.layout(0), in.tuple(1), Cover::strict, search_budget()));
}

}  // namespace

template <class Int>
Rows<Int> product_forms() {
  using In = Operands<Int> const&;
  return {
      {{"logical_product", "LT", 2, 'L'},
       [](In in) { return of(logical_product(in.layout(0), in.tiler(1), search_budget())); }},
      {{"zipped_product", "LT", 2, 'L'},
       [](In in) { return of(zipped_product(in.layout(0), in.tiler(1), search_budget())); }},
      {{"tiled_product", "LT", 2, 'L'},
       [](In in) { return of(tiled_product(in.layout(0), in.tiler(1), search_budget())); }},
      {{"flat_product", "LT", 2, 'L'},
       [](In in) { return of(flat_product(in.layout(0), in.tiler(1), search_budget())); }},
      {{"blocked_product", "LL", 2, 'L'},
       [](In in) { return of(blocked_product(in.layout(0), in.layout(1), search_budget())); }},
      {{"raked_product", "LL", 2, 'L'},
       [](In in) { return of(raked_product(in.layout(0), in.layout(1), search_budget())); }},
      {{"tile_to_shape", "LSU", 2, 'L'}, tiled_to_shape<Int>},
  };
}

template Rows<Unknown> product_forms();
template Rows<std::int64_t> product_forms();

}  // namespace colex::unknowns
