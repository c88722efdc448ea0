// SPDX-License-Identifier: MIT
// Forms that answer a number or a coordinate of a layout.
#include "unknowns/forms/rows.hpp"

namespace colex::unknowns {

namespace {

template <class Int, class Tree>
Reply<Int> position(IntTuple<Int> const& coordinate, Tree const& of_what, IntTuple<Int> const& shape) {
  if (auto const why = inside(coordinate, shape, Last::runs_on); why.condition != Condition::none)
    return refused(why);
  return of(crd2idx(coordinate, of_what));
}

template <class Int>
Reply<Int> position(Operands<Int> const& in) {
  return in.is_layout(1) ? position(in.tuple(0), in.layout(1), shape(in.layout(1)))
                         : position(in.tuple(0), in.tuple(1), in.tuple(1));
}

template <class Int>
Reply<Int> coordinate_at(Operands<Int> const& in) {
  if (in.count() < 3) return of(idx2crd(in.tuple(0), in.tuple(1)));
  if (!in.tuple(0).profile.is_leaf({})) return refused(because<Int>(Condition::congruent));
  return of(idx2crd(in.tuple(0).leaves[0], in.tuple(1), in.tuple(2)));
}

}  // namespace

template <class Int>
Rows<Int> measure_forms() {
  using In = Operands<Int> const&;
  return {
      {{"cosize", "L", 1, 'n'}, [](In in) { return of_number(cosize(in.layout(0))); }},
      {{"extent", "L", 1, 'n'}, [](In in) { return of_number(extent(in.layout(0))); }},
      {{"crd2idx", "UH", 2, 'n'}, position<Int>},
      {{"idx2crd", "USU", 2, 'U'}, coordinate_at<Int>},
      {{"crd2crd", "USS", 3, 'U'}, [](In in) { return of(crd2crd(in.tuple(0), in.tuple(1), in.tuple(2))); }},
      {{"get_1d_coord", "Ln", 2, 'n'},
       [](In in) { return of(get_1d_coord(in.layout(0), in.number(1), search_budget())); }},
      {{"get_hier_coord", "Ln", 2, 'U'},
       [](In in) { return of(get_hier_coord(in.layout(0), in.number(1), search_budget())); }},
      {{"get_flat_coord", "Ln", 2, 'U'},
       [](In in) { return of(get_flat_coord(in.layout(0), in.number(1), search_budget())); }},
      {{"least_cotarget", "L", 1, 'n'}, [](In in) { return of_number(least_cotarget(in.layout(0))); }},
      {{"max_common_vector", "LL", 2, 'n'},
       [](In in) {
         return of(max_common_vector(in.layout(0), in.layout(1), Parts::whole_modes, search_budget()));
       }},
      {{"max_alignment", "L", 1, 'n'}, [](In in) { return of(max_alignment(in.layout(0))); }},
  };
}

template Rows<Unknown> measure_forms();
template Rows<std::int64_t> measure_forms();

}  // namespace colex::unknowns
