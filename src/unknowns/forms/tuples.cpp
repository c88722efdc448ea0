// SPDX-License-Identifier: MIT
// Forms that compute with tuples of integers.
#include "unknowns/forms/rows.hpp"

namespace colex::unknowns {

namespace {

template <class Int>
using Less = bool (*)(IntTuple<Int> const&, IntTuple<Int> const&);

template <class Int>
Reply<Int> ordered(Less<Int> less, Operands<Int> const& in) {
  if (!congruent(in.tuple(0), in.tuple(1))) return refused(because<Int>(Condition::congruent));
  return of_truth<Int>(less(in.tuple(0), in.tuple(1)));
}

template <class Int>
Int start_of(Operands<Int> const& in) {
  return in.count() > 1 ? in.number(1) : Int(1);
}

}  // namespace

template <class Int>
Rows<Int> tuple_forms() {
  using In = Operands<Int> const&;
  return {
      {{"congruent", "PP", 2, '?'}, [](In in) { return of_truth<Int>(congruent(in.tuple(0), in.tuple(1))); }},
      {{"weakly_congruent", "UU", 2, '?'},
       [](In in) { return of_truth<Int>(weakly_congruent(in.tuple(0), in.tuple(1))); }},
      {{"compatible", "UU", 2, '?'},
       [](In in) { return of_truth<Int>(compatible(in.tuple(0), in.tuple(1))); }},
      {{"elem_less", "UU", 2, '?'}, [](In in) { return ordered<Int>(elem_less<Int>, in); }},
      {{"lex_less", "UU", 2, '?'}, [](In in) { return ordered<Int>(lex_less<Int>, in); }},
      {{"colex_less", "UU", 2, '?'}, [](In in) { return ordered<Int>(colex_less<Int>, in); }},
      {{"product", "U", 1, 'n'}, [](In in) { return of(product(in.tuple(0))); }},
      {{"product_each", "U", 1, 'U'}, [](In in) { return of(product_each(in.tuple(0))); }},
      {{"prefix_product", "Un", 1, 'U'}, [](In in) { return of(prefix_product(in.tuple(0), start_of(in))); }},
      {{"suffix_product", "Un", 1, 'U'}, [](In in) { return of(suffix_product(in.tuple(0), start_of(in))); }},
      {{"inner_product", "UU", 2, 'n'}, [](In in) { return of(inner_product(in.tuple(0), in.tuple(1))); }},
      {{"ceil_div", "UU", 2, 'U'}, [](In in) { return of(ceil_div(in.tuple(0), in.tuple(1))); }},
      {{"shape_div", "UU", 2, 'U'}, [](In in) { return of(shape_div(in.tuple(0), in.tuple(1))); }},
      {{"shape_mod", "UU", 2, 'U'}, [](In in) { return of(shape_mod(in.tuple(0), in.tuple(1))); }},
      {{"round_up", "UU", 2, 'U'}, [](In in) { return of(round_up(in.tuple(0), in.tuple(1))); }},
      {{"elem_scale", "UU", 2, 'U'}, [](In in) { return of(elem_scale(in.tuple(0), in.tuple(1))); }},
      {{"evenly_divides", "UU", 2, '?'}, [](In in) { return of(evenly_divides(in.tuple(0), in.tuple(1))); }},
      {{"add", "UU", 2, 'U'}, [](In in) { return of(add(in.tuple(0), in.tuple(1))); }},
      {{"sub", "UU", 2, 'U'}, [](In in) { return of(sub(in.tuple(0), in.tuple(1))); }},
      {{"mul", "UU", 2, 'U'}, [](In in) { return of(mul(in.tuple(0), in.tuple(1))); }},
      {{"div", "UU", 2, 'U'}, [](In in) { return of(div(in.tuple(0), in.tuple(1))); }},
      {{"mod", "UU", 2, 'U'}, [](In in) { return of(mod(in.tuple(0), in.tuple(1))); }},
      {{"sum", "U", 1, 'n'}, [](In in) { return of(sum(in.tuple(0))); }},
      {{"max", "U", 1, 'n'}, [](In in) { return of(max(in.tuple(0))); }},
      {{"min", "U", 1, 'n'}, [](In in) { return of(min(in.tuple(0))); }},
      {{"concat", "UU", 2, 'U'}, [](In in) { return of_moved<Int>(concat(in.tuple(0), in.tuple(1))); }},
      {{"increment", "US", 2, 'U'}, [](In in) { return of(increment(in.tuple(0), in.tuple(1))); }},
      {{"mutual_refinement", "UU", 2, 'U'},
       [](In in) { return of(mutual_refinement(in.tuple(0), in.tuple(1))); }},
  };
}

template Rows<Unknown> tuple_forms();
template Rows<std::int64_t> tuple_forms();

}  // namespace colex::unknowns
