// SPDX-License-Identifier: MIT
// Forms that make layouts, or write them otherwise.
#include "unknowns/forms/rows.hpp"

namespace colex::unknowns {

template <class Int>
Rows<Int> making_forms() {
  using In = Operands<Int> const&;
  return {
      {{"make_layout", "UU", 2, 'L'}, [](In in) { return of(make_layout(in.tuple(0), in.tuple(1))); }},
      {{"compact_col_major", "Sn", 1, 'U'},
       [](In in) { return of(compact_col_major(in.tuple(0), in.count() > 1 ? in.number(1) : Int(1))); }},
      {{"compact_row_major", "Sn", 1, 'U'},
       [](In in) { return of(compact_row_major(in.tuple(0), in.count() > 1 ? in.number(1) : Int(1))); }},
      {{"compact_order", "SU", 2, 'U'}, [](In in) { return of(compact_order(in.tuple(0), in.tuple(1))); }},
      {{"make_ordered_layout", "SU", 2, 'L'},
       [](In in) { return of(make_ordered_layout(in.tuple(0), in.tuple(1))); }},
      {{"domain_distribute", "Sn", 2, 'L'},
       [](In in) { return of(domain_distribute(in.tuple(0), in.number(1))); }},
      {{"make_layout_like", "L", 1, 'L'}, [](In in) { return of(make_layout_like(in.layout(0))); }},
      {{"coalesce_extended", "L", 1, 'L'}, [](In in) { return of(coalesce_extended(in.layout(0))); }},
      {{"filter", "LU", 1, 'L'},
       [](In in) {
         return in.count() > 1 ? of(filter(in.layout(0), in.tuple(1))) : of(filter(in.layout(0)));
       }},
      {{"filter_zeros", "L", 1, 'L'}, [](In in) { return of(filter_zeros(in.layout(0))); }},
      {{"sort", "L", 1, 'L'}, [](In in) { return of(sort(in.layout(0))); }},
      {{"upcast", "Ln", 2, 'L'}, [](In in) { return of(upcast(in.layout(0), in.number(1))); }},
      {{"downcast", "Ln", 2, 'L'}, [](In in) { return of(downcast(in.layout(0), in.number(1))); }},
      {{"recast_layout", "Lnn", 3, 'L'},
       [](In in) { return of(recast_layout(in.layout(0), in.number(1), in.number(2))); }},
  };
}

template Rows<Unknown> making_forms();
template Rows<std::int64_t> making_forms();

}  // namespace colex::unknowns
