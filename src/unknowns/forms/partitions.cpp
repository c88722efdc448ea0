// SPDX-License-Identifier: MIT
// Forms of one block's tile and one thread's part of it.
#include "unknowns/forms/rows.hpp"

namespace colex::unknowns {

template <class Int>
Rows<Int> partition_forms() {
  using In = Operands<Int> const&;
  return {
      {{"local_tile", "LTU", 3, 'p'},
       [](In in) {
         return of(local_tile(in.layout(0), in.tiler(1), in.tuple(2), Cover::strict, search_budget()));
       }},
      {{"local_partition", "LLn", 3, 'p'},
       [](In in) {
         return of(local_partition(in.layout(0), in.layout(1), in.number(2), Cover::strict, search_budget()));
       }},
      {{"inner_partition", "LTU", 3, 'p'},
       [](In in) {
         return of(inner_partition(in.layout(0), in.tiler(1), in.tuple(2), Cover::strict, search_budget()));
       }},
      {{"outer_partition", "LTU", 3, 'p'},
       [](In in) {
         return of(outer_partition(in.layout(0), in.tiler(1), in.tuple(2), Cover::strict, search_budget()));
       }},
  };
}

template Rows<Unknown> partition_forms();
template Rows<std::int64_t> partition_forms();

}  // namespace colex::unknowns
