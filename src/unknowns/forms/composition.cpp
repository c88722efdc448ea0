// SPDX-License-Identifier: MIT
// Forms of complement, inverses, and what composition admits.
#include "unknowns/forms/rows.hpp"

namespace colex::unknowns {

namespace {

template <class Int>
Reply<Int> complement_in(Operands<Int> const& in) {
  Int const up_to = in.count() > 1 ? in.number(1) : least_cotarget(in.layout(0));
  Reply<Int> r = of(complement(in.layout(0), up_to));
  r.meaning.stated = true;
  Tiles<Int> all;
  all.parts[0] = in.layout(0), all.parts[1] = r.layout, all.size = up_to;
  r.meaning.tiles.push_back(all);
  return r;
}

template <class Int>
Reply<Int> invert_right(Operands<Int> const& in) {
  Reply<Int> r = of(right_inverse(in.layout(0), Parts::whole_modes, search_budget()));
  mean_undone(r.meaning, r.layout, in.layout(0));
  return r;
}

template <class Int>
Reply<Int> invert_left(Operands<Int> const& in) {
  Reply<Int> r = of(left_inverse(in.layout(0), Inverse::exact, search_budget()));
  if (r.is == Reply<Int>::Is::layout) mean_undone(r.meaning, in.layout(0), r.layout);
  return r;
}

template <class Int>
Reply<Int> admissible(Result<Admissible, Int> const& r) {
  constexpr char const* words[] = {"textbook", "representable", "no"};
  return r ? of_word<Int>(words[static_cast<int>(r.value)]) : refused(r.refusal);
}

/// As admissible_complement() says it, whose braces g++ 12 does not compile for unknowns.
template <class Int>
Reply<Int> admissible_in(Operands<Int> const& in) {
  auto const r = complement(in.layout(0), in.number(1));
  if (!r) return refused(r.refusal);
  return of_word<Int>(first_gap_in_order(in.layout(0)).shape == Int(0) ? "textbook" : "representable");
}
template <>
Reply<std::int64_t> admissible_in(Operands<std::int64_t> const& in) {
  return admissible(admissible_complement(in.layout(0), in.number(1)));
}

}  // namespace

template <class Int>
Rows<Int> composition_forms() {
  using In = Operands<Int> const&;
  return {
      {{"complement", "LN", 1, 'L'}, complement_in<Int>},
      {{"admissible_composition", "LL", 2, 'w'},
       [](In in) {
         return admissible(
             admissible_composition(in.layout(0), in.layout(1), Domain::extend_last, search_budget()));
       }},
      {{"admissible_complement", "LN", 2, 'w'}, admissible_in<Int>},
      {{"right_inverse", "L", 1, 'L'}, invert_right<Int>},
      {{"left_inverse", "L", 1, 'L'}, invert_left<Int>},
      {{"nullspace", "L", 1, 'L'}, [](In in) { return of(nullspace(in.layout(0), search_budget())); }},
      {{"max_common_layout", "LL", 2, 'L'},
       [](In in) {
         return of(max_common_layout(in.layout(0), in.layout(1), Parts::whole_modes, search_budget()));
       }},
      {{"expand_modes_alike", "LL", 2, '2'},
       [](In in) { return of(expand_modes_alike(in.layout(0), in.layout(1))); }},
  };
}

template Rows<Unknown> composition_forms();
template Rows<std::int64_t> composition_forms();

}  // namespace colex::unknowns
